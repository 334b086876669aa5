"""Families of plans, each with one plan for each number: hold at n, or always roll n dice."""

from collections.abc import Callable
from dataclasses import dataclass

from solvers.errors import expected
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.plans import plans
from solvers.players.player import Kind, Player
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Parameters

# Largest goal: the turns of optimal play have a number for each gain at each pair of scores, 64 MB.
MOST_GOAL = 200


@dataclass(frozen=True)
class Family:
    """The plans of one game, one for each number.

    Parameters
    ----------
    game : the game
    kind : kind of the players
    number : what the number is, as in names of parameters and of questions
    parameters : function of a player's prefix, such as "opponent_", and of its name as in a sentence, which
        returns the parameters of its plan
    plan : function of the turn, the parameters and a player's prefix, which returns the plan
    every : the parameters of all pairs besides the goal, and a function of the turn and the parameters that
        returns all plans
    planning : time to make a plan divided by the turn total at which it holds, in seconds
    cubic, square : time of a best response divided by goal ** 3, and of one pair divided by goal ** 2, in
        seconds, measured on one core of 3 GHz
    """

    game: Game
    kind: Kind
    number: str
    parameters: Callable[[str, str], tuple[Parameter, ...]]
    plan: Callable[[Turn, Parameters, str], Plan]
    every: tuple[tuple[Parameter, ...], Callable[[Turn, Parameters], list[Plan]]]
    planning: float
    cubic: float
    square: float

    def goal(self) -> Parameter:
        """Return the parameter for the goal."""
        return self.game.goal(MOST_GOAL)

    def player(self, who: str) -> Player:
        """Return a player, described by the parameters of its plan.

        Parameters
        ----------
        who : the player's prefix, such as "opponent_"
        """
        return Player(self.kind, tuple(parameter.name for parameter in self.parameters(who, "the player")))

    def made(self, given: Parameters, *who: str) -> float:
        """Time in seconds to make the turn and these players' plans."""
        held = (
            [float(given[f"{one}{self.number}"]) or self.game.threshold(given) for one in who]
            if self.planning
            else []
        )
        return self.game.making(given) + self.planning * sum(held)


def _gives_up(name: str, whose: str) -> Parameter:
    meaning = (
        f"Whether {whose} gives up points to roll more dice where that scores more on average; otherwise it"
        " keeps as many points as it can."
    )
    return Parameter(name, bool, meaning, "", default=True)


def thresholds(game: Game, planning: float, cubic: float, square: float, chooses: bool = True) -> Family:
    """Return the family of hold at n; 0 maximises the points of every turn.

    Parameters
    ----------
    game : the game
    planning, cubic, square : times in seconds, as of `Family`
    chooses : whether there is more than one way to go on
    """

    def parameters(who: str, whose: str) -> tuple[Parameter, ...]:
        meaning = f"Turn total at which {whose} holds; 0 if it plays every turn for most points."
        held = Parameter(f"{who}hold_at", int, meaning, game.unit, 0, MOST_GOAL)
        return (held, _gives_up(f"{who}gives_up", whose)) if chooses else (held,)

    def plan(turn: Turn, given: Parameters, who: str) -> Plan:
        n = int(given[f"{who}hold_at"])
        gives_up = bool(given.get(f"{who}gives_up", True))
        return plans.hold_at(turn, n, gives_up) if n else plans.most_points(turn)

    def every(turn: Turn, given: Parameters) -> list[Plan]:
        return [
            plans.hold_at(turn, n, bool(given["gives_up"])) for n in range(1, int(given["most_hold_at"]) + 1)
        ]

    most = Parameter("most_hold_at", int, "Greatest turn total to hold at.", game.unit, 1, MOST_GOAL, 40)
    return Family(
        game,
        Kind.GIVING_UP if chooses else Kind.HOLD_AT,
        "hold_at",
        parameters,
        plan,
        ((most, _gives_up("gives_up", "a player")), every),
        planning,
        cubic,
        square,
    )


def _dice(game: Game, cubic: float, square: float) -> Family:
    """The family of plans that always roll the same number of dice."""

    def parameters(who: str, whose: str) -> tuple[Parameter, ...]:
        name = f"{who}dice"

        def may_be_thrown(given: Parameters) -> None:
            if int(given[name]) > int(given["most_dice"]):
                raise expected(
                    name, f"1 to {given['most_dice']}, the most dice that may be thrown", given[name]
                )

        return (
            Parameter(
                name,
                int,
                f"How many dice {whose} rolls in every turn.",
                "dice",
                1,
                100,
                fits=may_be_thrown,
                words=f"{who}dice".replace("_", " ") if who else "dice thrown",
            ),
        )

    def plan(turn: Turn, given: Parameters, who: str) -> Plan:
        return plans.always(turn, int(given[f"{who}dice"]) - 1)

    def every(turn: Turn, given: Parameters) -> list[Plan]:
        return [plans.always(turn, opening) for opening in turn.openings]

    return Family(game, Kind.ALWAYS_DICE, "dice", parameters, plan, ((), every), 0.0, cubic, square)


FAMILIES = (
    thresholds(GAMES["ten_thousand"], 4e-4, 1.6e-6, 1e-7),
    thresholds(GAMES["farkle"], 2.2e-3, 1e-5, 1.2e-7),
    thresholds(GAMES["own"], 1e-4, 5e-8, 3e-8),
    _dice(GAMES["hog"], 6e-6, 2e-7),
)

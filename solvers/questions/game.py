"""A game as a row of data: what may be varied, the turn it makes, how far and how fast it is solved."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from solvers.games.must_throw import made_at_once
from solvers.games.turn import Turn, tables
from solvers.questions.dimension import Dimension, below_goal
from solvers.questions.parameter import Parameter, Parameters

# What a throw takes besides its outcomes, in outcomes of Pig.
BESIDES = 5.0
# Seconds for each outcome that is made as a fraction and compiled.
OUTCOME_SECONDS = 8e-6


class Inside(Enum):
    """What a table can say of the inside of a game's turns."""

    HOLD_AT = "the turn total to hold at: the only way on is the same throw"
    DICE = "how many dice to throw: a turn is one throw"
    POSITION = "what to do at each turn total and position"
    NOTHING = "nothing: its positions depend on the parameters, so that no labels fit all cases of a sweep"


@dataclass(frozen=True)
class Game:
    """A game.

    Parameters
    ----------
    name : as in a question's name
    title : as in a sentence
    parameters : what may be varied
    turn : function of the parameters by name, which may hold others besides
    certificate_turn : function of the parameters by name, for certificates and exact answers: it builds the
        turn by a route of its own where the first could leave something out
    as_played : function of the parameters by name that gives the turn throw by throw, also those that must
        be made
    unit : of points
    actions : names of the codes of a policy, "hold" and "roll" first
    usual_goal : points to win, in that unit, where nobody says otherwise
    inside : what a table can say of the inside of its turns
    effort : time that an outcome takes with what follows it, that of Pig's being 1
    outcomes : function of the parameters that gives how many outcomes all its throws have, about; of a race
        those that gain the goal and more are one for each throw
    most_race_goal : largest goal of a race for which there is room
    race_seconds : of a race, by the third power of its goal, as measured on one core of 3 GHz
    race_rounds : how many times as long it takes where values after wipes must settle, if that hangs on the
        parameters; else they are in `race_seconds`
    wipes : whether a throw can lose the banked score, too
    most_policy_goal : largest goal at which all hold-at rules are compared, as a policy takes a byte for each
        state of each turn, and wipes take many rounds; 0 where a turn total to hold at does not say all
    most_mixed : how many turn totals a mixture has room for where both throw at once, 0 where that is not
        solved; measured at goals to 1000 it mixes 2 of Pig, 4 with other dice, 3 of Big Pig, 2 of Pass the
        Pigs, and 11 of Piglet with a coin of 0.995
    learnt : whether what learns by playing is tried on it
    must_throw : whether one may not hold everywhere, so that its turn is made for a goal: throws that must
        be made are made at once, see `games.must_throw`
    width : about how many times as long a pass takes as one of two-dice Pig, by the usual parameters: throws
        that are made at once have an outcome for nearly every point
    most_entry : largest entry that may be asked for, as a parameter of the questions that know of one; 0
        where it is no such game
    version : raised when its turn changes, and with it all answers
    versions : of questions that changed for this game alone, by the beginning of their names
    """

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    turn: Callable[[Parameters], Turn]
    certificate_turn: Callable[[Parameters], Turn]
    as_played: Callable[[Parameters], Turn]
    unit: str
    actions: tuple[str, ...]
    usual_goal: int
    inside: Inside
    effort: float
    outcomes: Callable[[Parameters], float]
    most_race_goal: int
    race_seconds: float
    race_rounds: float = 1.0
    wipes: bool = False
    most_policy_goal: int = 0
    most_mixed: int = 0
    learnt: bool = False
    must_throw: bool = False
    width: float = 1.0
    most_entry: int = 0
    version: int = 1
    versions: Mapping[str, int] = field(default_factory=dict)

    def version_of(self, question: str) -> int:
        """The version of a question about it, by the beginning of its name."""
        return self.versions.get(question, self.version)

    @property
    def positions(self) -> bool:
        """Whether there is more to decide in a turn than to roll the same again or to hold."""
        return self.inside in (Inside.POSITION, Inside.NOTHING)

    @property
    def most_alone_goal(self) -> int:
        """Largest goal of one player alone; throws made at once have an outcome for nearly every point."""
        return self.most_race_goal if self.must_throw else 1000

    def weight(self, given: Parameters) -> float:
        """About how much longer a turn takes to solve by these parameters than by the usual ones."""
        usual = {
            parameter.name: parameter.default
            for parameter in self.parameters
            if parameter.default is not None
        }
        return (BESIDES + self.outcomes(given)) / (BESIDES + self.outcomes(usual))

    def race_pace(self, given: Parameters) -> float:
        """Seconds of a race by the third power of its goal, but for its weight, wipes included."""
        settles = self.race_rounds > 1.0 and self.turn(given).wipes
        return self.race_seconds * (self.race_rounds if settles else 1.0)

    def steps(self, given: Parameters) -> float:
        """About what a turn total of a turn takes to solve, in outcomes of Pig."""
        return self.effort * (BESIDES + self.outcomes(given))

    def moves(self, given: Parameters) -> float:
        """About what a turn total takes to solve in lanes: outcomes, and twice the ways to go on."""
        compiled = tables(self.turn(given))
        return float(compiled.probability.size + 2 * compiled.next_throw.size)

    def making(self, given: Parameters) -> float:
        """About the seconds in which its turn is made and compiled, whatever the goal."""
        return OUTCOME_SECONDS * self.written(given)

    def written(self, given: Parameters) -> float:
        """About how many outcomes its throws have, whatever the goal."""
        return self.outcomes({parameter.name: given[parameter.name] for parameter in self.parameters})

    def threshold(self, given: Parameters) -> float:
        """The turn total from which holding is optimal; of dice thrown once, that of one die, the most."""
        if self.inside is Inside.DICE:
            return float(given["sides"]) ** 2 / 2.0
        return float(self.turn(given).critical_threshold())

    def goal(self, most: int, usual: int | None = None) -> Parameter:
        """The goal as a parameter, up to what a solver is made for; more than `usual` only if it is said."""
        default = self.usual_goal if usual is None else min(self.usual_goal, usual)
        return Parameter("goal", int, "Points to win.", self.unit, 2, most, default, words="points to win")

    def scores(self, name: str, whose: str) -> Dimension:
        """Banked scores below the goal as a dimension."""
        words = f"{name} score".replace("_", " ")
        return Dimension(name, self.unit, f"Banked score of {whose}.", below_goal, words=words)


# What most games are like.
USUAL: dict[str, Any] = {
    "unit": "points",
    "actions": ("hold", "roll"),
    "usual_goal": 100,
    "inside": Inside.HOLD_AT,
    "effort": 1.0,
    "outcomes": lambda given: 1.0,
}


def game_of(build: Callable[..., Turn], *, thrown: Callable[..., Turn] | None = None, **row: Any) -> Game:
    """A game from its row.

    Parameters
    ----------
    build : function of the parameters by name that gives the turn
    thrown : function of the parameters by name that gives the turn for certificates; None for `build`
    row : fields of the game, where it is not USUAL
    """
    turn = _built(build, row["parameters"])
    certificate_turn = turn if thrown is None else _built(thrown, row["parameters"])

    def as_played(given: Parameters) -> Turn:
        return turn({name: value for name, value in given.items() if name != "goal"})

    return Game(turn=turn, certificate_turn=certificate_turn, as_played=as_played, **USUAL | row)


def _built(build: Callable[..., Turn], parameters: tuple[Parameter, ...]) -> Callable[[Parameters], Turn]:
    # Farkle's takes 0.3 s, and every dimension of a question asks for it.
    built = lru_cache(maxsize=256)(build)

    def turn(given: Parameters) -> Turn:
        plain = built(**{parameter.name: parameter.kind(given[parameter.name]) for parameter in parameters})
        entry = int(given.get("entry", plain.entry))
        if entry == plain.entry and not plain.must_throw:
            return plain
        return _with_house_rules(plain, entry, int(given.get("goal", 0)))

    return turn


@lru_cache(maxsize=64)
def _with_house_rules(turn: Turn, entry: int, goal: int) -> Turn:
    """A turn with an entry, and with what must be thrown made at once, if there is a goal."""
    made = made_at_once(turn, goal) if goal else turn
    return made if made.entry == entry else replace(made, entry=entry)

"""Questions: optimal play of a race of two, for every game."""

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.games.turn import Turn
from solvers.outputs import chances, fairness, policies, proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, two
from solvers.questions.decision import first_turn, loses_by, to_the_other, turn_totals
from solvers.questions.dimension import Dimension
from solvers.questions.exact import Exact, largest_difference, refuse_long
from solvers.questions.following import Loses, ahead, first_of
from solvers.questions.game import Game, Inside
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Form, Picture
from solvers.questions.question import Question
from solvers.race import exact as exact_race
from solvers.race import policy as race_policy
from solvers.race import solve as race
from solvers.race.certificate import residual
from solvers.race.question_handicap import handicaps
from solvers.turns import certificate_of_choices as choices
from solvers.turns.certificate_of_turns import Ends

PAIR = ("banked", "opponent")
STATE = ("banked", "opponent", "turn_total")
FIRST = ("turn_total", "position")

# Time of turns of one throw (`one_throw`), relative to sweeps of other turns.
ONE_THROW = 0.6


def _question(game: Game) -> Question:
    def solve(**given: Any) -> race.Race:
        return race.optimal_play(game.turn(given), given["goal"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual(game.certificate_turn(given), int(given["goal"]), stored["value"])

    def exact(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> Exact:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        refuse_long(goal, exact_race.most_goal(turn))
        found = exact_race.solve(turn, goal, stored["value"])
        return Exact(
            "win probability",
            found.value[0, 0],
            largest_difference(stored["value"], found.value),
            found.improved,
        )

    def seconds(given: Parameters) -> float:
        turn = game.turn(given)
        race = game.race_pace(given) * game.weight(given) * float(given["goal"]) ** 3
        if len(turn.throws) == len(turn.positions) == 1:
            race *= ONE_THROW
        # Values after a wipe are iterated.
        fixed = 0.0003 + 2e-6 * game.effort + (0.001 if turn.wipes else 0.0)
        return fixed + game.making(given) + race

    inside, dimensions = _inside(game)
    return Question(
        name=f"race.{game.name}",
        version=game.version_of("race"),
        title=f"Two players of {game.title} in turn, both playing for the win",
        game=game,
        contest=RACE,
        players=two(BEST),
        positions=game.positions,
        parameters=(game.goal(game.most_race_goal), *game.parameters),
        dimensions=(
            game.scores("banked", "the player about to move"),
            game.scores("opponent", "the other player"),
            *dimensions,
        ),
        outputs=(*OUTCOME, *how_fair(game), *inside, proofs.residual()),
        solve=solve,
        certify=certify,
        exact=exact,
        seconds=seconds,
        pictures=(*_inside_pictures(game), SURFACE),
    )


# As in Figures 2 and 3 of the survey (Neller, Russell & Markov 2012).
BOUNDARY = (
    Picture(
        name="boundary",
        title="Boundary between rolling and holding",
        output="hold_at",
        form=Form.SURFACE,
        dims=("opponent", "banked"),
    ),
    Picture(
        name="slices",
        title="When to roll or hold",
        output="policy",
        dims=("opponent", "turn_total", "banked"),
    ),
    Picture(
        name="cuts",
        title="Turn total to hold at",
        output="hold_at",
        form=Form.CUTS,
        dims=("opponent", "banked"),
    ),
)
FIRST_TURN = Picture(
    name="first-turn-policy",
    title="Best choice in the first turn",
    output="first_turn_policy",
    dims=("position", "turn_total"),
)
SURFACE = Picture(
    name="surface",
    title="Chance to win, by score",
    output="value",
    form=Form.SURFACE,
    dims=("opponent", "banked"),
)
OUTCOME = (
    chances.win_probability(**first_of("value")),
    fairness.first_player_advantage(follows=ahead, follows_from=("value",)),
    tables.value(dims=PAIR, proved=True),
)


def _inside_pictures(game: Game) -> tuple[Picture, ...]:
    """Pictures of when to roll, for games where it can be drawn."""
    if game.inside is Inside.HOLD_AT:
        return BOUNDARY
    return (FIRST_TURN,) if game.inside is Inside.POSITION else ()


def how_fair(game: Game) -> tuple[Output, ...]:
    """Outputs: handicaps that make the race even."""
    return handicaps(
        game.unit, of=lambda solved: solved.value, follows=lambda value: value, follows_from=("value",)
    )


def _inside(game: Game) -> tuple[tuple[Output, ...], tuple[Dimension, ...]]:
    """Outputs about decisions within a turn, and their dimensions."""
    if game.inside is Inside.DICE:
        loses = _loses(game, lambda turn, ends, own: choices.loss_of_opening(turn, ends, own - 1))
        dice = policies.dice(dims=PAIR, of=lambda solved: race_policy.inside(solved).openings() + 1, **loses)
        return (dice,), ()
    if game.inside is Inside.NOTHING:
        # Positions depend on the scoring table, so no labels fit all cases of a sweep.
        # `race_policy.inside(...).turn_at` has the policy.
        return (), ()
    if game.inside is Inside.POSITION:
        loses = _loses(game, choices.loss_of_first_turn)
        return first_turn(game, lambda solved: race_policy.inside(solved).first_turn(solved.goal), loses)
    return _thresholds(game), (turn_totals(game),)


def _thresholds(game: Game) -> tuple[Output, ...]:
    def advantage(given: Parameters, value: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        return choices.advantage(turn, choices.Stakes(to_the_other(value), 1.0).ends(turn))

    totals, actions = (_loses(game, loss) for loss in (choices.loss_of_hold_at, choices.loss_of_policy))
    return (
        policies.hold_at(dims=PAIR, points=game.unit, of=race_policy.hold_at, **totals),
        policies.policy(dims=STATE, of=race_policy.policy, flags=game.actions, **actions),
        policies.advantage(of=race_policy.advantage, follows=advantage, follows_from=("value",)),
    )


def _loses(game: Game, loss: Callable[[Turn, Ends, NDArray[Any]], NDArray[Any]]) -> Loses:
    """How choices lose, by a function of the turn, of the values of its ends, and of the choices."""
    return loses_by(game, loss, to_the_other, "value")


QUESTIONS = tuple(_question(game) for game in WITH_HOUSE_RULES)

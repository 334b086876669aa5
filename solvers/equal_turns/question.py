"""Questions about optimal play of two players with equal turns, for every game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie, codes, told
from solvers.equal_turns import certificate_of_choices as choices
from solvers.equal_turns.certificate import first_handed, residual, second_handed
from solvers.equal_turns.certificate_of_last_turns import after_goal
from solvers.equal_turns.fractions import exact as exact_contest
from solvers.equal_turns.policy import inside, last_hold_at, last_openings
from solvers.equal_turns.solve import EqualTurns, optimal_play
from solvers.outputs import chances, fairness, policies, proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, two
from solvers.questions import game as games
from solvers.questions.decision import first_turn
from solvers.questions.dimension import Dimension
from solvers.questions.exact import Exact, largest_difference, refuse_long
from solvers.questions.following import Loses, ahead, first_of
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_ALL_GAINS
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.picture import Form, Picture
from solvers.questions.question import Question
from solvers.race.question import how_fair

# Games with no choice but to roll or to hold: all of them, and those without wipes.
ONE_THROW = tuple(game for game in WITH_ALL_GAINS if game.most_policy_goal)
ONE_THROW_WITHOUT_WIPES = tuple(game for game in ONE_THROW if not game.wipes)
PAIR = ("banked", "opponent")
VALUES = ("value", "second_value")


def tie_among(ties: Sequence[Tie]) -> Parameter:
    """The parameter for the tie rule of two players.

    Parameters
    ----------
    ties : tie rules that are solved
    """
    meaning = f"What a tie at the end of a round means. {told((tie, tie.rule.meaning) for tie in ties)}"
    least, most = int(min(ties)), int(max(ties))
    return Parameter(
        "tie", int, meaning, "", least, most, int(Tie.SHARED), words="tie rule", codes=codes(ties)
    )


TIE = tie_among(tuple(Tie))


def _question(game: Game) -> Question:
    def solve(**given: Any) -> EqualTurns:
        return optimal_play(game.turn(given), given["goal"], Tie(given["tie"]))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual(
            game.certificate_turn(given),
            int(given["goal"]),
            Tie(int(given["tie"])),
            stored["value"],
            stored["second_value"],
            stored.get("tie_value"),
            stored.get("last_value"),
        )

    def exact(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> Exact:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        refuse_long(goal, exact_contest.most_goal(turn))
        values, tie_value = (stored["value"], stored["second_value"]), float(stored.get("tie_value", 0.5))
        found = exact_contest.solve(turn, goal, Tie(int(given["tie"])), *values, tie_value)
        pairs = [(values[0], found.value), (values[1], found.second_value)]
        if "last_value" in stored:
            pairs.append((stored["last_value"], found.last_value))
        if "tie_value" in stored:
            pairs.append((np.array([tie_value]), np.array([found.tie_value], object)))
        differences = [largest_difference(floats, fractions) for floats, fractions in pairs]
        return Exact("win probability", found.value[0, 0], float(np.max(differences)), found.improved)

    inside, dimensions = _inside(game)
    return Question(
        name=f"equal_turns.{game.name}",
        version=game.version_of("equal_turns"),
        title=f"Two players of {game.title} with equal turns, both playing for the win",
        game=game,
        contest=EQUAL_TURNS,
        players=two(BEST),
        positions=game.positions,
        parameters=(game.goal(game.most_race_goal), TIE, *game.parameters),
        dimensions=(
            game.scores("banked", "the player about to move"),
            game.scores("opponent", "the other player"),
            points_behind(game),
            *dimensions,
        ),
        outputs=(
            *OUTCOME,
            *how_fair(game),
            *inside,
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        exact=exact,
        seconds=lambda given: _seconds(game, given),
        pictures=(*(BOUNDARY if game.inside is games.Inside.HOLD_AT else ()), *SURFACES),
    )


def points_behind(
    game: Game,
    name: str = "behind",
    meaning: str = "Points by which the second player is behind before the last turn.",
) -> Dimension:
    """Dimension of the points behind the best score, from 1 to the goal.

    Parameters
    ----------
    game : the game
    name, meaning : of the dimension
    """
    return Dimension(
        name,
        game.unit,
        meaning,
        lambda given: np.arange(1, int(given["goal"]) + 1),
        words="points behind" if name == "behind" else name.replace("_", " "),
    )


BOUNDARY = tuple(
    Picture(name=name, title=title, output=output, form=Form.SURFACE, dims=("opponent", "banked"))
    for name, title, output in (
        ("boundary", "When the first player holds", "hold_at"),
        ("second-boundary", "When the second player holds", "second_hold_at"),
    )
)
SURFACES = tuple(
    Picture(name=name, title=title, output=output, form=Form.SURFACE, dims=("opponent", "banked"))
    for name, title, output in (
        ("surface", "First player's chance to win", "value"),
        ("second-surface", "Second player's chance to win", "second_value"),
    )
)
OUTCOME = (
    chances.win_probability(**first_of("value")),
    fairness.first_player_advantage(follows=ahead, follows_from=("value",)),
    tables.value(dims=PAIR, proved=True),
    tables.second_value(proved=True),
    tables.last_value(dims=("behind",), proved=True),
    tables.tie_value(proved=True),
)


def _inside(game: Game) -> tuple[tuple[Output, ...], tuple[Dimension, ...]]:
    """Outputs about single turns, and the dimensions that they need."""
    if game.inside is games.Inside.HOLD_AT:
        return _hold_at(game), ()
    if game.inside is games.Inside.DICE:
        return _dice(game), ()
    if game.inside is games.Inside.NOTHING:
        return (), ()
    meaning = "Points at risk in this turn, those of the last roll included; to twice the goal."
    totals = Dimension("turn_total", game.unit, meaning, lambda given: np.arange(2 * int(given["goal"])))
    loses = _first(game, choices.loss_of_first_turn)
    return first_turn(game, lambda solved: inside(solved).first.first_turn(2 * solved.goal), loses, totals)


def _handed(game: Game, given: Parameters, second_value: NDArray[Any]) -> NDArray[Any]:
    """The first player's value of handing over the turn, from the certificate."""
    turn, goal = game.certificate_turn(given), int(given["goal"])
    return first_handed(turn, goal, after_goal(turn, goal, Tie(int(given["tie"]))), second_value)


def _first(game: Game, loss: Callable[..., Any]) -> Loses:
    """Loss by choices of the first player; `loss` takes the turn, the values of handing over, the choices."""

    def loses(given: Parameters, own: NDArray[Any], second_value: NDArray[Any]) -> Any:
        return loss(game.certificate_turn(given), _handed(game, given, second_value), own)

    return Loses(loses=loses, follows_from=("second_value",))


def _second(game: Game, loss: Callable[..., Any]) -> Loses:
    """Loss by choices of the second player, if the first is below the goal."""

    def loses(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> Any:
        turn = game.certificate_turn(given)
        return loss(turn, second_handed(turn, int(given["goal"]), value), own)

    return Loses(loses=loses, follows_from=("value",))


def _last(game: Game, loss: Callable[..., Any]) -> Loses:
    """Loss by choices of the second player in the last turn."""

    def loses(given: Parameters, own: NDArray[Any], tie_value: NDArray[Any]) -> Any:
        return loss(game.certificate_turn(given), 1.0 - float(tie_value), own)

    return Loses(loses=loses, follows_from=("tie_value",))


def _hold_at(game: Game) -> tuple[Output, ...]:
    def past_goal(turn: Any, handed: NDArray[Any], own: NDArray[Any]) -> Any:
        return choices.loss_of_hold_at(turn, handed, own, len(own))

    return (
        policies.hold_at(
            dims=PAIR,
            points=game.unit,
            of=lambda solved: inside(solved).first.hold_at(),
            **_first(game, choices.loss_of_hold_at),
        ),
        policies.hold_past_goal(
            dims=PAIR,
            of=lambda solved: inside(solved).first.hold_at(solved.goal),
            **_first(game, past_goal),
            points=game.unit,
        ),
        policies.second_hold_at(
            of=lambda solved: inside(solved).second.hold_at(),
            **_second(game, choices.loss_of_hold_at),
            points=game.unit,
        ),
        policies.last_hold_at(
            dims=("behind",),
            of=lambda solved: last_hold_at(solved.turn, solved.goal, 1.0 - solved.tie_value),
            **_last(game, choices.loss_of_last_hold_at),
            points=game.unit,
        ),
    )


def _dice(game: Game) -> tuple[Output, ...]:
    def dice(loss: Callable[..., Any]) -> Callable[..., Any]:
        return lambda turn, known, own: loss(turn, known, own - 1)

    return (
        policies.dice(
            dims=PAIR,
            of=lambda solved: inside(solved).first.openings() + 1,
            **_first(game, dice(choices.loss_of_opening)),
        ),
        policies.second_dice(
            of=lambda solved: inside(solved).second.openings() + 1,
            **_second(game, dice(choices.loss_of_opening)),
        ),
        policies.last_dice(
            of=lambda solved: last_openings(solved.turn, solved.goal, 1.0 - solved.tie_value) + 1,
            **_last(game, dice(choices.loss_of_last_opening)),
        ),
    )


def _seconds(game: Game, given: Parameters) -> float:
    """Seconds for sweeps of both seats, where the first's extend beyond the goal and no outcomes are merged,
    and for what follows the goal, about a dozen times if a tie goes on.
    """
    goal, threshold, longest = float(given["goal"]), game.threshold(given), game.turn(given).longest_gain
    beyond = 0.0 if game.inside is games.Inside.DICE else 0.7 * threshold
    all_outcomes = {name: value for name, value in given.items() if name != "goal"}
    second, first = game.weight(given) * goal, game.weight(all_outcomes) * (goal + 2.0 * beyond)
    rows, fixed = 2.0 * goal + 5.0 * threshold + longest, 0.0012
    if given["tie"] == Tie.AGAIN:
        rows, fixed = rows + 24.0 * (beyond + longest), 0.006
    sweeps = 1.3 * game.race_pace(given) * goal**2 * (second + first)
    fixed += 1.2e-5 * longest
    return fixed + game.making(given) + sweeps + 3.5e-8 * game.steps(all_outcomes) * rows


QUESTIONS = tuple(_question(game) for game in WITH_ALL_GAINS)

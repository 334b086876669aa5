"""Questions about fixed policies against each other in a race, in both seats."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.fixed import certificate_of_pairs as pairs_certificate
from solvers.fixed.head_to_head import HeadToHead, head_to_head
from solvers.fixed.hold_at_pairs import HoldAtPairs, hold_at_pairs
from solvers.fixed.question_parts import ONE_THROW, PAIR, goal, named
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.in_turn.lasting.certificate import TURNS
from solvers.outputs import chances, fairness, lengths, policies, proofs, tables
from solvers.outputs.declared import FIRST, Declared
from solvers.outputs.output import Output
from solvers.players.known import Known, parts_of
from solvers.players.player import holding_at, seated
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows, Loses, ahead, first_of, in_seats, starts
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Picture
from solvers.questions.question import Question
from solvers.race.question_handicap import handicaps
from solvers.turns.certificate_of_fixed import head_to_head_residual, lasting_residual
from solvers.turns.wipes import refuse_unknown

RULES = ("first_hold_at", "second_hold_at")
_AVERAGE = Follows(
    follows=lambda given, wins: 0.5 * (wins + (1.0 - wins.T)), follows_from=("win_probability",)
)
_WORST = Follows(
    follows=lambda given, average: average.min(axis=1), follows_from=("average_win_probability",)
)


def _loss(given: Parameters, own: NDArray[Any], average: NDArray[Any]) -> NDArray[Any]:
    """By how much replies win less often than the best reply."""
    there = (own >= 1) & (own <= len(average))
    taken = average[np.where(there, own - 1, 0), np.arange(own.size)]
    return np.where(there, average.max(axis=0) - taken, np.inf)


_BEST = Loses(loses=_loss, follows_from=("average_win_probability",))


def _up_to_goal(parameters: Parameters) -> NDArray[Any]:
    return np.arange(1, int(parameters["goal"]) + 1)


WORST = Picture(name="worst", title="Least chance to win, by rule", output="worst_win_probability")


def pairs_outputs(unit: str, dims: tuple[str, str] = RULES) -> tuple[Output, ...]:
    """Outputs of all rules against all, with the dimensions of the first and the second rule."""
    dice = policies.best_reply_dice(of=attrgetter("best_reply"), **_BEST)
    reply = dice if unit == "dice" else policies.best_reply(points=unit, **_BEST)
    return (
        chances.win_probability(dims=dims, proved=True),
        chances.average_win_probability(dims=dims, of=attrgetter("average"), **_AVERAGE),
        chances.worst_win_probability(dims=dims[:1], of=attrgetter("worst_case"), **_WORST),
        reply,
        proofs.residual(),
    )


def _all_pairs(game: Game) -> Question:
    def solve(**given: Any) -> HoldAtPairs:
        return hold_at_pairs(game.turn(given), given["goal"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return pairs_certificate.residual(
            game.certificate_turn(given), int(given["goal"]), stored["win_probability"]
        )

    def seconds(given: Parameters) -> float:
        # Turns that hold at each turn total; then all pairs of them at all scores, for each gain.
        goal, turn = float(given["goal"]), game.turn(given)
        pairs = 6e-5 + goal**3 * (4e-7 + 8e-10 * min(turn.longest_gain, goal) * goal)
        if not game.wipes:
            return pairs
        # Values after a wipe are iterated.
        outcomes = len(turn.throws[0].outcomes)
        return pairs + 1.3e-4 + goal**3 * (1.2e-5 + outcomes * (1.5e-7 + 2.1e-9 * goal))

    return Question(
        name=named("head_to_head", "hold_at", game),
        version=1 + game.version_of("head_to_head.hold_at"),
        title=f"Hold at n against hold at m in a race of {game.title}, all n and m at once",
        game=game,
        contest=RACE,
        players=seated(*map(holding_at, RULES)),
        positions=False,
        parameters=(goal(game), *game.parameters),
        dimensions=(
            Dimension(RULES[0], game.unit, "Turn total at which the first player holds.", _up_to_goal),
            Dimension(RULES[1], game.unit, "Turn total at which the second player holds.", _up_to_goal),
        ),
        outputs=pairs_outputs(game.unit),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(WORST,),
    )


def turns_outputs(
    waiting: Declared, dims: tuple[str, ...] = PAIR, table: Callable[[str], Any] = attrgetter
) -> tuple[Output, ...]:
    """Outputs about the length of a game.

    Parameters
    ----------
    waiting : turns to come when the second player is about to move
    dims : dimensions of the tables
    table : function from a table's name to how it is read off an answer
    """
    return (
        lengths.expected_turns(**first_of("turns_left")),
        lengths.turns_left(dims=dims, of=table("turns_left"), proved=True),
        waiting(dims=dims, of=table(waiting.name), proved=True),
    )


def pair_residual(
    turn: Turn, own: Sequence[Fixed], other: Sequence[Fixed], stored: Mapping[str, NDArray[Any]]
) -> float:
    """Residual of one pair, and of the length of its games if that is stored or a throw wipes.

    Parameters
    ----------
    turn : the game
    own, other : turns of both players, by the number of their scoring turns so far
    stored : tables by name

    Raises
    ------
    KeyError
        if a table of chances is missing, or a table of turns that is needed
    """
    wins = head_to_head_residual(turn, own, other, stored["value"], stored["waiting_value"])
    if not turn.wipes and not any(name in stored for name in TURNS):
        return wins
    return lasting_residual(wins, turn, own, other, *(stored[name] for name in TURNS))


def proved_pair(own: Known, other: Known, goal: int) -> HeadToHead:
    """Solve two players against each other, and how long their games last, and prove both.

    Parameters
    ----------
    own, other, goal : as for `solvers.fixed.head_to_head.head_to_head`

    Raises
    ------
    InvalidRules, NotConverged
        as there, and if the proof does not confirm the values after wipes
    """
    found = head_to_head(own, other, goal)
    turns = found.turns_left, found.waiting_turns_left
    residual = lasting_residual(found.residual, found.turn, parts_of(own), parts_of(other), *turns)
    refuse_unknown(found.turn, residual, f"{own.name} against {other.name}")
    return replace(found, residual=residual, play_out=lambda: turns)


def pair_outputs(unit: str, dims: tuple[str, ...] = PAIR) -> tuple[Output, ...]:
    """Outputs about one pair, with the values of all scores.

    Parameters
    ----------
    unit : of points in the game
    dims : dimensions of the tables: scoring turns of both players if they count them, and both scores
    """

    def table(name: str) -> Callable[[Any], NDArray[Any]]:
        return lambda solution: getattr(solution, name)[() if len(dims) > len(PAIR) else (0, 0)]

    def average(value: NDArray[Any], waiting: NDArray[Any]) -> NDArray[Any]:
        """Mean over both seats, for players without scoring turns."""
        both: NDArray[Any] = ((value + waiting) / 2.0).reshape(-1, *value.shape[-2:])[0]
        return both

    return (
        chances.win_probability(of=attrgetter("wins_first"), **first_of("value")),
        *in_seats(
            chances.average_win_probability,
            chances.win_probability_by_seat,
            attrgetter("wins_first", "wins_second"),
            starts("value", "waiting_value"),
        ),
        tables.value.of(FIRST)(dims=dims, of=table("value"), proved=True),
        tables.waiting_value(dims=dims, of=table("waiting_value"), proved=True),
        *turns_outputs(lengths.waiting_turns_left, dims, table),
        fairness.first_player_advantage(
            of=lambda solved: 2.0 * solved.wins_first - 1.0, follows=ahead, follows_from=("value",)
        ),
        *handicaps(
            unit,
            of=lambda solution: average(solution.value, solution.waiting_value),
            follows=average,
            follows_from=("value", "waiting_value"),
            by_coin=True,
        ),
        proofs.residual(),
    )


QUESTIONS = tuple(map(_all_pairs, ONE_THROW))

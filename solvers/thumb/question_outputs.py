"""Outputs of questions about a rule of thumb; in all tables the rule's own score is `banked`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags
from solvers.fixed.question_parts import PAIR
from solvers.outputs import chances, decisions, lengths, policies, tables
from solvers.outputs.declared import Declared
from solvers.outputs.output import Output
from solvers.questions.decision import loses_by, to_the_other
from solvers.questions.following import in_seats, starts
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Picture
from solvers.thumb.certificate import regrets
from solvers.thumb.question_decided import of_states
from solvers.turns import certificate_of_choices as choices

STATE = (*PAIR, "turn_total")
LOST = Picture(
    name="lost",
    title="Where the rule gives most away",
    output="lost",
    dims=("opponent", "banked"),
)


def _wins(name: str, average: Declared, by_seat: Declared, seated: bool) -> tuple[Output, Output]:
    """Outputs for the rule's win probability against an opponent, on average and by seat."""
    table = f"value_against_{name}"
    own = starts(table, f"waiting_{table}", int(seated))

    def both(solved: Any) -> tuple[float, float]:
        waiting = getattr(solved, f"waiting_{table}")
        return getattr(solved, table).flat[0], (waiting[1] if seated else waiting).flat[0]

    return in_seats(average, by_seat, both, own)


_AGAINST_ITSELF = chances.win_probability_against_itself(
    of=lambda solved: _and_other(solved.value_against_itself),
    follows=lambda given, value: _and_other(value),
    follows_from=("value_against_itself",),
)


def _and_other(value: NDArray[Any]) -> NDArray[Any]:
    """The rule's win probabilities against itself when it moves first, and second."""
    return np.array([value.flat[0], 1.0 - value.flat[0]])


CHANCES, IN_SEATS = (
    (
        *_wins(
            "optimal",
            chances.average_win_probability_against_optimal,
            chances.win_probability_against_optimal,
            seated,
        ),
        *_wins(
            "reply",
            chances.average_win_probability_against_reply,
            chances.win_probability_against_reply,
            seated,
        ),
        _AGAINST_ITSELF,
    )
    # For contests that are symmetric in both seats, and for those with a table for each seat.
    for seated in (False, True)
)
LOSSES = tuple(
    loss(
        follows=lambda given, wins: np.maximum(0.5 - wins, 0.0),
        follows_from=(f"average_win_probability_against_{other}",),
    )
    for loss, other in ((decisions.loss, "optimal"), (decisions.loss_to_reply, "reply"))
)


def of_play(game: Game, rolls: Callable[[Parameters], Flags]) -> tuple[Output, ...]:
    """Return the outputs for what decisions give away, and how often they occur.

    Parameters
    ----------
    game : the game
    rolls : function of the parameters that returns the rule's actions, int8[banked, opponent, turn_total]
    """
    return of_states(
        PAIR, "optimal_value", lambda given, value: regrets(game.certificate_turn(given), value, rolls(given))
    )


def values(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """Return the outputs for the rule's win probabilities in all states.

    Parameters
    ----------
    dims : dimensions of a state at which a turn begins
    """
    return tuple(
        declared(dims=dims, proved=True)
        for declared in (
            tables.value_against_optimal,
            tables.waiting_value_against_optimal,
            tables.value_against_reply,
            tables.waiting_value_against_reply,
            tables.value_against_itself,
        )
    )


def of_lengths(dims: tuple[str, ...], seated: bool) -> tuple[Output, ...]:
    """Return the outputs for the length of the rule's games against optimal play and its best reply.

    Parameters
    ----------
    dims : dimensions of a state at which a turn begins
    seated : whether the first of these is a seat
    """
    each = (
        (
            lengths.expected_turns_against_optimal,
            lengths.turns_left_against_optimal,
            lengths.waiting_turns_left_against_optimal,
        ),
        (
            lengths.expected_turns_against_reply,
            lengths.turns_left_against_reply,
            lengths.waiting_turns_left_against_reply,
        ),
    )
    return tuple(
        output
        for whole, left, waiting in each
        for output in (
            whole(**starts(left.name, waiting.name, int(seated))),
            left(dims=dims, proved=True),
            waiting(dims=dims, proved=True),
        )
    )


def reply_hold_at(game: Game) -> tuple[Output]:
    """Return the output for the best reply's policy, whose win probabilities are 1 minus the rule's."""
    best = loses_by(game, choices.loss_of_hold_at, to_the_other, "value_against_reply")
    return (policies.reply_hold_at(points=game.unit, **best),)


def of_optimal_play(game: Game) -> tuple[Output, Output]:
    """Return the outputs for the value of optimal play, and for its policy against the rule."""
    best = loses_by(game, choices.loss_of_policy, to_the_other, "optimal_value")
    return (
        tables.optimal_value(proved=True),
        policies.optimal_policy(dims=STATE, flags=game.actions, **best),
    )

"""The outputs of a question about a rule of thumb; in all tables the rule's own score is `banked`."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from solvers.arrays import Flags
from solvers.fixed.question_parts import PAIR
from solvers.outputs import chances, decisions, policies, tables
from solvers.outputs.declared import Declared
from solvers.questions.decision import loses_by, to_the_other
from solvers.questions.following import first_of, mean_of
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Picture
from solvers.questions.question import Output
from solvers.thumb.certificate import regrets
from solvers.thumb.question_decided import of_states
from solvers.turns import certificate_of_choices as choices

STATE = (*PAIR, "turn_total")
LOST = Picture(
    name="lost",
    title="What the rule gives away in a game, by the scores at which it does",
    output="lost",
    dims=("opponent", "banked"),
)


def _wins(name: str, declared: tuple[Declared, ...], in_seats: bool) -> tuple[Output, ...]:
    """The rule's chances to win against somebody, over both seats and in each."""
    table, wins = f"value_against_{name}", f"wins_against_{name}"
    follows = (
        mean_of(f"{wins}_first", f"{wins}_second"),
        first_of(table),
        first_of(f"waiting_{table}", int(in_seats)),
    )
    return tuple(
        own(of=partial(_won, name, end, in_seats), **following)
        for own, end, following in zip(declared, chances.SEATS, follows, strict=True)
    )


def _won(name: str, end: str, in_seats: bool, solved: Any) -> float:
    """The rule's chance in a seat, or in both."""
    waiting = getattr(solved, f"waiting_value_against_{name}")
    first, second = (
        table.flat[0]
        for table in (getattr(solved, f"value_against_{name}"), waiting[1] if in_seats else waiting)
    )
    return float({"": (first + second) / 2.0, "_first": first, "_second": second}[end])


_AGAINST_ITSELF = (
    chances.wins_against_itself_first(
        of=lambda solved: solved.value_against_itself.flat[0], **first_of("value_against_itself")
    ),
    chances.wins_against_itself_second(
        of=lambda solved: 1.0 - solved.value_against_itself.flat[0],
        follows=lambda given, value: 1.0 - value.flat[0],
        follows_from=("value_against_itself",),
    ),
)
CHANCES, IN_SEATS = (
    (
        *_wins("optimal", chances.AGAINST_OPTIMAL, in_seats),
        *_wins("reply", chances.AGAINST_REPLY, in_seats),
        *_AGAINST_ITSELF,
    )
    # Of contests that are the same for both seats, and of those in which tables have one for each.
    for in_seats in (False, True)
)
LOSSES = (
    decisions.loss(
        follows=lambda given, wins: np.maximum(0.5 - wins, 0.0), follows_from=("wins_against_optimal",)
    ),
    decisions.loss_to_reply(
        follows=lambda given, wins: np.maximum(0.5 - wins, 0.0), follows_from=("wins_against_reply",)
    ),
)


def of_play(game: Game, rolls: Callable[[Parameters], Flags]) -> tuple[Output, ...]:
    """What decisions give away, and how often they are met.

    Parameters
    ----------
    game : any
    rolls : function of the parameters that says what the rule does, int8[banked, opponent, turn_total]
    """
    return of_states(PAIR, lambda given, value: regrets(game.certificate_turn(given), value, rolls(given)))


def values(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """The rule's chances to win from all states.

    Parameters
    ----------
    dims : of a state at which a turn begins
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


def reply_hold_at(game: Game) -> tuple[Output]:
    """What the best reply does: with its score first, it wins what the rule does not while that moves."""
    best = loses_by(game, choices.loss_of_hold_at, to_the_other, "value_against_reply")
    return (policies.reply_hold_at(points=game.unit, **best),)


def of_optimal_play(game: Game) -> tuple[Output, Output]:
    """What optimal play is worth, and what it does where its opponent is the rule."""
    best = loses_by(game, choices.loss_of_policy, to_the_other, "value")
    return (
        tables.optimal_value_of_rule(dims=PAIR, proved=True),
        policies.policy_against_rule(dims=STATE, flags=game.actions, **best),
    )

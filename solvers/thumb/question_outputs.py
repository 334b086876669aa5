"""The outputs of a question about a rule of thumb; in all tables the rule's own score is `banked`."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags
from solvers.fixed.question_parts import PAIR
from solvers.questions.following import Loses, first_of, mean_of
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Picture
from solvers.questions.question import Output, Role
from solvers.thumb import question_decided
from solvers.thumb.certificate import regrets
from solvers.turns import certificate_of_choices as choices

STATE = (*PAIR, "turn_total")
OPPONENTS = (("optimal", "optimal play"), ("reply", "its best reply"))
LOST = Picture(
    name="lost",
    title="What the rule gives away in a game, by the scores at which it does",
    output="lost",
    dims=("opponent", "banked"),
)


def _wins(name: str, words: str, in_seats: bool) -> tuple[Output, ...]:
    """The rule's chances to win against somebody, over both seats and in each."""
    table, wins = f"value_against_{name}", f"wins_against_{name}"
    return tuple(
        Output(
            name=f"{wins}{end}",
            role=Role.VALUE,
            long_name=f"against {name}{end.replace('_', ' ')}",
            meaning=f"The rule's chance to win against {words} {how}.",
            of=partial(_won, name, end, in_seats),
            **follows,
        )
        for end, how, follows in (
            ("", "if a fair coin says who moves first", mean_of(f"{wins}_first", f"{wins}_second")),
            ("_first", "when it moves first", first_of(table)),
            ("_second", "when it moves second", first_of(f"waiting_{table}", int(in_seats))),
        )
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
    Output(
        name="wins_against_itself_first",
        role=Role.VALUE,
        long_name="against itself first",
        meaning="The rule's chance to win against itself when it moves first; over both seats it is a half.",
        of=lambda solved: solved.value_against_itself.flat[0],
        **first_of("value_against_itself"),
    ),
    Output(
        name="wins_against_itself_second",
        role=Role.VALUE,
        long_name="against itself second",
        meaning="The rule's chance to win against itself when it moves second.",
        of=lambda solved: 1.0 - solved.value_against_itself.flat[0],
        follows=lambda given, value: 1.0 - value.flat[0],
        follows_from=("value_against_itself",),
    ),
)
CHANCES, IN_SEATS = (
    (
        *(output for name, words in OPPONENTS for output in _wins(name, words, in_seats)),
        *_AGAINST_ITSELF,
    )
    # Of contests that are the same for both seats, and of those in which tables have one for each.
    for in_seats in (False, True)
)
LOSSES = (
    question_decided.chance_given_away(
        "Chance to win that the rule lacks to a half against optimal play, over both seats.",
        lambda given, wins: np.maximum(0.5 - wins, 0.0),
        "wins_against_optimal",
    ),
    Output(
        name="loss_to_reply",
        role=Role.DIFFERENCE,
        long_name="lost to reply",
        meaning="Chance to win that the rule lacks to a half against its best reply, over both seats.",
        follows=lambda given, wins: np.maximum(0.5 - wins, 0.0),
        follows_from=("wins_against_reply",),
    ),
)
DECIDED = (
    question_decided.expected_regret(
        "regret a game",
        "What the rule's decisions give away in a game against optimal play, in all: the loss again.",
    ),
    question_decided.right_decisions(
        "Share of the decisions met in a game against optimal play that give away nothing."
    ),
)


def of_play(game: Game, rolls: Callable[[Parameters], Flags]) -> tuple[Output, ...]:
    """What decisions give away, and how often they are met.

    Parameters
    ----------
    game : any
    rolls : function of the parameters that says what the rule does, int8[banked, opponent, turn_total]
    """
    return (
        question_decided.lost(
            PAIR,
            "lost a game",
            "What the rule's decisions give away in a game in the turns from these scores.",
        ),
        question_decided.regret(
            STATE,
            "Chance to win that the rule's decision gives away if both play on optimally after it.",
            lambda given, value: regrets(game.certificate_turn(given), value, rolls(given)),
        ),
        question_decided.visits(
            STATE,
            "visits a game",
            "How often the rule comes there in a game against optimal play, if a fair coin says who moves"
            " first; at turn total 0 it begins a turn.",
        ),
    )


def values(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """The rule's chances to win from all states.

    Parameters
    ----------
    dims : of a state at which a turn begins
    """
    where = "from these scores" + (" and busts in a row" if len(dims) > len(PAIR) else "")
    return (
        *(output for name, words in OPPONENTS for output in _value(name, words, dims, where)),
        Output(
            name="value_against_itself",
            role=Role.VALUE,
            dims=dims,
            long_name="against itself",
            meaning=f"The rule's chance to win against itself {where} when about to move.",
            proved=True,
        ),
    )


def _value(name: str, words: str, dims: tuple[str, ...], where: str) -> tuple[Output, Output]:
    """The rule's chances to win against somebody."""
    return (
        Output(
            name=f"value_against_{name}",
            role=Role.VALUE,
            dims=dims,
            long_name=f"against {name}",
            meaning=f"The rule's chance to win against {words} {where} when about to move.",
            proved=True,
        ),
        Output(
            name=f"waiting_value_against_{name}",
            role=Role.VALUE,
            dims=dims,
            long_name=f"waiting against {name}",
            meaning=f"The rule's chance to win against {words} {where} while that moves next.",
            proved=True,
        ),
    )


def reply_hold_at(game: Game) -> tuple[Output]:
    """What the best reply does."""

    def loss(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        # With the reply's score first: what it wins while the rule is about to move.
        turn = game.certificate_turn(given)
        return choices.loss_of_hold_at(turn, choices.Stakes(1.0 - value.T, 1.0).ends(turn), own)

    return (
        Output(
            name="reply_hold_at",
            role=Role.CHOICE,
            dims=PAIR,
            dtype="int16",
            unit=game.unit,
            long_name="reply's hold at",
            meaning=(
                "Least turn total at which the best reply holds with the score `banked`, while the rule has"
                " `opponent`; it may throw again at a greater one."
            ),
            **Loses(loses=loss, follows_from=("value_against_reply",)),
        ),
    )


def of_optimal_play(game: Game) -> tuple[Output, Output]:
    """What optimal play is worth, and what it does where its opponent is the rule."""

    def loss(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        return choices.loss_of_policy(turn, choices.Stakes(1.0 - value.T, 1.0).ends(turn), own)

    worth = "Chance of the player about to move to win, with the score `banked`, if both play optimally."
    return (
        Output(
            name="value",
            role=Role.VALUE,
            dims=PAIR,
            long_name="optimal win probability",
            meaning=worth,
            proved=True,
        ),
        Output(
            name="policy",
            role=Role.CHOICE,
            dims=STATE,
            dtype="int8",
            unit="",
            long_name="optimal action",
            meaning="What optimal play does with the score `banked` at this turn total; a tie holds.",
            flags=game.actions,
            **Loses(loses=loss, follows_from=("value",)),
        ),
    )

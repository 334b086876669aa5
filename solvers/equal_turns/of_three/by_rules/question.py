"""The question about three rules of thumb with equal turns, for games without wipes and with one throw."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three import question as of_three
from solvers.equal_turns.of_three.by_rules.certificate import Stored, residual
from solvers.equal_turns.of_three.by_rules.solve import trio
from solvers.equal_turns.of_three.solve import MOST_GOAL
from solvers.equal_turns.question import ONE_THROW_WITHOUT_WIPES
from solvers.games.turn import Turn
from solvers.in_turn_of_many.question_parts import (
    SEAT_VALUE,
    STATE,
    VALUE,
    WIN_PROBABILITY,
    Asked,
    InTurn,
    seats,
)
from solvers.outputs import lengths, tables
from solvers.players.ruled import Ruled
from solvers.questions import own_rules
from solvers.questions.following import first_of
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.rule_parameters import ruled_told

Residual = Callable[[Turn, int, Tie, Sequence[Ruled], Stored], float]
LEADING = seats(
    "leading",
    "Who has the best score before the last turn: 1 the first player, 2 the second, 3 both of them.",
    "leading player",
)
UNTIED = seats("untied", "The seat that is not tied, the two others being so.", "player not tied")
LAST_VALUE = tables.last_value(dims=("leading", "behind", "seat"), proved=True)
TIE_VALUE = replace(of_three.TIE_VALUE, dims=("untied",))


def certify(
    residual: Residual,
    value: str,
    tie_value: str,
    turn: Turn,
    given: Parameters,
    rules: Sequence[Ruled],
    stored: Mapping[str, NDArray[Any]],
) -> float:
    """The residual of the stored tables.

    `value` is the name of the table of all scores below the goal, `tie_value` that of the values of ties of
    two.
    """
    after = ("last_value", "after_value", tie_value, "three_tie_value", "turns_left")
    known = Stored(stored[value], *map(stored.get, after))
    return residual(turn, int(given["goal"]), Tie(int(given["tie"])), rules, known)


def _seconds(game: Game, given: Parameters) -> float:
    """Seconds for all states, their certificate, and what follows the goal."""
    goal, longest = float(given["goal"]), game.turn(given).longest_gain
    most = goal + longest
    rounds = 1e-3 + 4e-4 * longest if given["tie"] == Tie.AGAIN else 0.0
    states = goal**3 * (7e-7 + 2.7e-7 * longest)
    return 1.1e-3 + game.making(given) + states + 3e-6 * most * longest + rounds


WITH_EQUAL_TURNS = InTurn(
    EQUAL_TURNS,
    (*ONE_THROW_WITHOUT_WIPES, own_rules.ONE_THROW_OF_THREE),
    lambda game: game.goal(MOST_GOAL, of_three.USUAL_GOAL),
    ruled_told,
    (of_three.TIE,),
    lambda game: (LEADING, *of_three.after_dimensions(game), UNTIED),
    only_throws_on=True,
)
ASKED = Asked(
    name="equal_turns_trio",
    version=2,
    title="Three rules of thumb in {} with equal turns: what each wins, and how long it lasts",
    among=WITH_EQUAL_TURNS,
    best=False,
    outputs=lambda game: (
        WIN_PROBABILITY,
        lengths.expected_turns(**first_of("turns_left")),
        VALUE,
        SEAT_VALUE,
        lengths.turns_left(dims=STATE, proved=True),
        of_three.AFTER_VALUE,
        LAST_VALUE,
        TIE_VALUE,
        of_three.THREE_TIE_VALUE,
    ),
    solve=lambda given, rules: trio(Tie(int(given["tie"])), *rules),
    certify=partial(certify, residual, "seat_value", "tie_value"),
    seconds=_seconds,
)
QUESTIONS = ASKED.questions

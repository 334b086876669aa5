"""The question about the best response in a race to two rules of thumb, in each seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn
from solvers.in_turn_of_many import policy
from solvers.in_turn_of_many.certificate import Counted, loss_of_hold_at, residual
from solvers.in_turn_of_many.question_of_rules import A_RACE
from solvers.in_turn_of_many.question_parts import (
    SCORES,
    WINS_OF_RESPONSE,
    Asked,
)
from solvers.in_turn_of_many.response import respond_in_a_race
from solvers.outputs import policies, tables
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.questions.following import Loses
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.turns.played import flat

SEATS = len(SCORES)
# Seconds of a state in all seats, and per move and point to the goal, on one core of 3 GHz; and how often all
# states are solved until values after a wipe converge.
SECONDS, SECONDS_A_MOVE, ROUNDS_OF_WIPES = 3e-6, 4.5e-9, 14.0


@dataclass(frozen=True)
class ResponseToTwo:
    """The best response to two rules of thumb.

    Attributes
    ----------
    turn : the game
    value : float64[seat, mover, first, second, third], its chance to win, all scores below the goal
    residual : largest difference between these and one backup of them by another route
    """

    turn: Turn
    value: Array
    residual: float

    @property
    def win_probability(self) -> Array:
        """Chance to win from the start in each seat, float64[seat]."""
        return self.value[:, 0, 0, 0, 0].copy()

    @property
    def wins(self) -> float:
        """Chance to win if its seat is drawn at random."""
        return float(self.win_probability.mean())

    @cached_property
    def hold_at(self) -> Shorts:
        """Least turn total at which it holds, int16[seat, first, second, third]; it may roll again later."""
        return np.stack([policy.hold_at(self.turn, own, seat) for seat, own in enumerate(self.value)])


def best_response(earlier: RuleOfThumb, later: RuleOfThumb) -> ResponseToTwo:
    """Solve the best response to two rules of thumb in a race, in each seat.

    Parameters
    ----------
    earlier, later : the others, in the order of the round; for one turn and goal

    Raises
    ------
    NotConverged
        if values take too many sweeps, or the values after a wipe are not accurate enough

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = best_response(*(rule_of_thumb(f"hold at {n}", pig.turn(), 30) for n in (20, 15)))
    >>> found.win_probability.round(4).tolist()
    [0.552, 0.4659, 0.4023]
    """
    turn = earlier.turn
    rules, flattened = (earlier, later), flat(turn)
    turns = [played_by_rule(rule, flattened) for rule in rules]
    who = f"best response to {earlier.name} and {later.name}"
    value = np.stack([respond_in_a_race(turn, who, seat, turns) for seat in range(SEATS)])
    return ResponseToTwo(turn, value, _residual(rules, value))


def _counted(value: NDArray[Any], seat: int) -> Counted:
    """The quantities of a seat's values."""
    won = [np.full((1, 1, 1), float(own == seat)) for own in range(SEATS)]
    return Counted(value[seat][..., None], won, np.zeros(1))


def _residual(rules: Sequence[RuleOfThumb], value: NDArray[Any]) -> float:
    def in_seat(seat: int) -> float:
        players = [*rules[:seat], None, *rules[seat:]]
        return residual(rules[0].turn, players, _counted(value, seat))

    return float(np.max([in_seat(seat) for seat in range(SEATS)]))


def _outputs(game: Game) -> tuple[Output, ...]:
    def loss(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        return np.stack(
            [loss_of_hold_at(turn, seat, _counted(value, seat), totals) for seat, totals in enumerate(own)]
        )

    best = Loses(loses=loss, follows_from=("value",))
    hold_at = policies.hold_at.of(RESPONSE)(dims=("seat", *SCORES), points=game.unit, **best)
    return (
        *WINS_OF_RESPONSE,
        tables.value.of(RESPONSE)(dims=("seat", "mover", *SCORES), proved=True),
        *(() if game.positions else (hold_at,)),
    )


def _seconds(game: Game, given: Parameters) -> float:
    goal = float(given["goal"])
    moves = SECONDS_A_MOVE * game.moves(given) * goal
    rounds = ROUNDS_OF_WIPES if game.turn(given).wipes else 1.0
    return 0.005 + game.making(given) + rounds * goal**3 * (SECONDS + moves)


ASKED = Asked(
    name="race_of_three_response",
    version=2,
    title="Best response to two rules of thumb in a race of {}, in each seat",
    among=A_RACE,
    best=True,
    outputs=_outputs,
    solve=lambda given, rules: best_response(*rules),
    certify=lambda turn, given, rules, stored: _residual(rules, stored["value"]),
    seconds=_seconds,
)
QUESTIONS = ASKED.questions

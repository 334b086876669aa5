"""The best response in a race to two others who play by rules of thumb, in each seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Shorts
from solvers.contests.contest import RACE
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn_of_many import policy
from solvers.in_turn_of_many.certificate import Counted, loss_of_hold_at, residual
from solvers.in_turn_of_many.question_of_rules import WITHOUT_WIPES, goal_of
from solvers.in_turn_of_many.question_parts import (
    SCORES,
    SEAT_OF_RESPONSE,
    STATES,
    WHOM,
    WINS_OF_RESPONSE,
)
from solvers.in_turn_of_many.response import respond_in_a_race
from solvers.outputs import policies, proofs, tables
from solvers.players.player import BEST, by_rule, seated
from solvers.players.question_rule import rule_told, rules_of_seats
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.questions import own_rules
from solvers.questions.following import Loses
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Output, Question
from solvers.turns.played import flat

SEATS = len(SCORES)
# Seconds of a state in all seats, and for each move and point to the goal, on one core of 3 GHz.
SECONDS, SECONDS_A_MOVE = 3e-6, 4.5e-9


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
        """Chance to win if its seat is drawn."""
        return float(self.win_probability.mean())

    @cached_property
    def hold_at(self) -> Shorts:
        """Least turn total at which it holds, int16[seat, first, second, third]; it may throw again later."""
        return np.stack([policy.hold_at(self.turn, own, seat) for seat, own in enumerate(self.value)])


def best_response(earlier: RuleOfThumb, later: RuleOfThumb) -> ResponseToTwo:
    """Solve the best response to two rules of thumb in a race, in each seat.

    Parameters
    ----------
    earlier, later : those whom it meets, in the order of the round; of one turn, in which nobody is wiped,
        and goal

    Raises
    ------
    InvalidRules
        if a throw wipes, or there is an entry
    NotConverged
        if values take too many sweeps

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = best_response(*(rule_of_thumb(f"hold at {n}", pig.turn(), 30) for n in (20, 15)))
    >>> found.win_probability.round(4).tolist()
    [0.552, 0.4659, 0.4023]
    """
    turn = earlier.turn
    if turn.wipes or turn.entry:
        raise expected("turn", "a game in which nobody is wiped, without an entry", turn.name)
    rules, flattened = (earlier, later), flat(turn)
    turns = [played_by_rule(rule, flattened) for rule in rules]
    who = f"best response to {earlier.name} and {later.name}"
    value = np.stack([respond_in_a_race(turn, who, seat, turns) for seat in range(SEATS)])
    return ResponseToTwo(turn, value, _residual(rules, value))


def _counted(value: NDArray[Any], seat: int) -> Counted:
    """What is told of a seat's values."""
    won = [np.full((1, 1, 1), float(own == seat)) for own in range(SEATS)]
    return Counted(value[seat][..., None], won, np.zeros(1))


def _residual(rules: tuple[RuleOfThumb, RuleOfThumb], value: NDArray[Any]) -> float:
    def in_seat(seat: int) -> float:
        players = [*rules[:seat], None, *rules[seat:]]
        return residual(rules[0].turn, players, _counted(value, seat))

    return float(np.max([in_seat(seat) for seat in range(SEATS)]))


def _hold_at(game: Game) -> Output:
    def loss(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        return np.stack(
            [loss_of_hold_at(turn, seat, _counted(value, seat), totals) for seat, totals in enumerate(own)]
        )

    return policies.hold_at_of_reply(
        dims=("seat", *SCORES), points=game.unit, **Loses(loses=loss, follows_from=("value",))
    )


def _question(game: Game) -> Question:
    def told(turn: Turn, given: Parameters) -> tuple[RuleOfThumb, RuleOfThumb]:
        earlier, later = (rule_told(turn, given, prefix) for prefix in WHOM)
        return earlier, later

    def solve(**given: Any) -> ResponseToTwo:
        return best_response(*told(game.turn(given), given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        goal, value = int(given["goal"]), stored["value"]
        if value.shape != (SEATS, SEATS, goal, goal, goal):
            return inf
        return _residual(told(game.certificate_turn(given), given), value)

    def seconds(given: Parameters) -> float:
        goal = float(given["goal"])
        moves = SECONDS_A_MOVE * game.moves(given) * goal
        return 0.005 + game.making(given) + goal**3 * (SECONDS + moves)

    return Question(
        name=f"race_of_three_response.{game.name}",
        version=2,
        title=f"Best response to two rules of thumb in a race of {game.title}, in each seat",
        game=game,
        contest=RACE,
        players=seated(BEST, *map(by_rule, WHOM)),
        positions=game.positions,
        parameters=(
            goal_of(game),
            *rules_of_seats(game.turn, WHOM),
            *game.parameters,
        ),
        dimensions=(SEAT_OF_RESPONSE, *STATES),
        outputs=(
            *WINS_OF_RESPONSE,
            tables.value_of_response(proved=True),
            *(() if game.positions else (_hold_at(game),)),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


WITHOUT_ENTRY = (
    *(GAMES[game.name] for game in WITHOUT_WIPES if game.name != "own"),
    own_rules.ONE_AGAINST_TWO,
)
QUESTIONS = tuple(map(_question, WITHOUT_ENTRY))

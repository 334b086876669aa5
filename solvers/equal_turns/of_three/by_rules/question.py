"""Three rules of thumb with equal turns, in games without wipes of one throw."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three import question as of_three
from solvers.equal_turns.of_three.by_rules.certificate import Stored, residual
from solvers.equal_turns.of_three.by_rules.solve import Trio, trio
from solvers.equal_turns.of_three.solve import MOST_GOAL
from solvers.equal_turns.question import ONE_THROW_WITHOUT_WIPES
from solvers.games.turn import Turn
from solvers.in_turn_of_many.question_parts import (
    SEAT,
    SEAT_VALUE_BY_RULES,
    STATES,
    VALUE,
    WHOSE,
    WIN_PROBABILITY,
    difference_of_movers,
    seats,
)
from solvers.outputs import proofs, tables
from solvers.players.player import by_rule, seated
from solvers.players.question_rule import ruled_told, rules_of_seats
from solvers.players.ruled import Ruled
from solvers.questions import own_rules
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question

LEADING = seats(
    "leading",
    "Who has the best score before the last turn: 1 the first player, 2 the second, 3 both of them.",
    "leading player",
)
UNTIED = seats("untied", "The seat that is not tied, the two others being so.", "player not tied")
LAST_VALUE = tables.last_value(dims=("leading", "behind", "seat"), proved=True)
TIE_VALUE = replace(of_three.TIE_VALUE, dims=("untied",))


def _rules(turn: Turn, given: Parameters) -> list[Ruled]:
    return [ruled_told(turn, given, prefix) for prefix in WHOSE]


def _solve(game: Game, **given: Any) -> Trio:
    return trio(Tie(given["tie"]), *_rules(game.turn(given), given))


def _certify(game: Game, given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    known = Stored(
        stored["seat_value"],
        *(stored.get(name) for name in ("last_value", "after_value", "tie_value", "three_tie_value")),
    )
    turn = game.certificate_turn(given)
    backed = residual(turn, int(given["goal"]), Tie(int(given["tie"])), _rules(turn, given), known)
    return float(np.maximum(backed, difference_of_movers(stored)))


def _seconds(game: Game, given: Parameters) -> float:
    """All states and their certificate, and what comes after the goal."""
    goal, longest = float(given["goal"]), game.turn(given).longest_gain
    most = goal + longest
    rounds = 1e-3 + 4e-4 * longest if given["tie"] == Tie.AGAIN else 0.0
    states = goal**3 * (7e-7 + 2.7e-7 * longest)
    return 1.1e-3 + game.making(given) + states + 3e-6 * most * longest + rounds


def _question(game: Game) -> Question:
    return Question(
        name=f"equal_turns_trio.{game.name}",
        version=2,
        title=f"Three rules of thumb in {game.title} with equal turns: what each wins",
        game=game,
        contest=EQUAL_TURNS,
        players=seated(*map(by_rule, WHOSE)),
        positions=False,
        parameters=(
            game.goal(MOST_GOAL, of_three.USUAL_GOAL),
            *rules_of_seats(game.turn, WHOSE),
            of_three.TIE,
            *game.parameters,
        ),
        dimensions=(*STATES, SEAT, LEADING, *of_three.after_dimensions(game), UNTIED),
        outputs=(
            WIN_PROBABILITY,
            VALUE,
            SEAT_VALUE_BY_RULES,
            of_three.AFTER_VALUE,
            LAST_VALUE,
            TIE_VALUE,
            of_three.THREE_TIE_VALUE,
            proofs.residual(),
        ),
        solve=partial(_solve, game),
        certify=partial(_certify, game),
        seconds=partial(_seconds, game),
    )


QUESTIONS = tuple(_question(game) for game in (*ONE_THROW_WITHOUT_WIPES, own_rules.ONE_THROW_OF_THREE))

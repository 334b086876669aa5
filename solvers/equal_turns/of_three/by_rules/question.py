"""Hold at n, at m and at k: three players with equal turns, in games without wipes of one throw."""

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
from solvers.in_turn_of_many.question_parts import (
    SCORES,
    SEAT,
    SEAT_VALUE_BY_RULES,
    STATES,
    VALUE,
    WIN_PROBABILITY,
    difference_of_movers,
    seats,
)
from solvers.outputs import proofs, tables
from solvers.players.player import holding_at, seated
from solvers.questions import own_rules
from solvers.questions.game import Game
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question

RULES = tuple(f"{seat}_hold_at" for seat in SCORES)
LEADING = seats(
    "leading",
    "Who has the best score before the last turn: 1 the first player, 2 the second, 3 both of them.",
    "leading player",
)
UNTIED = seats("untied", "The seat that is not tied, the two others being so.", "player not tied")
LAST_VALUE = tables.last_value(dims=("leading", "behind", "seat"), proved=True)
TIE_VALUE = replace(of_three.TIE_VALUE, dims=("untied",))


def _hold_at(seat: str, game: Game) -> Parameter:
    last = "" if seat == "first" else "; with somebody at the goal, as soon as it is ahead of all"
    meaning = (
        f"Turn total at which the {seat} player holds, or at what it lacks to the goal if that is less{last}."
    )
    return Parameter(f"{seat}_hold_at", int, meaning, game.unit, 1, MOST_GOAL)


def _played(given: Parameters) -> tuple[Tie, tuple[int, int, int]]:
    """The tie rule, and what the seats hold at."""
    first, second, third = (int(given[name]) for name in RULES)
    return Tie(int(given["tie"])), (first, second, third)


def _solve(game: Game, **given: Any) -> Trio:
    return trio(game.turn(given), given["goal"], *_played(given))


def _certify(game: Game, given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    known = Stored(
        stored["seat_value"],
        *(stored.get(name) for name in ("last_value", "after_value", "tie_value", "three_tie_value")),
    )
    backed = residual(game.certificate_turn(given), int(given["goal"]), *_played(given), known)
    return float(np.maximum(backed, difference_of_movers(stored)))


def _seconds(game: Game, given: Parameters) -> float:
    """All states and their certificate, and what comes after the goal."""
    goal, longest, (tie, rules) = float(given["goal"]), game.turn(given).longest_gain, _played(given)
    most = max(goal, *rules) + longest
    rounds = 1e-3 + 4e-4 * longest if tie is Tie.AGAIN else 0.0
    states = goal**3 * (7e-7 + 2.7e-7 * longest)
    return 1.1e-3 + game.making(given) + states + 3e-6 * most * longest + rounds


def _question(game: Game) -> Question:
    return Question(
        name=f"equal_turns_trio.{game.name}",
        version=1,
        title=f"Hold at n, at m and at k: three players of {game.title} with equal turns",
        game=game,
        contest=EQUAL_TURNS,
        players=seated(*map(holding_at, RULES)),
        positions=False,
        parameters=(
            replace(game.goal(MOST_GOAL), default=min(game.usual_goal, of_three.USUAL_GOAL)),
            *(_hold_at(seat, game) for seat in SCORES),
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

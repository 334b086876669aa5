"""The question about best responses to four opponents that hold at n, in simultaneous play.

All states are solved at once if they fit into memory, else layer by layer, with the same bits. In a sweep any
worker takes the next block of a layer; all workers share one window.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.at_once.best_response import BestResponse, best_response, fits_into_memory
from solvers.at_once.in_layers.layers import Layers, LevelResponse, Solved, best_response_in_layers
from solvers.at_once.question import LEVEL, LEVEL_OUTPUTS, misread, opponents, states_from_0, to_some
from solvers.games.turn import Turn
from solvers.questions.certify import solved_anew
from solvers.questions.games import PIG
from solvers.questions.parameter import Parameters
from solvers.questions.wave import PieceSolved, Stage, Wave

# Marks the row of a block's results that has the number of states and the residual, in place of a score.
NO_SCORE = -1


def _solve(**parameters: Any) -> BestResponse | LevelResponse:
    turn, goal, them = PIG.turn(parameters), int(parameters["goal"]), opponents(parameters)
    if fits_into_memory(turn, goal, them, only_from_0=True):
        return best_response(turn, goal, them, only_from_0=True)
    return best_response_in_layers(turn, goal, them)


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    def proof(found: BestResponse | LevelResponse) -> float:
        if isinstance(found, LevelResponse):
            return found.residual
        tables = (found.level_value, found.table), (found.level_hold_at, found.actions)
        return float(np.maximum(found.residual, misread(parameters, *tables)))

    return solved_anew(TO_FOUR, parameters, stored, proof)


def _seconds(parameters: Parameters) -> float:
    return 0.01 + 3e-7 * states_from_0(parameters)


def _outgrows(given: Parameters) -> bool:
    return not fits_into_memory(PIG.turn(given), int(given["goal"]), opponents(given), only_from_0=True)


def _game(given: Parameters) -> Layers:
    return _layers(PIG.turn(given), int(given["goal"]), opponents(given))


@lru_cache(maxsize=1)
def _layers(turn: Turn, goal: int, them: tuple[int, ...]) -> Layers:
    """The layers of a case; cached, as dividing it takes longer than solving a small block."""
    return Layers(turn, goal, them)


def _solve_block(given: Parameters, window: Array, block: Integers) -> PieceSolved:
    # The window is not checkpointed: its gigabytes are replaced every few layers, and all layers take
    # minutes. If the launcher is killed, the case starts again.
    return PieceSolved(np.empty(0), _rows(int(given["goal"]), _game(given).solve(block, window)))


def _rows(goal: int, solved: Solved) -> Array:
    """The results of a block, float64[row, column]: by a score that all opponents have."""
    rows = np.full((1 + len(solved.level), 1 + 2 * goal), np.nan)
    rows[0, :3] = NO_SCORE, solved.states, solved.residual
    for row, (score, (value, hold_at)) in zip(rows[1:], solved.level.items(), strict=True):
        row[0], row[1 : 1 + goal], row[1 + goal :] = score, value, hold_at
    return rows


def _nothing(given: Parameters, window: Array, block: Integers, left: Array) -> None:
    """Put back the results of a block; nothing is needed for this question."""


def _put_together(given: Parameters, found: Array) -> LevelResponse:
    """The answer, from the rows of all blocks."""
    blocks, level = found[found[:, 0] == NO_SCORE], found[found[:, 0] != NO_SCORE]
    value, hold_at = np.split(level[:, 1:], 2, axis=1)
    known = zip(value, hold_at.astype(np.int16), strict=True)
    by_score = dict(zip(level[:, 0].astype(int).tolist(), known, strict=True))
    return _game(given).finish([Solved(int(blocks[:, 1].sum()), by_score, float(np.max(blocks[:, 2])))])


BY_LAYERS = Wave(
    outgrows=_outgrows,
    withheld=(),
    shape=lambda given: _game(given).shape,
    stages=lambda given: [Stage(blocks, number) for number, blocks in enumerate(_game(given).blocks)],
    room=lambda given, block: 1,
    solve=_solve_block,
    restore=_nothing,
    # Every block is certified as soon as it is solved.
    proofs=lambda given: (None,),
    certify=lambda given, window, proof, found: (_put_together(given, found).residual,),
    finish=lambda given, window, found, certificate: _put_together(given, found),
)
TO_FOUR = replace(
    to_some(4, 100, _seconds, version=3, in_fractions=False),
    dimensions=LEVEL,
    outputs=LEVEL_OUTPUTS,
    solve=_solve,
    certify=_certify,
    wave=BY_LAYERS,
)

QUESTIONS = (TO_FOUR,)

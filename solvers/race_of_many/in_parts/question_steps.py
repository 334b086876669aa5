"""What all questions about races in parts share: tables, pieces, and how these are solved."""

from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.arrays import Array
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.wave import PieceSolved, Stage, Wave
from solvers.race import question_handicaps
from solvers.race_of_many.in_parts.layer import states_of
from solvers.race_of_many.in_parts.part import Solved, no_part, restore_part, solve_part
from solvers.race_of_many.in_parts.stages import Piece, stages_of
from solvers.race_of_many.solve import check, fits

# Seconds for each point lacking to the mover of a state, for each seat and move, with all steps of policy
# iteration.
ROW_SECONDS = 1.1e-9
# Approximate time of a piece of the certificate, in seconds.
PROOF_SECONDS = 0.5
# A function that chooses policies of clusters, as `solve_part` takes it, or None for the default; and a
# function of the solved parts that returns what is remembered of them, float64[row, column].
Settled = tuple[Callable[..., tuple[int, float]] | None, Callable[[list[Solved]], Array]]


def sizes(given: Parameters) -> tuple[int, int]:
    """Return goal and number of players."""
    return int(given["goal"]), int(given["players"])


def is_small(given: Parameters) -> bool:
    """Whether all values fit into one process's memory."""
    return fits(*sizes(given))


def refuse_large(game: Game, given: Parameters) -> None:
    """Refuse a case that one process cannot solve.

    Raises
    ------
    InvalidRules
        naming what it can solve
    """
    check(game.turn(given), *sizes(given))


def row_seconds(game: Game, given: Parameters) -> float:
    """Return the seconds for each point lacking to the mover of a state."""
    return ROW_SECONDS * game.moves(given) * sizes(given)[1]


def stages(game: Game, given: Parameters) -> list[Stage]:
    """Return the stages of the race."""
    rise = game.turn(given).least_rise
    return [Stage(*stage) for stage in stages_of(*sizes(given), rise, row_seconds(game, given))]


def proofs(game: Game, given: Parameters) -> list[range]:
    """Return the pieces of the certificate, ranges of the others' scores."""
    goal, players = sizes(given)
    others = goal ** (players - 2)
    each = max(1, int(PROOF_SECONDS / (row_seconds(game, given) * goal**3 / 2)))
    return [range(first, min(first + each, others)) for first in range(0, others, each)]


def solve(
    game: Game, settled: Callable[[], Settled], given: Parameters, table: Array, piece: Piece
) -> PieceSolved:
    """Solve the parts of a piece.

    Parameters
    ----------
    game : the game
    settled : returns how to choose policies of clusters
    given : parameters of the case
    table : float64[strip, x, seat], written
    piece : the parts
    """
    race, (settle, remembered) = no_part(game.turn(given), *sizes(given)), settled()
    solved = [
        solve_part(race, table, part) if settle is None else solve_part(race, table, part, settle)
        for part in piece
    ]
    return PieceSolved(np.concatenate([one.value.ravel() for one in solved]), remembered(solved))


def wave(
    game: Game,
    outgrows: Callable[[Parameters], bool],
    settled: Callable[[], Settled],
    certify: Callable[..., tuple[float, ...]],
    finish: Callable[..., Any],
) -> Wave:
    """Return the steps to solve a race in parts.

    Parameters
    ----------
    game : the game
    outgrows : function of the parameters; whether a case exceeds one process's memory
    settled : returns how to choose policies of clusters
    certify, finish : as in `Wave`
    """

    def shape(given: Parameters) -> tuple[int, ...]:
        goal, players = sizes(given)
        return goal ** (players - 1), goal, players

    def room(given: Parameters, piece: Piece) -> int:
        return sum(part.clusters for part in piece) * sizes(given)[1] ** 2

    def restore(given: Parameters, table: Array, piece: Piece, left: Array) -> None:
        goal, players = sizes(given)
        for part in piece:
            size = part.clusters * players**2
            restore_part(table, states_of(goal, players, part), left[:size])
            left = left[size:]

    return Wave(
        outgrows=outgrows,
        withheld=("value", "settled", *question_handicaps.NAMES),
        shape=shape,
        stages=lambda given: stages(game, given),
        room=room,
        solve=lambda given, table, piece: solve(game, settled, given, table, piece),
        restore=restore,
        proofs=lambda given: proofs(game, given),
        certify=certify,
        finish=finish,
    )

"""What all waves of races share: tables, pieces, and how these are solved."""

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

# For each point ahead of the mover of a state, with all steps of policy iteration; for each seat and move.
ROW_SECONDS = 1.1e-9
# A piece of the certificate takes about so long, in seconds.
PROOF_SECONDS = 0.5
# A way to settle clusters, as `solve_part` takes it, None for its own; and what is remembered of the parts
# that were solved so: float64[row, column].
Settled = tuple[Callable[..., tuple[int, float]] | None, Callable[[list[Solved]], Array]]


def sizes(given: Parameters) -> tuple[int, int]:
    """Goal and players."""
    return int(given["goal"]), int(given["players"])


def is_small(given: Parameters) -> bool:
    """Whether a process can hold all values."""
    return fits(*sizes(given))


def refuse_large(game: Game, given: Parameters) -> None:
    """Refuse what one process cannot solve.

    Raises
    ------
    InvalidRules
        saying what it can
    """
    check(game.turn(given), *sizes(given))


def row_seconds(game: Game, given: Parameters) -> float:
    """Seconds for each point that is ahead of the mover of a state."""
    return ROW_SECONDS * game.moves(given) * sizes(given)[1]


def stages(game: Game, given: Parameters) -> list[Stage]:
    """The stages of the race."""
    rise = game.turn(given).least_rise
    return [Stage(*stage) for stage in stages_of(*sizes(given), rise, row_seconds(game, given))]


def proofs(game: Game, given: Parameters) -> list[range]:
    """Some of the others' scores each."""
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
    game : whose turns they are
    settled : gives a way to settle clusters
    given : the case
    table : float64[strip, x, seat], written
    piece : which parts
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
    """The wave of a race.

    Parameters
    ----------
    game : whose turns they are
    outgrows : function of the parameters, whether a case outgrows a process
    settled : gives a way to settle clusters
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

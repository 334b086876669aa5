"""Races of several players in turn at Pig that may outgrow one process."""

from dataclasses import dataclass, replace

import numpy as np

from solvers.arrays import Array
from solvers.questions import pig_rules
from solvers.questions.parameter import Parameters
from solvers.questions.wave import PieceSolved, Wave
from solvers.race_of_many import question as race_of_many
from solvers.race_of_many.layers import Searched
from solvers.race_of_many.solve import fits
from solvers.wavefront.certificate import certify_others
from solvers.wavefront.layer import all_rotations, states_of
from solvers.wavefront.part import no_part, restore_part, solve_part
from solvers.wavefront.stages import Piece, stages_of

# For each point ahead of the mover of a state, with all steps of policy iteration; for each seat.
ROW_SECONDS = 2e-8
# A piece of the certificate, by the same measure.
PROOF_SECONDS = 0.5


@dataclass(frozen=True)
class LargeRace:
    """What is kept of a race that no process holds.

    Attributes
    ----------
    goal : points to win
    win_probability : float64[seat], from the start
    searched : clusters on which policy iteration does not end
    residual : largest difference between a value and one backup of it, outside of clusters without
        equilibrium
    deviation_gain : the most that a mover gains by another policy for one turn, over all states
    """

    goal: int
    win_probability: Array
    searched: Searched
    residual: float
    deviation_gain: float

    @property
    def unsettled_clusters(self) -> int:
        """How many clusters have no policies in equilibrium."""
        return int(self.searched.unsettled.sum())

    @property
    def cycling_clusters(self) -> int:
        """On how many clusters policy iteration does not end."""
        return len(self.searched.gain)

    @property
    def oscillation(self) -> float:
        """Largest change of a value between two steps where policy iteration does not end, else 0."""
        return float(self.searched.oscillation.max(initial=0.0))


def _sizes(given: Parameters) -> tuple[int, int]:
    return int(given["goal"]), int(given["players"])


def _outgrows(given: Parameters) -> bool:
    return not fits(*_sizes(given))


def _shape(given: Parameters) -> tuple[int, ...]:
    goal, players = _sizes(given)
    return goal ** (players - 1), goal, players


def _stages(given: Parameters) -> list[list[Piece]]:
    goal, players = _sizes(given)
    return stages_of(goal, players, players * ROW_SECONDS)


def _room(given: Parameters) -> int:
    players = _sizes(given)[1]
    most = max(sum(part.clusters for part in piece) for stage in _stages(given) for piece in stage)
    return most * players**2


def _solve(given: Parameters, table: Array, piece: Piece) -> PieceSolved:
    race = no_part(pig_rules.turn(given), *_sizes(given))
    solved = [solve_part(race, table, part) for part in piece]
    return PieceSolved(
        np.concatenate([one.value.ravel() for one in solved]),
        np.concatenate([_rows(one.searched) for one in solved]),
    )


def _rows(searched: Searched) -> Array:
    """Everything of a list of clusters, side by side."""
    columns = [column if column.ndim == 2 else column[:, None] for column in searched]
    return np.concatenate(columns, axis=1, dtype=np.float64)


def _searched(rows: Array, players: int) -> Searched:
    """The list of clusters again."""
    # Of no rows at all it is not known how long they would be.
    listed = rows.reshape(len(rows), 2 * players + 3)
    scores, oscillation, equilibria, gain, believed = np.split(listed, np.cumsum([players, 1, 1, 1]), axis=1)
    return Searched(
        scores.astype(np.int64), oscillation[:, 0], equilibria[:, 0].astype(np.int64), gain[:, 0], believed
    )


def _restore(given: Parameters, table: Array, piece: Piece, left: Array) -> None:
    goal, players = _sizes(given)
    for part in piece:
        size = part.clusters * players**2
        restore_part(table, states_of(goal, players, part), left[:size])
        left = left[size:]


def _proofs(given: Parameters) -> list[range]:
    goal, players = _sizes(given)
    others = goal ** (players - 2)
    each = max(1, int(PROOF_SECONDS / (players * ROW_SECONDS * goal**3 / 2)))
    return [range(first, min(first + each, others)) for first in range(0, others, each)]


def _certify(given: Parameters, table: Array, others: range, found: Array) -> tuple[float, ...]:
    goal, players = _sizes(given)
    searched = _searched(found, players)
    apart = all_rotations(goal, searched.scores[searched.unsettled])
    return certify_others(pig_rules.turn(given), table, others, apart)


def _finish(given: Parameters, table: Array, found: Array, certificate: tuple[float, ...]) -> LargeRace:
    goal, players = _sizes(given)
    residual, gain = certificate
    return LargeRace(goal, np.array(table[0, 0]), _searched(found, players), residual, gain)


RACE = Wave(
    outgrows=_outgrows,
    withheld=("value", "settled"),
    shape=_shape,
    stages=_stages,
    room=_room,
    solve=_solve,
    restore=_restore,
    proofs=_proofs,
    certify=_certify,
    finish=_finish,
)
QUESTIONS = (replace(race_of_many.N_PLAYERS, wave=RACE),)

"""Certificate of several in turn, some of whom play to win: one backup, and all policies of clusters.

With the values given, states do not depend on each other: the turns of each seat are evaluated backwards, for
all scores of the others side by side and for the chances of all seats at once, with the mover maximising its
own. For clusters without policies in equilibrium a backup proves nothing: all combinations of their policies
are tried (`clusters.certificate`). As scores never fall, all states with no score above those of such a
cluster may lead to it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import Counted, backup, by_own, by_scores, ends_of, handed_on
from solvers.in_turn_of_many.clusters.certificate import Proved, Rotation, certify_cluster
from solvers.in_turn_of_many.clusters.certificate_of_turns import Seen, turns
from solvers.turns import certificate_of_choices as choices

UNSETTLED = 2
# Greatest score searched.
NOWHERE = np.inf
Players = Sequence[Fixed | None]


def gain_and_residual(turn: Turn, players: Players, counted: Counted, settled: Flags) -> tuple[float, float]:
    """Greatest gain of a mover by another policy for one turn, and largest difference from one backup.

    The second leaves out clusters without equilibrium. Both are infinite if a chance is not a probability.

    Parameters
    ----------
    turn : the game
    players : players by seat; None for a player who plays to win
    counted : the chances of all seats to win
    settled : int8[first, second, ...], UNSETTLED in clusters without equilibrium
    """
    if not are_chances(counted.value):
        return NOWHERE, NOWHERE
    gain, worst = 0.0, 0.0
    for seat, player in enumerate(players):
        told, exact = by_own(counted.value[seat], seat), by_own(settled[..., None], seat)[..., 0] != UNSETTLED
        backed = _best(turn, seat, counted) if player is None else backup(turn, player, seat, counted)
        worst = max(worst, float(np.abs(backed - told)[exact].max(initial=0.0)))
        if player is None:
            gain = max(gain, float((backed - told)[..., seat].max()))
    return gain, worst


def are_chances(value: Array) -> bool:
    """Whether all are between 0 and 1, up to rounding."""
    return bool(np.isfinite(value).all() and value.min() >= -1e-9 and value.max() <= 1.0 + 1e-9)


def _best(turn: Turn, seat: int, counted: Counted) -> Array:
    """Values of turns to all seats if the mover plays its best, float64[own, others, seat].

    Parameters
    ----------
    turn : the game
    seat : index of the seat
    counted : the chances of all seats to win
    """
    goal, top, hold = counted.value.shape[1], counted.top(seat), handed_on(turn, seat, counted)
    best = np.empty((goal, *hold.shape[1:]))
    for own in range(goal):
        best[own] = turns(turn, Seen(seat, hold, hold[own]), own, top)[own]
    return best


def unsettled_residual(turn: Turn, players: Players, counted: Counted, settled: Flags) -> float:
    """Largest difference between values of clusters without equilibrium and those of their best policies.

    Parameters
    ----------
    turn, players, counted : as in `gain_and_residual`
    settled : int8[first, second, ...]

    Returns
    -------
    infinity if one of them has an equilibrium, or the flags of states that may lead there are wrong
    """
    unsettled = np.argwhere(settled == UNSETTLED)
    right = np.zeros(settled.shape, np.int8)
    for scores in unsettled:
        right[tuple(slice(0, score + 1) for score in scores)] = 1
    right[tuple(unsettled.T)] = UNSETTLED
    if (right != settled).any():
        return NOWHERE
    found = [own.difference for own in _clusters(turn, players, counted, settled)]
    return float(np.max(found, initial=0.0))


def _clusters(turn: Turn, players: Players, counted: Counted, settled: Flags) -> list[Proved]:
    """The proofs of the clusters without equilibrium, in order.

    Parameters
    ----------
    turn, players, counted, settled : as in `gain_and_residual`
    """
    found, unsettled = [], np.argwhere(settled == UNSETTLED)
    seats, goal = len(players), len(settled)
    holds = [handed_on(turn, seat, counted) for seat in range(seats)] if len(unsettled) else []
    for scores in unsettled:
        rotations = []
        for seat, player in enumerate(players):
            others = np.roll(scores, -seat)[1:]
            hold = holds[seat][:, np.ravel_multi_index(tuple(others), (goal,) * (seats - 1))]
            fixed = None if player is None else (player, int(others.max()))
            rotations.append(Rotation(seat, int(scores[seat]), hold, counted.top(seat), fixed))
        known = np.stack([counted.value[(mover, *scores)] for mover in range(seats)])
        found.append(certify_cluster(turn, rotations, known))
    return found


def loss_of_hold_at(
    turn: Turn, players: Players, counted: Counted, settled: Flags, hold_at: NDArray[np.int16]
) -> Array:
    """Loss by turn totals to hold at; in clusters without equilibrium, by what movers believe of a bust.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    players, counted, settled : as in `gain_and_residual`
    hold_at : int16[mover, first, second, ...]; must be 0 for a player by a rule

    Returns
    -------
    float64[mover, first, second, ...]
    """
    out, unsettled = np.zeros(hold_at.shape), np.argwhere(settled == UNSETTLED)
    proved = _clusters(turn, players, counted, settled)
    for seat, player in enumerate(players):
        if player is not None:
            out[seat] = np.where(hold_at[seat] == 0, 0.0, NOWHERE)
            continue
        seen = ends_of(turn, seat, counted.of(seat))
        bust = by_scores(seen.bust, seat, len(players)).copy()
        for scores, own in zip(unsettled, proved, strict=True):
            bust[tuple(scores)] = own.believed[seat]
        held, believed = (by_own(own[..., None], seat)[..., 0] for own in (hold_at[seat], bust))
        lost = choices.loss_of_hold_at(turn, seen._replace(bust=believed), held)
        out[seat] = by_scores(lost, seat, len(players))
    return out

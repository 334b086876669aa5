"""The pieces of a race: which parts of which layers are solved together, and in which order.

Successive layers with few states are one piece. A layer with many states is cut into pieces; the number of
pieces doubles whenever they would take twice as long, up to a limit, so that two or four workers get equal
shares. A layer needs only the layers that a turn leads to. If a turn scores at least two points, as in Pig,
it need not wait for the layer before it, so no worker waits for a layer's last pieces.
"""

import numpy as np

from solvers.arrays import Integers
from solvers.race_of_many.in_parts.layer import Part, cut

Piece = tuple[Part, ...]
# A piece takes from this time to twice as long, in seconds; the launcher takes 0.014 s for each.
PIECE_SECONDS = 0.15
# Largest number of pieces in a layer: a launcher cannot keep more workers busy.
MOST_PIECES = 512


def stages_of(goal: int, players: int, rise: int, row_seconds: float) -> list[tuple[list[Piece], int]]:
    """Return the pieces of each stage, and how many stages must be finished before it.

    Parameters
    ----------
    goal, players : the race
    rise : least points of a turn that scores
    row_seconds : seconds for each point lacking to the mover of a state
    """
    cuts = _cuts(goal, players, row_seconds)
    # Totals of the stages' first layers, which fall.
    firsts = [pieces[0][0].total for pieces in cuts]
    after = [sum(first >= own + rise for first in firsts[:number]) for number, own in enumerate(firsts)]
    return list(zip(cuts, after, strict=True))


def _cuts(goal: int, players: int, row_seconds: float) -> list[list[Piece]]:
    """The pieces of each stage."""
    found: list[list[Piece]] = []
    small: list[Part] = []
    held = 0.0
    for total, clusters in reversed(list(enumerate(clusters_of(goal, players).tolist()))):
        seconds = clusters * (players * goal - total) * row_seconds
        if held and held + seconds > 2.0 * PIECE_SECONDS:
            found.append([tuple(small)])
            small, held = [], 0.0
        if seconds < 2.0 * PIECE_SECONDS:
            small += cut(goal, players, total, clusters)
            held += seconds
        else:
            pieces = min(2 ** int(np.log2(seconds / PIECE_SECONDS)), MOST_PIECES)
            found.append([(part,) for part in cut(goal, players, total, -(-clusters // pieces))])
    if small:
        found.append([tuple(small)])
    return found


def clusters_of(goal: int, players: int) -> Integers:
    """Return the number of clusters by the sum of scores, int64[total].

    By Burnside's lemma: the number of states that a rotation leaves unchanged, averaged over all rotations.

    Parameters
    ----------
    goal, players : the race

    Examples
    --------
    >>> clusters_of(3, 3).tolist()  # of 27 states
    [1, 1, 2, 3, 2, 1, 1]
    """
    out = np.zeros(players * (goal - 1) + 1, np.int64)
    for rotation in range(players):
        different = int(np.gcd(rotation, players))
        sums = np.ones(1, np.int64)
        for _ in range(different):
            sums = np.convolve(sums, np.ones(goal, np.int64))
        out[:: players // different] += sums
    return out // players

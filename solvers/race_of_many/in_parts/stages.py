"""The pieces of a race: which parts of which layers are solved together, and in which order.

Layers with few states follow each other within one piece; a layer with many is cut into pieces, twice as many
wherever they would take twice as long, up to a most: so two workers, or four, get equal shares of each. A
layer needs those that a turn comes to: where two points are the least that a turn scores, as in Pig, it need
not wait for the layer before it, and no worker waits for the last pieces of a layer.
"""

import numpy as np

from solvers.arrays import Integers
from solvers.race_of_many.in_parts.layer import Part, cut

Piece = tuple[Part, ...]
# A piece takes from so long to twice as long, in seconds; the launcher takes 0.014 s for each.
PIECE_SECONDS = 0.15
# A layer has no more pieces: a launcher does not keep more workers busy.
MOST_PIECES = 512


def stages_of(goal: int, players: int, rise: int, row_seconds: float) -> list[tuple[list[Piece], int]]:
    """The pieces of each stage, and how many stages must be finished before.

    Parameters
    ----------
    goal, players : the race
    rise : points by which a turn that scores raises the mover's score at least
    row_seconds : s, for each point that is ahead of the mover of a state
    """
    cuts = _cuts(goal, players, row_seconds)
    # The totals of a stage's first layer, which fall from stage to stage.
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
    """How many clusters there are with each total of scores, int64[total].

    By Burnside's lemma: the states that a rotation leaves as they are, averaged over all rotations.

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

"""What the decisions of a rule give away at each position by itself."""

import numpy as np

from solvers.thumb.decisions import Decided, decided
from solvers.thumb.judged import Judged
from solvers.thumb.regions.grid import grids_of


def by_position(found: Judged) -> Decided:
    """Sums over its decisions, with a column for each position."""
    count = len(found.turn.positions)
    return decided(found.standings, grids_of(found.does, [(np.arange(count), count)] * len(found.does)))

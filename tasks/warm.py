"""A worker's preload: what Numba loads with the first kernel of a process takes half a second, and now nobody
waits for it.
"""

from solvers.games import pig
from solvers.turns.forward import hold_at
from tasks import block

__all__ = ["block"]

hold_at(pig.turn(), 1)

"""Import this to load what Numba loads with a process's first kernel, which takes half a second."""

from solvers.games import pig
from solvers.turns.forward import hold_at

hold_at(pig.turn(), 1)

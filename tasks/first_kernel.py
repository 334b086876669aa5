"""What Numba loads with the first kernel of a process takes half a second; whoever imports this has it."""

from solvers.games import pig
from solvers.turns.forward import hold_at

hold_at(pig.turn(), 1)

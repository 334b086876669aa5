"""Random numbers with the same bits everywhere: SplitMix64 (Steele, Lea & Flood 2014).

The state is one word, to which a constant is added for each number; the number is that word with its bits
mixed. Only integers are involved, so results do not depend on the machine or on versions of NumPy and Numba.
NumPy's SeedSequence, whose results NumPy guarantees, spreads small seeds over all words.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.jit import jit_inline

Words = NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_UNIT = 2.0**-53


def generator(seed: int, stream: int) -> Words:
    """Return the initial state, a different one for each stream of each seed.

    Parameters
    ----------
    seed : 0 or more
    stream : 0 or more, one for each learner

    Returns
    -------
    uint64[1]
    """
    return np.random.SeedSequence(seed, spawn_key=(stream,)).generate_state(1, np.uint64).astype(np.uint64)


@jit_inline
def uniform(state: Words) -> float:
    """Draw a multiple of 2^-53 in [0, 1).

    Parameters
    ----------
    state : uint64[1], advanced
    """
    state[0] += _STEP
    word = state[0]
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return np.float64((word ^ (word >> _31)) >> _11) * _UNIT

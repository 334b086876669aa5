"""The arrays that solvers compute with, by what they hold."""

import numpy as np
from numpy.typing import NDArray

# Chances, values, points.
Array = NDArray[np.float64]
# Counts, and places in other arrays.
Integers = NDArray[np.int64]
# Turn totals, and choices among many.
Shorts = NDArray[np.int16]
# Choices among few, and yes or no.
Flags = NDArray[np.int8]

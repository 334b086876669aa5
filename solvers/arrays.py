"""Types of the arrays that solvers compute with, by content."""

import numpy as np
from numpy.typing import NDArray

# Probabilities, values, points.
Array = NDArray[np.float64]
# Counts and indices.
Integers = NDArray[np.int64]
# Turn totals, and actions among many.
Shorts = NDArray[np.int16]
# Actions among few, and booleans.
Flags = NDArray[np.int8]

"""Linear equations, by Gaussian elimination."""

from solvers.arrays import Array
from solvers.jit import jit

# For entries of the order of 1, a smaller pivot is rounding: the equations do not determine the unknowns.
LEAST_PIVOT = 1e-14


@jit
def eliminate(matrix: Array, right: Array, least_pivot: float = LEAST_PIVOT) -> bool:
    """Solve by elimination with partial pivoting, in place.

    Parameters
    ----------
    matrix : float64[row, column] or larger; destroyed
    right : float64[row], as many as there are unknowns, becomes the solution
    least_pivot : pivots that are not greater count as 0

    Returns
    -------
    False if the equations do not determine the unknowns
    """
    n = right.size
    for column in range(n):
        pivot = column
        for row in range(column + 1, n):
            if abs(matrix[row, column]) > abs(matrix[pivot, column]):
                pivot = row
        if abs(matrix[pivot, column]) <= least_pivot:
            return False
        if pivot != column:
            for other in range(column, n):
                matrix[pivot, other], matrix[column, other] = matrix[column, other], matrix[pivot, other]
            right[pivot], right[column] = right[column], right[pivot]
        for row in range(column + 1, n):
            factor = matrix[row, column] / matrix[column, column]
            if factor != 0.0:
                for other in range(column + 1, n):
                    matrix[row, other] -= factor * matrix[column, other]
                right[row] -= factor * right[column]
    for row in range(n - 1, -1, -1):
        for other in range(row + 1, n):
            right[row] -= matrix[row, other] * right[other]
        right[row] /= matrix[row, row]
    return True


@jit
def rank(matrix: Array, tolerance: float) -> int:
    """Return the rank, by elimination with full pivoting.

    Parameters
    ----------
    matrix : float64[row, column]; destroyed
    tolerance : entries whose absolute value is not greater count as 0

    Returns
    -------
    the number of linearly independent rows
    """
    rows, columns = matrix.shape
    found = 0
    while found < min(rows, columns):
        best = tolerance
        pivot = -1
        across = -1
        for row in range(found, rows):
            for column in range(found, columns):
                if abs(matrix[row, column]) > best:
                    best = abs(matrix[row, column])
                    pivot = row
                    across = column
        if pivot < 0:
            return found
        for column in range(columns):
            matrix[pivot, column], matrix[found, column] = matrix[found, column], matrix[pivot, column]
        for row in range(rows):
            matrix[row, across], matrix[row, found] = matrix[row, found], matrix[row, across]
        for row in range(found + 1, rows):
            factor = matrix[row, found] / matrix[found, found]
            for column in range(found, columns):
                matrix[row, column] -= factor * matrix[found, column]
        found += 1
    return found

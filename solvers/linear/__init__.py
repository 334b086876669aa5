"""Linear algebra of some tens of unknowns, with the same bits on every machine.

BLAS and LAPACK, which NumPy and SciPy call, add up in an order that depends on the processor. Here the order
is fixed.
"""

__all__ = ["elimination", "gmres", "least_squares", "markov_chain", "mixing", "products"]

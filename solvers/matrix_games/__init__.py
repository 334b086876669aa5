"""Any zero-sum matrix game, one that loops, and one that is the same for both players."""

__all__ = [
    "elimination",
    "looping_game",
    "matrix_game",
    "pivoting",
    "simplex",
    "support",
    "symmetric_game",
]

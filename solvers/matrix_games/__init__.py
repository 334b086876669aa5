"""Zero-sum matrix games: any, repeated ones, and symmetric ones."""

__all__ = [
    "looping_game",
    "matrix_game",
    "pivoting",
    "simplex",
    "support",
    "symmetric_game",
]

"""Where everybody plays the best: matrix games, equilibria of whole contests, and what a deviation from any strategy would gain."""

__all__ = [
    "looping_game",
    "matrix_game",
    "selection",
    "simplex",
    "simultaneous",
    "stage_game",
    "strategy",
    "support",
]

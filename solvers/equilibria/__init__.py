"""Where everybody plays the best: matrix games, equilibria of whole contests, and what a deviation from any strategy would gain."""

__all__ = [
    "indifference",
    "mixed_cluster",
    "race_of_three",
    "strategy",
]

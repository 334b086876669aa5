"""The mathematics: games as data, a room for every contest, and the catalogue of questions.

A room has a contest's solution, its proof and its question. NumPy, Numba, SciPy and QuantEcon only.
"""

__all__ = [
    "alone",
    "arrays",
    "at_once",
    "at_once_equilibrium",
    "catalog",
    "crowd",
    "deviations",
    "equal_turns",
    "errors",
    "fixed",
    "games",
    "jit",
    "kernel_cache",
    "learning",
    "length",
    "matrix_games",
    "plans",
    "private_directory",
    "published",
    "questions",
    "race",
    "race_of_many",
    "risk",
    "showdown",
    "streak",
    "thumb",
    "turns",
    "yahtzee",
]

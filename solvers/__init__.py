"""The mathematics: games as data, contests, certificates, exact fractions and the catalogue of questions. NumPy, Numba and SciPy only."""

__all__ = [
    "catalog",
    "certificates",
    "contests",
    "errors",
    "exact",
    "games",
    "jit",
    "learning",
    "question",
    "questions",
    "risk",
    "turns",
    "yahtzee",
]

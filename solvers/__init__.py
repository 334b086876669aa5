"""The mathematics: games as data, contests, equilibria, certificates, exact fractions and the catalogue of questions.

NumPy, Numba, SciPy and QuantEcon only."""

__all__ = [
    "catalog",
    "certificates",
    "contests",
    "covering",
    "equilibria",
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

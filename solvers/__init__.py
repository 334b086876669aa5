"""The mathematics: games as data, contests, certificates and the catalogue of questions. NumPy, Numba and SciPy only."""

__all__ = ["catalog", "certificates", "contests", "errors", "games", "jit", "learning", "question", "questions", "risk", "turns", "yahtzee"]

"""Find the question that a game, a contest and players ask for, as in `pig, equal turns: best, hold at {n}`.

Users need not know the rows of the catalogue: a row is found by the contest and the players that it declares.
"""

__all__ = [
    "alternatives",
    "asking",
    "cells",
    "counts",
    "first_wins",
    "found",
    "keeping",
    "listed",
    "names",
    "refused",
    "rewritten",
    "seats",
    "spoken",
    "worded",
]

"""Questions in the words of a game, a contest and players: `pig, equal turns: best, hold at {n}`.

Nobody needs to know which row of the catalogue answers: what is asked is looked up by what the rows say.
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

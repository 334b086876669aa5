"""Games in a browser: every position is a page of its own, whose address is the link of the game.

A page is made from its address alone: the game is replayed, and what may be decided are buttons that lead to
the next address. So back is undo, a reload loses nothing, and nothing is kept of who plays. A script spares
the browser the reload and adds keys; without it all works, too.
"""

__all__ = [
    "asked",
    "assets",
    "drawing",
    "handlers",
    "opening",
    "page",
    "pages",
    "record",
    "remembering",
    "scoring",
    "server",
    "solving",
    "table",
]

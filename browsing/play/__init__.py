"""Games in a browser: every state of a game is a page, whose address is the link of the game.

A page is made from its address alone: the game is replayed, and choices are buttons that lead to the next
address. So Back is undo, a reload loses nothing, and the server stores nothing about players. A script avoids
reloads and adds keys; everything works without it, too.
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

"""Games as they were played, judged by what optimal play would have made of them.

`log` reads a CSV file of throws and holds, `following` makes games of it, in which one knows what the dice
did between two rows, `losses` says what every decision lost and what every throw was worth, and `players`,
`regions` and `report` add it up. `writing` makes such a log of a game of `jeopardice play`.
"""

__all__ = [
    "actions",
    "decided",
    "following",
    "log",
    "losses",
    "mistakes",
    "players",
    "printing",
    "regions",
    "report",
    "writing",
]

"""Judge recorded games by optimal play.

`log` reads a CSV file of rolls and holds, `following` reconstructs games from it and what the dice did
between two rows, `losses` computes what every decision lost and what every roll was worth, and `players`,
`regions` and `report` sum it up. `writing` makes such a log from games of `jeopardice play`.
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

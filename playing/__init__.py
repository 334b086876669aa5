"""Play against a solved opponent: an engine that any screen can show, a coach, and the game in a terminal.

A game is a function of its setup and of the person's decisions. `set_up` checks a request, `match` solves
what it needs, `begin` and `Play.move` lead from one decision to the next, `coach` values decisions, and
`saving` writes a game as a link and reads it. None of these depends on a screen, a clock or a file.
"""

__all__ = [
    "choices",
    "closing",
    "coach",
    "drawing",
    "games",
    "keeping",
    "keys",
    "match",
    "narrating",
    "opponent_names",
    "opponents",
    "pieces",
    "play",
    "reasons",
    "saving",
    "seeds",
    "set_aside",
    "setup",
    "state",
    "stored_races",
    "terminal",
    "throwing",
    "worth",
]

"""Play against a solved game: a pure engine that any screen can show, a coach, and the game in a terminal.

A game is a function of its setup and of what the person decided: `set_up` checks what was asked for, `match`
solves what it needs, `begin` and `Play.move` lead from one decision to the next, `coach` says what they are
worth, `saving` makes a link of it and reads it again. None of these knows a screen, a clock or a file.
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

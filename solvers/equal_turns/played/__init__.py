"""Players under equal turns whose turns have been played out, and two of them against each other."""

__all__ = ["last_turns", "pair", "player"]

"""What banking is worth: one turn for most points, a race, everybody at once."""

__all__ = ["opponents", "race", "race_policy", "simultaneous", "solitaire", "stalling"]

"""What banking is worth: one turn for most points, a race, everybody at once."""

__all__ = ["race", "race_policy", "simultaneous", "solitaire"]

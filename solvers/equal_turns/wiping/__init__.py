"""Equal turns in games that wipe: values after a wipe, and the game played round by round."""

__all__ = ["certificate_of_rounds", "settle"]

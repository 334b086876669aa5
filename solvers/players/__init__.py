"""Players as data: who plays, by seat."""

__all__ = ["player"]

"""Equal turns in games that wipe: values after a wipe."""

__all__ = ["settle"]

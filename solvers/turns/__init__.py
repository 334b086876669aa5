"""The turn kernel: what a turn is worth, and where a turn that holds at n ends."""

__all__ = [
    "backward",
    "forward",
    "found",
    "seats",
]

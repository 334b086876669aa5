"""A race of several players whose values no process can hold: in parts, over a table that all share."""

__all__ = ["certificate", "layer", "part", "question", "stages"]

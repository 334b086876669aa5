"""Contests as data: what comes after a turn."""

__all__ = ["contest", "tie"]

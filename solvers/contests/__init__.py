"""Contests as data: what comes after a turn, and what all answers about two players say."""

__all__ = ["contest", "of_two", "tie"]

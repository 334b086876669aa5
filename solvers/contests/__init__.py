"""Contests as data: what follows a turn, and what every answer about two or three players has in common."""

__all__ = ["beyond", "contest", "of_three", "of_two", "streak", "tie"]

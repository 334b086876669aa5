"""Contests as data: what comes after a turn, and what all answers about two and about three players say."""

__all__ = ["beyond", "contest", "of_three", "of_two", "streak", "tie"]

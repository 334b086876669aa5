"""Exact solution of equal turns in fractions."""

__all__ = ["exact", "exact_beyond", "exact_turn"]

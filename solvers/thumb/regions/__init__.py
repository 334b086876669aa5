"""Regions of decisions in which a rule of thumb is wrong: finding them, and describing them in words."""

__all__ = ["found", "grid", "region"]

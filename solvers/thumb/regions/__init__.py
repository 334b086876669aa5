"""Regions of decisions in which a rule of thumb goes wrong: how they are said, and how they are found."""

__all__ = ["found", "grid", "region"]

"""The language of rules of thumb: a line of text, and what it means where its names have values."""

__all__ = [
    "beside",
    "fractions",
    "grammar",
    "meaning",
    "named",
    "syntax",
]

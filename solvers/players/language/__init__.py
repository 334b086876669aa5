"""The language of rules of thumb: parsing a line of text, and evaluating it for values of its names."""

__all__ = [
    "beside",
    "fractions",
    "grammar",
    "meaning",
    "named",
    "syntax",
]

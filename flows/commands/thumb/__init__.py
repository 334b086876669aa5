"""`jeopardice thumb`: rules of thumb, what they lose, and the search for better ones."""

__all__ = [
    "alone",
    "chances",
    "contests",
    "one_rule",
    "progress",
    "regions",
    "said",
    "search",
    "titles",
]

"""One turn each, unseen: the highest score wins."""

__all__ = [
    "any_rule",
    "certificate",
    "of_many",
    "program",
    "question",
    "solve",
]

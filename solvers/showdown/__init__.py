"""One turn each, unseen: the highest score wins."""

__all__ = [
    "any_rule",
    "certificate",
    "certificate_of_face",
    "of_many",
    "program",
    "question",
    "solve",
]

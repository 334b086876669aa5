"""The showdown: each player takes one turn without seeing the others'; the highest score wins."""

__all__ = [
    "any_rule",
    "certificate",
    "certificate_of_face",
    "of_many",
    "program",
    "question",
    "solve",
]

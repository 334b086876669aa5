"""Several players in turn, each for the win."""

__all__ = [
    "certificate",
    "certificate_of_mixing",
    "equilibrium",
    "in_parts",
    "indifference",
    "mixed_cluster",
    "policy",
    "question",
    "question_of_mixing",
    "reach",
    "shares",
    "solve",
    "unsettled",
    "value_iteration",
]

"""Several players in turn, each for the win."""

__all__ = [
    "certificate",
    "certificate_of_mixing",
    "clusters",
    "equilibrium",
    "in_parts",
    "indifference",
    "layers",
    "mixed_cluster",
    "policy",
    "pure_policies",
    "question",
    "question_of_mixing",
    "reach",
    "shares",
    "solve",
    "unsettled",
    "value_iteration",
]

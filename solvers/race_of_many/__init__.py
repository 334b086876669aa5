"""Several players in turn, each for the win."""

__all__ = [
    "certificate",
    "certificate_of_mixing",
    "clusters",
    "equilibrium",
    "indifference",
    "layers",
    "listing",
    "mixed_cluster",
    "policy",
    "pure_policies",
    "question",
    "question_of_mixing",
    "reach",
    "solve",
    "value_iteration",
]

"""Several players in turn, each for the win."""

__all__ = [
    "certificate",
    "certificate_of_mixing",
    "clusters",
    "equilibrium",
    "indifference",
    "layers",
    "mixed_cluster",
    "policy",
    "pure_policies",
    "question",
    "question_clusters",
    "question_of_mixing",
    "reach",
    "solve",
    "value_iteration",
]

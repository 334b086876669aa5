"""The race of three or more players in turn, each playing for its own win."""

__all__ = [
    "certificate",
    "certificate_of_equilibria",
    "certificate_of_mixing",
    "certificate_of_unsettled",
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
]

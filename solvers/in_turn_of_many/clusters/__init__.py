"""Several in turn who play to win: clusters of states that lead to each other by busts."""

__all__ = [
    "board",
    "by_scores",
    "candidates",
    "certificate",
    "certificate_of_turns",
    "chances",
    "known",
    "layers",
    "pure_policies",
    "states",
]

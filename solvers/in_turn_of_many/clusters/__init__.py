"""Several in turn who play for the win: clusters of standings that busts lead around."""

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

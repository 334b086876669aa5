"""Two in turn whose turns are played out before."""

__all__ = [
    "certificate_of_pair",
    "pair",
    "question_of_rules",
]

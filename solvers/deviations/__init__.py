"""Simultaneous Pig: gains by deviation from a strategy, commitment, and cycles of best responses."""

__all__ = [
    "against",
    "certificate",
    "certificate_of_mix",
    "certificate_of_stackelberg",
    "certificate_of_value_iteration",
    "exploitability",
    "mix_of_policies",
    "question",
    "question_stackelberg",
    "question_value_iteration",
    "stackelberg",
    "strategy",
    "symmetric_value_iteration",
    "worth_of_scores",
]

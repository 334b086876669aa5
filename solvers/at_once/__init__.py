"""Everybody takes a turn at once: best responses to opponents that hold at n, over hold-at rules and over all; the crowd."""

__all__ = [
    "any_rule",
    "best_response",
    "certificate",
    "certificate_of_any_rule",
    "certificate_of_crowd",
    "certificate_of_many",
    "crowd",
    "exact",
    "holding_row",
    "opponents",
    "opponents_turns",
    "question",
    "question_any_rule",
    "question_crowd",
    "sorted_scores",
    "stalling",
    "stopping_row",
]

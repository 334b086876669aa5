"""Simultaneous play: best responses to opponents that hold at n, over hold-at rules or any rules."""

__all__ = [
    "any_rule",
    "best_response",
    "by_rules",
    "certificate",
    "certificate_of_any_rule",
    "certificate_of_many",
    "exact",
    "goals_together",
    "holding_row",
    "in_layers",
    "opponents",
    "opponents_turns",
    "question",
    "question_any_rule",
    "rarely_left",
    "sorted_scores",
    "stopping_row",
]

"""Races of fixed players against each other, and the best response to a fixed player."""

__all__ = [
    "certificate_of_pairs",
    "given_away",
    "head_to_head",
    "hold_at_pairs",
    "one_pair",
    "question_head_to_head",
    "question_of_rules",
    "question_parts",
    "question_response_to_rule",
    "race_response",
]

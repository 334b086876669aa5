"""Plans: fixed policies that need more than a turn total, for Ten Thousand, Farkle and Hog.

Races of plans against each other, and best responses to a plan.
"""

__all__ = [
    "certificate_of_pairs",
    "head_to_head",
    "plans",
    "question",
    "question_families",
    "response",
]

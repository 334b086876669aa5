"""Plans: fixed policies that no turn total says; against each other, and the best response to one.

Such policies are those of Ten Thousand, Farkle and Hog.
"""

__all__ = [
    "certificate_of_pairs",
    "head_to_head",
    "plans",
    "question",
    "question_families",
    "response",
]

"""Fixed policies that no turn total says, as of Ten Thousand, Farkle and Hog: against each other, and the
best response to one.
"""

__all__ = [
    "certificate",
    "certificate_of_pairs",
    "head_to_head",
    "pairs",
    "plans",
    "played_turns",
    "question",
    "response",
]

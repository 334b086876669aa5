"""Risk: one throw, a battle, a chain of territories, and the best defence of a chain.

It is not a `Turn`: both sides throw and nothing is banked.
"""

__all__ = [
    "battle",
    "certificate",
    "chain",
    "defence",
    "question",
    "question_defence",
    "question_parts",
    "rules",
    "throw",
]

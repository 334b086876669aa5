"""Risk: one throw, a battle, a chain of territories, the best defence of a chain.

It is no Turn: both sides throw and nothing is banked.
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

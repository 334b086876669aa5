"""What deviations from a strategy of simultaneous Pig gain: exploitability, commitment, and the cycles of
value iteration.
"""

__all__ = [
    "against",
    "banking",
    "certificate",
    "certificate_of_stackelberg",
    "certificate_of_value_iteration",
    "exploitability",
    "question",
    "question_stackelberg",
    "question_value_iteration",
    "stackelberg",
    "strategy",
    "symmetric_value_iteration",
    "whole_mix",
]

"""Equal turns: who reaches the goal first in a round lets those behind finish it, and the highest wins."""

__all__ = [
    "beyond",
    "certificate",
    "certificate_of_choices",
    "certificate_of_last_turns",
    "fractions",
    "further_rounds",
    "last_turn",
    "of_three",
    "policy",
    "question",
    "question_of_rules",
    "response",
    "solve",
]

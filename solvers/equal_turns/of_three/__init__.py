"""Equal turns of three players."""

__all__ = [
    "after_goal",
    "by_rules",
    "certificate",
    "certificate_of_further_rounds",
    "certificate_of_turns",
    "further_rounds",
    "last_turn",
    "one_round",
    "question",
    "response",
    "solve",
    "turn",
]

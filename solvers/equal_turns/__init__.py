"""Equal turns: when a player reaches the goal, the others finish the round, and the highest score wins."""

__all__ = [
    "beyond",
    "certificate",
    "certificate_of_choices",
    "certificate_of_last_turns",
    "certificate_of_length",
    "certificate_of_round",
    "fractions",
    "further_rounds",
    "last_turn",
    "length",
    "of_three",
    "played",
    "policy",
    "question",
    "question_of_length",
    "question_of_rules",
    "response",
    "solve",
]

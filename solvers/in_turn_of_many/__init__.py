"""Three and more in turn, most of whom play by rules: all seats, or the best response in one of them."""

__all__ = [
    "certificate",
    "played",
    "policy",
    "question_of_response",
    "question_of_rules",
    "question_parts",
    "response",
    "rules",
    "tables",
]

"""Three and more in turn: all by rules, the best response to rules, or several who play to win."""

__all__ = [
    "beside_rules",
    "certificate",
    "certificate_of_best",
    "clusters",
    "played",
    "policy",
    "question_of_response",
    "question_of_rules",
    "question_of_two_best",
    "question_parts",
    "response",
    "rules",
    "tables",
]

"""What a question is, and the games, parameters and checks that questions share."""

__all__ = [
    "certify",
    "covering",
    "decision",
    "dimension",
    "exact",
    "following",
    "game",
    "games",
    "own_rules",
    "parameter",
    "picture",
    "question",
    "rule_parameters",
    "rules",
    "wave",
]

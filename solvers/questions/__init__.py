"""The rows of the catalogue: what each solver asks for and answers."""

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

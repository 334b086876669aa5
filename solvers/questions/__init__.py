"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = [
    "certify",
    "covering",
    "decision",
    "exact",
    "following",
    "game",
    "games",
    "own_rules",
    "parameter",
    "picture",
    "pig_rules",
    "question",
    "rule_parameters",
    "rules",
    "wave",
]

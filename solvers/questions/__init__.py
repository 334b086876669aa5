"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = [
    "certify",
    "covering",
    "decision",
    "exact",
    "following",
    "game",
    "games",
    "parameter",
    "picture",
    "pig_rules",
    "question",
    "usual",
    "wave",
]

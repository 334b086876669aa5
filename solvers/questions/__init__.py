"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = [
    "certify",
    "crowd",
    "learning",
    "learning_rules",
    "pig_rules",
    "race",
    "residual",
    "risk",
    "simultaneous",
    "solitaire",
    "stopping",
    "value_iteration",
    "yahtzee",
]

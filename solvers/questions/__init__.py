"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = [
    "certify",
    "crowd",
    "exploitability",
    "head_to_head",
    "learning",
    "learning_rules",
    "one_throw",
    "pig_rules",
    "race",
    "race_response",
    "residual",
    "risk",
    "simultaneous",
    "solitaire",
    "stackelberg",
    "stopping",
    "symmetric_value_iteration",
    "value_iteration",
    "yahtzee",
]

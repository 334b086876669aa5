"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = [
    "certify",
    "crowd",
    "equilibrium_simultaneous",
    "head_to_head",
    "learning",
    "learning_rules",
    "one_throw",
    "pig_rules",
    "plans",
    "race",
    "race_response",
    "residual",
    "risk",
    "showdown",
    "simultaneous",
    "simultaneous_of_many",
    "solitaire",
    "stopping",
    "value_iteration",
    "yahtzee",
]

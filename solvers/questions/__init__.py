"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = ["certify", "crowd", "pig_rules", "race", "residual", "simultaneous", "solitaire", "stopping"]

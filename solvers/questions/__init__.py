"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = ["learning", "learning_rules", "pig_rules", "race", "residual", "risk", "simultaneous", "solitaire", "value_iteration", "yahtzee"]

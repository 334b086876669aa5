"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = ["pig_rules", "race", "residual", "risk", "simultaneous", "solitaire", "yahtzee"]

"""The rows of the catalogue: what each solver asks for and answers."""

__all__ = ["head_to_head", "one_throw", "pig_rules", "race", "race_response", "residual", "simultaneous", "solitaire"]

"""Three players with equal turns who play by rules of thumb."""

__all__ = ["certificate", "certificate_of_chase", "chase", "question", "solve", "turns_to_come"]

"""Three players with equal turns who hold at fixed turn totals."""

__all__ = ["certificate", "certificate_of_chase", "chase", "question", "solve", "turns_to_come"]

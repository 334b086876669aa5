"""Equal turns of three players who all play by rules of thumb."""

__all__ = ["certificate", "certificate_of_chase", "chase", "question", "solve", "turns_to_come"]

"""Best responses of one of three players with equal turns to two who hold at fixed turn totals."""

__all__ = ["beyond", "certificate", "certificate_of_chase", "question", "reply", "solve"]

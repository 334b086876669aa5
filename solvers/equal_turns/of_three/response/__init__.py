"""Best responses of one of three players with equal turns to two players by rules of thumb."""

__all__ = ["beyond", "certificate", "certificate_of_chase", "question", "reply", "solve"]

"""Best responses to fixed policies under equal turns, moving first and moving second."""

__all__ = ["certificate", "opponent", "question", "solve", "states"]

"""Best responses to rules of thumb under equal turns, moving first and moving second."""

__all__ = ["certificate", "question", "solve"]

"""Two rules of thumb in simultaneous play: chances to win and expected rounds."""

__all__ = ["certificate", "question", "solve"]

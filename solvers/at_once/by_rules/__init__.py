"""Two rules of thumb at once: what each wins, and how many rounds it takes."""

__all__ = ["certificate", "question", "solve"]

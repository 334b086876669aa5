"""Rules of thumb where busts in a row cost points, as three farkles do."""

__all__ = ["certificate", "evaluation", "question", "rounds", "rule", "turns"]

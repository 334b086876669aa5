"""What a rule of thumb's decisions give away where busts in a row cost points."""

__all__ = ["begun", "certificate_of_play", "standings"]

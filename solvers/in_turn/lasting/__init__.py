"""How long a contest of two lasts whose turns are played out: turns still to come, and their distribution."""

__all__ = ["answer", "certificate", "certificate_of_ends", "forwards", "question_parts", "with_busts"]

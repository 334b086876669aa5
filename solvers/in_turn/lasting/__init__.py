"""The length of a contest of two whose turns are played out: expected turns, and their distribution."""

__all__ = ["answer", "certificate", "certificate_of_ends", "forwards", "question_parts", "with_busts"]

"""Length of a race of two players, and changes of the lead: under optimal play, or with one fixed rule."""

__all__ = [
    "certificate",
    "exact",
    "exact_turns",
    "lead_changes",
    "leader",
    "means",
    "question",
    "solve",
]

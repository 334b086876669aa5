"""How long a race of two lasts, and how often the lead changes: under optimal play and under fixed rules."""

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

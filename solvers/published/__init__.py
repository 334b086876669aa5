"""Every published figure as it was printed, and how each is computed here."""

__all__ = [
    "alone",
    "at_once",
    "computed",
    "figure",
    "figures",
    "in_turn",
    "table_5",
    "table_6",
    "thumbs",
    "verdict",
]

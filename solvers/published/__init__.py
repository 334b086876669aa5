"""Every published figure as printed, and how it is computed here."""

__all__ = [
    "alone",
    "at_once",
    "computed",
    "crocce_mordecki",
    "figure",
    "figures",
    "in_turn",
    "papers",
    "table_5",
    "table_6",
    "thumbs",
    "verdict",
    "zhu_ma_chen_liu",
]

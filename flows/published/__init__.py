"""Every published figure as it was printed, and how each is computed here."""

__all__ = ["computed", "figures", "table_5", "table_6", "verdict", "writing"]

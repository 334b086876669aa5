"""Rules as data: what one turn of each game is."""

__all__ = ["pig", "ten_thousand", "turn"]

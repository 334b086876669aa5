"""Everybody takes a turn at once, four opponents, and more states than fit into memory: layer by layer."""

__all__ = ["certificate", "layers", "question", "sheet", "sheets"]

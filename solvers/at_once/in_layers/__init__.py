"""Simultaneous play against four opponents with more states than fit into memory, solved layer by layer."""

__all__ = ["certificate", "layers", "question", "sheet", "sheets"]

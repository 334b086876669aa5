"""Output of `jeopardice reproduce`: tables by paper, files, and the papers' pictures."""

__all__ = ["files", "pictures", "tables"]

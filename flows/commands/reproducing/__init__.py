"""What `jeopardice reproduce` shows and writes: tables by paper, files, and the papers' pictures."""

__all__ = ["files", "pictures", "tables"]

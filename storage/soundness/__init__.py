"""Whether a store is what was written: digests with each commit, checking, restoring, mending."""

__all__ = ["branch", "checking", "copies", "finding", "mending", "older", "restoring", "sealing"]

"""Pictures of answers: which fit a dataset, what of it they show, and how they are drawn and written."""

__all__ = [
    "case",
    "colours",
    "curves",
    "drawing",
    "interactive",
    "labels",
    "maps",
    "mixing",
    "mixture",
    "names",
    "surface",
    "view",
    "writing",
]

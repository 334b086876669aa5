"""Pictures of answers: which fit a dataset, what they show, and how they are drawn and written."""

from pictures.home import settle_matplotlib

__all__ = [
    "colours",
    "curves",
    "drawing",
    "home",
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

settle_matplotlib()

"""A picture of a sweep, as the gallery shows it."""

from dataclasses import dataclass

import pandas as pd

from solvers.errors import expected


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A picture of a sweep, with all that stands beside it.

    Parameters
    ----------
    sweep : name of the sweep, "pig/three_players"
    title : title of the sweep, a few words
    picture : title of the picture
    caption : a sentence or two on what it shows
    below : the caption below a picture whose title stands above it
    alt : the picture in words, for screen readers
    numbers : the numbers in the picture, a row for each case; a meaningful index becomes columns
    svg : the picture as SVG, if it is one
    png : the picture as PNG, if it is one

    Raises
    ------
    InvalidRules
        if it has no picture or two, or no text for screen readers
    """

    sweep: str
    title: str
    picture: str
    caption: str
    below: str
    alt: str
    numbers: pd.DataFrame
    svg: str = ""
    png: bytes = b""

    def __post_init__(self) -> None:
        """Refuse a picture that not all readers can use."""
        if bool(self.svg) == bool(self.png):
            raise expected(f"{self.sweep}: picture", "either SVG or PNG", "both" if self.svg else "neither")
        if not self.alt.strip():
            raise expected(f"{self.sweep}: alt", "the picture in words", self.alt)

    @property
    def suffix(self) -> str:
        """The ending of the picture's file."""
        return ".svg" if self.svg else ".png"

    @property
    def content(self) -> bytes:
        """The content of the picture's file."""
        return self.svg.encode() if self.svg else self.png

"""What the gallery is given to show."""

from dataclasses import dataclass

import pandas as pd

from solvers.errors import expected


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """One picture of a sweep, with all that goes beside it.

    Parameters
    ----------
    sweep : its name, "pig/three_players"
    title : of the sweep, a few words
    picture : title of the picture
    caption : a sentence or two on what there is to be seen
    below : the same, below a picture whose title stands above it
    alt : the picture in words, for whoever does not see it
    numbers : what the picture shows, a row a case; an index that says something becomes columns
    svg : the picture as text, if it is one
    png : the picture as bytes, if it is one

    Raises
    ------
    InvalidRules
        if there is not one picture, or nothing in place of it for whoever does not see it
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
        """Refuse what cannot be shown to everyone."""
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
        """The picture's file."""
        return self.svg.encode() if self.svg else self.png

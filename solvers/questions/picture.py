"""Pictures of an answer, as data: which output is drawn, along which dimensions, and in which form.

A question lists the pictures that the literature has. Every other output gets a plain picture, by its shape
and role, so new questions need not list any.
"""

from dataclasses import dataclass
from enum import Enum


class Form(Enum):
    """How a picture is drawn."""

    PLAIN = "a line, a few lines or a map, or a row of these, by the dimensions that are left"
    MINIMA = "a line with its local minima marked"
    CUTS = "a line for each of a few labels of the other dimension"
    SURFACE = "a surface over two dimensions"
    TRACES = "a line for each state, along the first dimension"
    MIXTURE = "where a strategy mixes as a map, and what it mixes there"


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture of an answer.

    Parameters
    ----------
    name : name on the command line, with dashes
    title : at most six words
    output : name of the output that is drawn
    form : how it is drawn
    dims : dimensions, or axes of a sweep, along which it is drawn; () for all that are left
    chance : for mixtures, name of the output with the probability of each entry
    words : labels of dimensions, where they say more than the dimension's own words
    """

    name: str
    title: str
    output: str
    form: Form = Form.PLAIN
    dims: tuple[str, ...] = ()
    chance: str = ""
    words: tuple[tuple[str, str], ...] = ()

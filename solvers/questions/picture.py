"""A picture of an answer, as data: which output it shows, along what, and in which form.

A question names the pictures that its readers know from the literature. Every output has a plain one besides,
by its shape and role, so that a new question is drawn without a word.
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
    """One picture that a question has.

    Parameters
    ----------
    name : as asked for on the command line, with dashes
    title : at most six words
    output : name of the output shown
    form : how
    dims : dimensions, or a sweep's axes, along which it is shown; () for those that are left
    chance : name of the output that says how likely each entry is; of mixtures only
    words : what a picture calls a dimension, where that says more than the dimension's own words
    """

    name: str
    title: str
    output: str
    form: Form = Form.PLAIN
    dims: tuple[str, ...] = ()
    chance: str = ""
    words: tuple[tuple[str, str], ...] = ()

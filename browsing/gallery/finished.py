"""A finished page: a topic with its picture, sentences, numbers, data, and the code that makes it."""

import json
from dataclasses import dataclass
from shlex import quote
from typing import Any

import pandas as pd
import xarray as xr

from browsing.gallery.figures import filled, numbers, table
from browsing.gallery.topic import Figure, Topic
from pictures.drawing import vector_on_page
from pictures.view import view
from solvers.questions.picture import Picture


@dataclass(frozen=True, kw_only=True)
class Finished:
    """The content of a page.

    Parameters
    ----------
    topic : its topic
    result, why : sentences with their numbers
    svg : the picture
    numbers : descriptions and numbers
    table : the numbers to download
    python, command : code and command that reproduce it
    """

    topic: Topic
    result: str
    why: str
    svg: str
    numbers: tuple[tuple[str, str], ...]
    table: pd.DataFrame
    python: str
    command: str


def finish(topic: Topic, dataset: xr.Dataset, picture: Picture) -> Finished:
    """Return the page of a topic.

    Parameters
    ----------
    topic : the topic
    dataset : its answer, with the outputs of the topic and of the picture
    picture : a picture of the question
    """
    return Finished(
        topic=topic,
        result=filled(topic.result, topic.figures, dataset),
        why=filled(topic.why, topic.figures, dataset),
        svg=vector_on_page(view(picture, dataset)).decode(),
        numbers=numbers(topic.figures, dataset),
        table=table(dataset, topic.data),
        python=python(topic),
        command=command(topic),
    )


def python(topic: Topic) -> str:
    """Return a few lines of Python that compute its first plain number and draw its picture.

    Parameters
    ----------
    topic : the topic
    """
    asked = "".join(f", {name}={_quoted(value)}" for name, value in topic.given.items())
    plain = next(figure for figure in topic.figures.values() if _is_plain(figure))
    picture = f"jp.plot(ds, {_quoted(topic.picture)})"
    lines = (
        "import jeopardice as jp",
        "",
        f"ds = jp.solve({_quoted(topic.game)}{asked})",
        f"print(float({_read(plain)}))",
        f"{picture}.figure.savefig({_quoted(topic.name + '.svg')})",
    )
    return "\n".join(lines)


def command(topic: Topic) -> str:
    """Return the command that draws its picture.

    Parameters
    ----------
    topic : the topic
    """
    asked = "".join(f" {name}={_in_shell(value)}" for name, value in topic.given.items())
    written = f"{quote(topic.game)}{asked} --picture {topic.picture} -o {quote(topic.name + '.svg')}"
    return f"jeopardice plot {written}"


def _is_plain(figure: Figure) -> bool:
    """Whether it is a number of the dataset without further computation."""
    return not (figure.label or figure.greatest or figure.complement) and figure.times == 1


def _read(figure: Figure) -> str:
    labels = ", ".join(f"{dim}={label!r}" for dim, label in figure.at.items())
    return f"ds.{figure.of}" + (f".sel({labels})" if labels else "")


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _in_shell(value: Any) -> str:
    return f'"{value}"' if " " in str(value) else str(value)

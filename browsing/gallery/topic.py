"""The finished pages of the gallery as data: what each asks, shows and says; a file in `topics` for each."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from solvers.errors import expected
from solvers.wording.counts import begun

HERE = Path(__file__).parent / "topics"
OWN_GAME = "own_game.yaml"
UNPLAIN = r"[^\w.-]+"
# Largest number of positions in a turn; more cannot be distinguished in a picture.
MOST_POSITIONS = 24


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A number of a page, which is read off the answer.

    Parameters
    ----------
    of : name of the output
    form : its format: `percent`, `hundredths` (of 100 games), `whole` or `number`
    words : description in the table of numbers; "" for one that only sentences use
    at : labels by dimension, if the output has several numbers
    label : dimension whose label at the maximum of the output is the number; "" for the output itself
    greatest : whether it is the maximum of the output
    complement : whether it is 1 minus the output, such as the other player's win probability
    times : factor, such as points per chip
    """

    of: str
    form: str
    words: str = ""
    at: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    greatest: bool = False
    complement: bool = False
    times: int = 1


@dataclass(frozen=True, kw_only=True)
class Topic:
    """A page.

    Parameters
    ----------
    name : name of its files
    title : at most six words
    ask : arguments of `jeopardice.solve`; `game` is a game, a file of rules or a study
    caption : what the picture shows
    alt : the picture in words, for screen readers
    result, why : a sentence with the result and a few with reasons, with figures by name in braces
    figures : by the names in sentences
    data : outputs along the same dimensions, for the file to download
    picture : name of the picture
    file : file of the game's rules, if it is the user's own
    """

    name: str
    title: str
    ask: Mapping[str, Any]
    caption: str
    alt: str
    result: str
    why: str
    figures: Mapping[str, Figure]
    data: tuple[str, ...]
    picture: str
    file: Path | None = None

    @property
    def game(self) -> str:
        """The game, the file of rules or the study."""
        return str(self.ask["game"])

    @property
    def given(self) -> dict[str, Any]:
        """The other arguments of the question, by name."""
        return {name: value for name, value in self.ask.items() if name != "game"}

    @property
    def outputs(self) -> set[str]:
        """The outputs that the page needs besides that of its picture."""
        return {figure.of for figure in self.figures.values()} | set(self.data)


def topics() -> tuple[Topic, ...]:
    """Return all pages that come with the project, in their order."""
    files = sorted(path for path in HERE.glob("*.yaml") if path.name != OWN_GAME)
    return tuple(_topic(_read(path)) for path in files)


def topic_of_game(file: Path, name: str, goal: int | None, positions: int) -> Topic:
    """Return the page of a user's own game.

    Parameters
    ----------
    file : file of its rules
    name : name in its rules
    goal : its usual goal
    positions : number of positions of a turn

    Raises
    ------
    InvalidRules
        if its rules name no usual goal
    """
    if goal is None:
        remedy = "Add a line such as `usual_goal: 100`, so that the gallery knows what to solve."
        raise expected(f"{file}: usual_goal", "a number of points", None, remedy)
    content = _read(HERE / OWN_GAME)
    by_scores = content.pop("by_scores")
    if not 1 < positions <= MOST_POSITIONS:
        content |= by_scores
    title = begun(name)
    # Names are parts of URLs, where # and ? end the path.
    content["name"] = f"{content['name']}-{re.sub(UNPLAIN, '-', file.stem)}"
    content["ask"] = {"game": file.name}
    content["title"] = content["title"].replace("{title}", title)
    # Braces in a name are escaped, as figures are filled in later.
    spoken = title.replace("{", "{{").replace("}", "}}")
    content["result"] = content["result"].replace("{title}", spoken).replace("{goal}", str(goal))
    return _topic(content, file)


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


def _topic(content: Mapping[str, Any], file: Path | None = None) -> Topic:
    figures = {name: _figure(figure) for name, figure in content["figures"].items()}
    data = tuple(content["data"])
    return Topic(**{**content, "figures": figures, "data": data}, file=file)


def _figure(content: Mapping[str, Any]) -> Figure:
    rest = {name: value for name, value in content.items() if name not in ("as", "pick")}
    return Figure(form=content["as"], greatest=content.get("pick") == "greatest", **rest)

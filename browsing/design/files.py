"""The shared files: styles, scripts and words, as text."""

import json
from pathlib import Path

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"


def read(name: str) -> str:
    """The text of a file of this folder.

    Parameters
    ----------
    name : such as "colours.css"
    """
    return (HERE / name).read_text(encoding="utf-8")


def words() -> dict[str, str]:
    """What buttons, keys and captions say on all pages, by name."""
    found: dict[str, str] = json.loads(read("words.json"))
    return found


# Colours and letters, for every page; then what pages with a game have besides.
BASE = read("colours.css") + read("base.css")
GAME = read("game.css")
# For pages with a game: words first, which the others use.
SCRIPT = f"const WORDS = {json.dumps(words())};\n" + read("keys.js") + read("showing.js")

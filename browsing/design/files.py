"""The shared files as text: styles, scripts and words."""

import json
from pathlib import Path

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"


def read(name: str) -> str:
    """Return the text of a file in this folder.

    Parameters
    ----------
    name : name of the file, such as "colours.css"
    """
    return (HERE / name).read_text(encoding="utf-8")


def words() -> dict[str, str]:
    """Return the words of buttons, keys and captions on all pages, by name."""
    found: dict[str, str] = json.loads(read("words.json"))
    return found


# Style of every page; pages with a game add to it.
BASE = read("colours.css") + read("base.css")
GAME = read("game.css")
# Script of pages with a game: words first, as the others use them.
SCRIPT = f"const WORDS = {json.dumps(words())};\n" + read("keys.js") + read("showing.js")

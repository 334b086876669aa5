"""The page on which Pig is played, with the solver's tables and the scripts that read them."""

import base64
import json

from browsing.design.files import GAME, SCRIPT
from browsing.gallery.templating import page, read
from solvers.games import pig
from solvers.race.solve import optimal_play

GOALS = (25, 50, 100)
# In the order of their dependencies.
SCRIPTS = (
    "die.js",
    "opponents.js",
    "worth.js",
    "contest.js",
    "game.js",
    "link.js",
    "words.js",
    "drawing.js",
    "page.js",
)


def pig_page(path: str) -> bytes:
    """Return the page.

    Parameters
    ----------
    path : path of the page in the gallery
    """
    parts = ['"use strict";', SCRIPT, tables(), *(read("scripts", name) for name in SCRIPTS)]
    return page(path, "pig.html", GAME + read("styles", "pig.css"), "\n".join(parts), goals=GOALS)


def tables() -> str:
    """Return the values of optimal play as a line of script.

    They are float64[banked, opponent], little-endian, base64. They have all digits, so the page decides like
    the solver in every state.
    """
    found = {goal: optimal_play(pig.turn(), goal).value.astype("<f8").tobytes() for goal in GOALS}
    texts = {goal: base64.b64encode(values).decode() for goal, values in found.items()}
    return f"const PIG_TABLES = {json.dumps(texts)};"

"""The style and the script of all pages of games: the shared parts, and their own."""

from pathlib import Path

from browsing.design.files import BASE, GAME, SCRIPT

HERE = Path(__file__).parent / "files"
FILES = {
    "table.css": ("text/css", BASE + GAME + (HERE / "table.css").read_text(encoding="utf-8")),
    "table.js": ("text/javascript", SCRIPT + (HERE / "table.js").read_text(encoding="utf-8")),
}

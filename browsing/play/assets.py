"""The style and the script of all pages of games."""

from pathlib import Path

HERE = Path(__file__).parent / "files"
# The explorer's, read as a file: its modules import Panel, which takes seconds.
STYLE = (HERE.parents[1] / "explorer" / "page.css").read_text(encoding="utf-8")
FILES = {
    "table.css": ("text/css", STYLE + (HERE / "table.css").read_text(encoding="utf-8")),
    "table.js": ("text/javascript", (HERE / "table.js").read_text(encoding="utf-8")),
}

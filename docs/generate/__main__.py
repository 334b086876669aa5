"""Write the pages of the reference from the code: `python docs/generate`, as `make docs` does."""

import shutil
from itertools import chain
from pathlib import Path

import command_page
import config_page
import game_page
import python_page
import question_pages

REFERENCE = Path(__file__).parents[1] / "reference"


def main() -> None:
    """Write all pages anew."""
    shutil.rmtree(REFERENCE, ignore_errors=True)
    parts = (game_page, question_pages, command_page, python_page, config_page)
    for name, text in chain.from_iterable(part.pages() for part in parts):
        path = REFERENCE / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

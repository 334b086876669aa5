"""Make the pictures of docs/explore.md from the store that `make sweep` fills: in its directory,

.venv/bin/python docs/explore_pictures.py store docs

It needs Chromium, as tests in a browser do.
"""

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

COMMAND = str(Path(sys.executable).with_name("jeopardice"))
PLOT = ("race.pig", "goal=100", "--picture", "slices")
# The right half of the README's picture, cross-sections included.
VIEW = (
    "?sweep=pig/three_players&var=hold_at&x=banked&y=first_opponent&sel=first_hold_at=25"
    "&sel=second_hold_at=25&sel=second_opponent=60&point=banked=40&point=first_opponent=60"
)
DRAWN = "window.Bokeh && Bokeh.documents.length && Bokeh.documents[0].is_idle"


def draw(store: str, directory: Path) -> None:
    """The picture of a question, and a page of the explorer."""
    subprocess.run([COMMAND, "plot", *PLOT, "--output", directory / "when_to_throw.svg"], check=True)
    command = [COMMAND, "explore", store, "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as explorer:
        assert explorer.stdout
        address = re.search(r"http://[\d.:]+/", explorer.stdout.readline())
        assert address
        photograph(address[0] + VIEW, directory / "explorer.png")
        explorer.send_signal(signal.SIGINT)


def photograph(url: str, picture: Path) -> None:
    """A page as a browser shows it on a desk."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1460, "height": 1100})
        page.goto(url)
        page.wait_for_function(DRAWN)
        page.screenshot(path=picture)


if __name__ == "__main__":
    draw(sys.argv[1], Path(sys.argv[2]))

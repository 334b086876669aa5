"""Saved games as files."""

import os
from pathlib import Path

from configs.errors import shown
from configs.reading import TooLarge, read_at_most
from playing.play import Play
from playing.saving import Saved, document, link, read_document, read_link
from solvers.errors import InvalidRules, unwritable

# Largest saved game in bytes, twelve times the longest possible one.
MOST_BYTES = 1_000_000


def load(place: str) -> Saved:
    """Return a game from a link or a file.

    Parameters
    ----------
    place : the link, or the path of the file

    Raises
    ------
    InvalidRules
        if it is neither
    """
    # Long links are not valid file names.
    if "game=" in place and not os.path.isfile(place):
        return read_link(place)
    try:
        return read_document(read_at_most(place, MOST_BYTES).decode())
    except TooLarge as error:
        raise InvalidRules(f"--replay: {shown(place)} is too large: expected {error}.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError | OSError):
            why = getattr(error, "strerror", None) or "this is not text"
            raise InvalidRules(
                f"--replay: {shown(place)} is neither a link nor a saved game: {why}. Check the path."
            ) from None
        raise


class File:
    """The file that a game is saved to, repeatedly.

    Parameters
    ----------
    path : path of the file; None for a name made of game and seed
    own : whether the file may exist, as a save of this very game

    Raises
    ------
    InvalidRules
        if the file exists and must not be replaced
    """

    def __init__(self, path: str | None, own: bool = False) -> None:
        self._path, self._own = path, own
        if path is not None:
            self._refuse_taken(Path(path))

    def save(self, play: Play) -> str:
        """Write the game, and return where it is saved.

        Raises
        ------
        InvalidRules
            if the file cannot be written
        """
        setup = play.match.setup
        path = Path(self._path or f"jeopardice-{setup.game}-{setup.seed}.json")
        self._refuse_taken(path)
        try:
            path.write_text(document(setup, play.moves), encoding="utf-8")
        except OSError as error:
            raise unwritable("--save", path, error) from None
        self._path, self._own = str(path), True
        return f"Saved as {path}. Its link: {link(setup, play.moves)}"

    def _refuse_taken(self, path: Path) -> None:
        if path.exists() and not self._own:
            raise InvalidRules(f"--save: {path} exists already. Move it, or choose another path.")

"""Saved games as files."""

import os
from pathlib import Path

from configs.errors import shown
from configs.reading import TooLarge, read_at_most
from playing.play import Play
from playing.saving import Saved, document, link, read_document, read_link
from solvers.errors import InvalidRules, unwritable

# Of a saved game: twelve times the longest.
MOST_BYTES = 1_000_000


def load(place: str) -> Saved:
    """A game from a link, or from a file.

    Parameters
    ----------
    place : the link, or the path of the file

    Raises
    ------
    InvalidRules
        if it is neither
    """
    # Links are longer than names of files may be.
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
    """Where a game is saved, again and again.

    Parameters
    ----------
    path : of the file; a name made of game and seed if there is none
    own : whether the file may be there already, being of this very game

    Raises
    ------
    InvalidRules
        if there is a file of that name, which is not replaced
    """

    def __init__(self, path: str | None, own: bool = False) -> None:
        self._path, self._own = path, own
        if path is not None:
            self._refuse_taken(Path(path))

    def save(self, play: Play) -> str:
        """Write the game, and say where.

        Raises
        ------
        InvalidRules
            if it cannot be written there
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

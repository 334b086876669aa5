"""Saved games as files."""

from pathlib import Path

from flows.playing.play import Play
from flows.playing.saving import Saved, document, link, read_document, read_link
from solvers.errors import expected


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
    if "game=" in place and not Path(place).is_file():
        return read_link(place)
    try:
        return read_document(Path(place).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError | OSError):
            got = f"{place}: {getattr(error, 'strerror', None) or error}"
            raise expected("--replay", "a link, or a file with a saved game", got) from None
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
            raise expected("--save", "a file that can be written", f"{path}: {error.strerror}") from None
        self._path, self._own = str(path), True
        return f"Saved as {path}. Its link: {link(setup, play.moves)}"

    def _refuse_taken(self, path: Path) -> None:
        if path.exists() and not self._own:
            raise expected("--save", "a new file", str(path), "Move it away, or name another.")

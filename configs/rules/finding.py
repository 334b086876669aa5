"""Find the file of rules that a name means: a file, or a shipped game."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path as File

from configs.errors import ConfigNotFound, Path, Problem, shown
from configs.rules.shipped import shipped_rules
from solvers.wording.counts import either


def find_rules(name: str, directory: str = "") -> File | None:
    """The file of that name, or of the shipped game of that name; None if there is neither.

    Parameters
    ----------
    name : a path, or the name of a game
    directory : directory for relative paths
    """
    file = File(directory, name)
    if file.is_file():
        return file
    # A directory that is not a game is refused when it is read.
    return shipped_rules().get(name, file if file.exists() else None)


def existing_rules(name: str) -> File:
    """Like `find_rules`, but raises an error if there is no file.

    Raises
    ------
    ConfigNotFound
        if there is neither
    """
    file = find_rules(name)
    if file is None:
        raise ConfigNotFound(nowhere(name).worded())
    return file


def nearest(name: str, games: Iterable[str] = ()) -> str | None:
    """The YAML file, or the game, with the name nearest to a missing file's, if one is near.

    Parameters
    ----------
    name : the name that was not found
    games : possible games
    """
    folder = File(name).parent
    files = sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")])
    known = {game: game for game in games} | {file.stem: str(file) for file in files}
    close = get_close_matches(File(name).stem, known, 1)
    return known[close[0]] if close else None


def nowhere(name: str, path: Path = ()) -> Problem:
    """The problem that there are no such rules, with the nearest game.

    Parameters
    ----------
    name : the name that was not found
    path : where a config names it
    """
    known = list(shipped_rules())
    close = nearest(name, known)
    remedy = f"Did you mean {close!r}?" if close else f"Check the path. The games are {either(known, 'and')}."
    return Problem("rules", f"there is no file {shown(name)}, and no game of that name", "", path, remedy)

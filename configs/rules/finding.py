"""Which file a person means by the name of rules: a file, or a game that comes along."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path as File

from configs.errors import ConfigNotFound, Path, Problem, shown
from configs.rules.shipped import shipped_rules


def find_rules(name: str, directory: str = "") -> File | None:
    """The file of that name, else that of the game of that name; None if there is neither.

    Parameters
    ----------
    name : a path, or a game's
    directory : from which a path goes
    """
    file = File(directory, name)
    if file.is_file():
        return file
    # A directory that is no game is refused by who reads it.
    return shipped_rules().get(name, file if file.exists() else None)


def existing_rules(name: str) -> File:
    """As `find_rules`.

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
    """The YAML file, or the game, whose name is nearest to that of a file that is not there, if one is near.

    Parameters
    ----------
    name : of what was looked for
    games : that may be meant
    """
    folder = File(name).parent
    files = sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")])
    known = {game: game for game in games} | {file.stem: str(file) for file in files}
    close = get_close_matches(File(name).stem, known, 1)
    return known[close[0]] if close else None


def nowhere(name: str, path: Path = ()) -> Problem:
    """That there are no such rules; the nearest game is named.

    Parameters
    ----------
    name : of what was looked for
    path : where it was named, in a config
    """
    known = list(shipped_rules())
    close = nearest(name, known)
    remedy = f"Did you mean {close!r}?" if close else "Check the path."
    got = f"{shown(name)}: no such file"
    return Problem("rules", f"a file, or one of {', '.join(known)}", got, path, remedy)

"""Files of configs: read as YAML; their problems are reported in the order of their lines."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable

from configs.documents import TAB, Document, NotYaml, documents
from configs.errors import ConfigError, ConfigNotFound, Problem, shown
from configs.reading import TooLarge, read_at_most

# Greatest size in bytes: sixty times the longest shipped file; reading it takes two seconds.
MOST_BYTES = 4_000_000
FORM = 'Check indentation and brackets. Quote text with a colon or braces: "hold at {n}".'
TABS = "Indent with spaces: YAML takes no tabs."


def documents_of(
    place: str, wanted: str = "at least one sweep", shown_in: str = "docs/sweeps.md", name: str = "config"
) -> list[Document]:
    """The documents of a file.

    Parameters
    ----------
    place : its path
    wanted : what the file should have, for errors
    shown_in : the page of the documentation that explains it
    name : kind of file, for errors

    Raises
    ------
    ConfigNotFound, ConfigError
        if it cannot be read, or is not YAML
    """
    return documents_in(text_of(place, name), place, wanted, shown_in, name)


def documents_in(text: bytes, place: str, wanted: str, shown_in: str, name: str) -> list[Document]:
    """The documents of a file that has been read; parameters and errors as for `documents_of`.

    Parameters
    ----------
    text : all of the file
    place : its path, for errors
    wanted, shown_in, name : as for `documents_of`
    """
    try:
        found = list(documents(text))
    except NotYaml as error:
        where = (place, f"line {error.line}") if error.line else (place,)
        remedy = TABS if error.problem == TAB else FORM
        worded = Problem("YAML", f"syntax error, {error.problem}", "", (), remedy).worded(*where)
        raise ConfigError(f"{worded}\n{error.excerpt}".rstrip()) from None
    if not found:
        raise ConfigError(
            _unread(name, wanted, "an empty file", f"{shown_in} shows how to write one.", place)
        )
    return found


def text_of(place: str, name: str) -> bytes:
    """All of a file.

    Parameters
    ----------
    place : its path
    name : kind of file, for errors

    Raises
    ------
    ConfigNotFound, ConfigError
        if it cannot be read, is too large, or is not text
    """
    try:
        text = read_at_most(place, MOST_BYTES)
    except TooLarge as error:
        raise ConfigError(_unread(name, str(error), "a larger one", "Split it.", place)) from None
    except FileNotFoundError:
        raise ConfigNotFound(_unread(name, "a YAML file", "no such file", "Check the path.", place)) from None
    except IsADirectoryError:
        raise ConfigError(
            _unread(name, "a YAML file", "a directory", "Name one file in it.", place)
        ) from None
    except (OSError, ValueError) as error:
        got = getattr(error, "strerror", None) or str(error)
        raise ConfigError(
            _unread(name, "a readable file", shown(got), "Check the path and its permissions.", place)
        ) from None
    # YAML may be in UTF-16, too, which its first bytes show.
    if not text.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        try:
            text.decode()
        except UnicodeDecodeError as error:
            line = 1 + text[: error.start].count(b"\n")
            remedy = "Save it as UTF-8 if it is text."
            raise ConfigError(
                _unread(name, "a text file in UTF-8", f"other bytes on line {line}", remedy, place)
            ) from None
    return text


def _unread(name: str, rule: str, got: str, remedy: str, place: str) -> str:
    return Problem(name, rule, got, (), remedy).worded(place)


def worded_in_order(problems: Iterable[Problem], document: Document, place: str) -> list[str]:
    """A line for each problem of a document, in the order of the file."""
    order = {path: rank for rank, path in enumerate(document.lines)}
    in_order = sorted(once(problems), key=lambda problem: order[document.entry(problem.path)])
    return [problem.worded(place, f"line {document.line(problem.path)}") for problem in in_order]


def once(problems: Iterable[Problem]) -> list[Problem]:
    """The first of several problems with one name at one place."""
    return list({(problem.path, problem.name): problem for problem in reversed(list(problems))}.values())[
        ::-1
    ]

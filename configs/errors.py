"""Problems with a config, worded like all our errors, with the place in the file."""

import reprlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

Path = tuple[str | int, ...]
NOTHING = "nothing"

# Most problems printed: more are mostly the same mistake repeated.
MOST_LISTED = 20

_short = reprlib.Repr()
_short.maxdict = _short.maxlist = _short.maxtuple = 4
_short.maxstring = _short.maxother = 80


class ConfigError(ValueError):
    """A config that cannot be run. Its text has one line for each problem, up to a limit."""


class ConfigNotFound(FileNotFoundError, ConfigError):
    """There is no such config file.

    `FileNotFoundError` comes first among its bases, as pickling needs its `__new__`.
    """


@dataclass(frozen=True)
class Problem:
    """One problem of a config.

    Parameters
    ----------
    name : what it is about, such as "goal"
    rule : what was expected; if `got` is "", what is wrong, as a part of a sentence
    got : what was found, as text; "" if rule and value make no sentence
    path : keys and positions from the document down to it, such as ("axes", "goal", 3); () for the document
    remedy : what to do, a sentence
    """

    name: str
    rule: str
    got: str
    path: Path = ()
    remedy: str = ""

    def worded(self, *place: str) -> str:
        """One line of text; `place` goes before the path, such as a file and a line.

        >>> Problem("goal", "2 to 2000", "0", ("axes", "goal", 3)).worded("goals.yaml", "line 7")
        'goal: expected 2 to 2000, got 0 (goals.yaml, line 7, axes.goal[3]).'
        >>> Problem("goal", "this key comes twice", "", ("goal",), "Remove one.").worded("a.yaml", "line 7")
        'goal: this key comes twice (a.yaml, line 7, goal). Remove one.'
        """
        where = ", ".join(part for part in (*place, dotted(self.path)) if part)
        end = f" {self.remedy}" if self.remedy else ""
        said = f"expected {self.rule}, got {self.got}" if self.got else self.rule
        return f"{_plain(self.name)}: {said}" + (f" ({where})." if where else ".") + end


def listed(problems: Sequence[str]) -> str:
    """A line for each problem, up to a number that somebody would read.

    >>> listed([f"problem {number}" for number in range(23)]).splitlines()[-2:]
    ['problem 19', '... and 3 more of the same kind.']
    """
    left = len(problems) - MOST_LISTED
    more = [f"... and {left} more of the same kind."] if left > 0 else []
    return "\n".join([*problems[:MOST_LISTED], *more])


def dotted(path: Path) -> str:
    """A path as text.

    >>> dotted(("axes", "goal", 3, "from"))
    'axes.goal[3].from'
    """
    return "".join(
        f"[{step}]" if isinstance(step, int) else f".{_plain(step)}" for step in path
    ).removeprefix(".")


def shown(value: object) -> str:
    """A value as in Python, on one line, shortened in the middle if it is long."""
    return _short.repr(value)


def nearest(name: str, known: Iterable[str], owner: str) -> str:
    """Say what the writer may have meant.

    >>> nearest("gaol", ["goal", "sides"], "pig")
    "Did you mean 'goal'?"
    >>> nearest("colour", ["goal", "sides"], "pig")
    'pig has goal, sides.'
    """
    names = list(known)
    close = get_close_matches(name, names, 1)
    return f"Did you mean {close[0]!r}?" if close else f"{owner} has {', '.join(names) or 'none'}."


def _plain(key: str) -> str:
    return key if key.isprintable() else repr(key)

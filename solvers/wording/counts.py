"""Counts and lists in words, and how words begin."""

from collections.abc import Sequence


def some(number: int, what: str) -> str:
    """A number of things, singular or plural.

    Parameters
    ----------
    number : how many
    what : one of them

    Examples
    --------
    >>> some(1, "commit"), some(2, "commit")
    ('1 commit', '2 commits')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def either(names: Sequence[str], last: str = "or") -> str:
    """Names in a sentence.

    Parameters
    ----------
    names : one or more
    last : word before the last one

    Examples
    --------
    >>> either(["png"]), either(["png", "svg", "html"])
    ('png', 'png, svg or html')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def begun(words: str) -> str:
    """Words as a line begins with them.

    >>> begun("two-dice Pig alone")
    'Two-dice Pig alone'
    """
    return words[:1].upper() + words[1:]

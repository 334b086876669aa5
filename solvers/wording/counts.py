"""Numbers of things and lists of names in sentences, and capital letters."""

from collections.abc import Sequence


def some(number: int, what: str) -> str:
    """Return a number with a noun, in the singular or plural.

    Parameters
    ----------
    number : how many things
    what : the noun in the singular

    Examples
    --------
    >>> some(1, "commit"), some(2, "commit")
    ('1 commit', '2 commits')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def either(names: Sequence[str], last: str = "or") -> str:
    """Return names as a list in a sentence.

    Parameters
    ----------
    names : one or more names
    last : word before the last name

    Examples
    --------
    >>> either(["png"]), either(["png", "svg", "html"])
    ('png', 'png, svg or html')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def begun(words: str) -> str:
    """Return words with a capital letter, as a sentence begins.

    >>> begun("two-dice Pig alone")
    'Two-dice Pig alone'
    """
    return words[:1].upper() + words[1:]

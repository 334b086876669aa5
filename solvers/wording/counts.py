"""Counts in words."""


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

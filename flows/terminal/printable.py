"""Text that does nothing to the terminal on which it is printed."""


def printable(text: str) -> str:
    """Text without what does something to a terminal: such a character is told by its code. Lines stay.

    >>> printable("a\\x1b[31m b")
    'a\\\\x1b[31m b'
    """
    return "".join(
        char if char == "\n" or char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )

"""Text without control characters."""


def printable(text: str) -> str:
    """Text with control characters replaced by their codes; line breaks stay.

    >>> printable("a\\x1b[31m b")
    'a\\\\x1b[31m b'
    """
    return "".join(
        char if char == "\n" or char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )

"""Numbers of bytes as a person reads them."""

UNITS = (("kB", 1e3), ("MB", 1e6), ("GB", 1e9))


def in_bytes(number: int) -> str:
    """A number of bytes in the unit that suits it.

    >>> in_bytes(768), in_bytes(9_216), in_bytes(242_000_000), in_bytes(19_500_000_000)
    ('768 bytes', '9.2 kB', '242.0 MB', '19.5 GB')
    """
    suiting = [(unit, size) for unit, size in UNITS if number >= size]
    if not suiting:
        return f"{number} bytes"
    unit, size = suiting[-1]
    return f"{number / size:.1f} {unit}"

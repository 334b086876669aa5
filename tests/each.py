"""Tests of hundreds of things that take no time: one test of all whose names begin alike."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest


def of_each(things: Mapping[str, Any]) -> Callable[[Callable[[Any], None]], Callable[[str], None]]:
    """Check each of these things by name, the name being added to what fails.

    Parameters
    ----------
    things : by name; what comes before the first dot or slash is the name of their test
    """
    families: dict[str, list[str]] = {}
    for name in things:
        families.setdefault(name.replace("/", ".").partition(".")[0], []).append(name)

    def checked(check: Callable[[Any], None]) -> Callable[[str], None]:
        @pytest.mark.parametrize("family", families)
        def test(family: str) -> None:
            for name in families[family]:
                try:
                    check(things[name])
                except BaseException as error:
                    error.add_note(f"This is about {name}.")
                    raise

        test.__doc__ = check.__doc__
        return test

    return checked

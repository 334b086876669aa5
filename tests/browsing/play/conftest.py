"""A server of games, and a browser, that the tests of a module share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.browsing.play.served_games import Site, serving


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A server without a store."""
    with serving() as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with chromium() as found:
        yield found

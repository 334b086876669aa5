"""Follow a store: look for a new snapshot, which costs one small file, and draw anew when there is one."""

from collections.abc import Callable

import panel as pn

from browsing.explorer.faults import worded
from storage.repository import Store

EVERY_MS = 2000


class Following:
    """Draws anew whenever the newest snapshot is another one; says so when the store cannot be read.

    Parameters
    ----------
    store : to follow
    draw : draws the newest state
    fault : shows what is wrong
    """

    def __init__(self, store: Store, draw: Callable[[], None], fault: Callable[[str], object]) -> None:
        self._store, self._draw, self._fault = store, draw, fault
        # Taken before the first drawing: what is committed meanwhile is drawn again, and never missed.
        self._seen, self._said = store.newest, ""

    def start(self) -> None:
        """Look again and again, as long as the page is open."""
        pn.state.add_periodic_callback(self.look, period=EVERY_MS)

    def look(self) -> None:
        """Look once."""
        try:
            newest = self._store.newest
            if newest != self._seen or self._said:
                self._draw()
                self._seen, self._said = newest, ""
        except Exception as error:
            words = worded(error, self._store.url) if not self._said else self._said
            if words != self._said:
                self._fault(words)
            self._said = words

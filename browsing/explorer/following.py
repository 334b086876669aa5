"""Follow a store: check for a new snapshot, which reads one small file, and draw again if there is one."""

from collections.abc import Callable

import panel as pn

from browsing.explorer.faults import worded
from storage.repository import Store

EVERY_MS = 2000


class Following:
    """Draws again whenever there is a new snapshot; shows an error if the store cannot be read.

    Parameters
    ----------
    store : the store
    draw : function that draws the newest state
    fault : function that shows an error
    """

    def __init__(self, store: Store, draw: Callable[[], None], fault: Callable[[str], object]) -> None:
        self._store, self._draw, self._fault = store, draw, fault
        # Read before the first drawing, so that a commit meanwhile is drawn again and not missed.
        self._seen, self._said = store.newest, ""

    def start(self) -> None:
        """Check regularly as long as the page is open."""
        pn.state.add_periodic_callback(self.look, period=EVERY_MS)

    def look(self) -> None:
        """Check once."""
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

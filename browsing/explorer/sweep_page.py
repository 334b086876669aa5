"""The page of one sweep: its coverage, and one of its views. It follows the store while it is open."""

import panel as pn

from browsing.explorer.address import VIEWS, Address
from browsing.explorer.faults import worded
from browsing.explorer.following import Following
from browsing.explorer.listings import failures_table, runs_table
from browsing.explorer.markup import coverage_bar, link, message
from browsing.explorer.overview import facts
from browsing.explorer.shell import at_once, html, shell
from browsing.explorer.state import state_of
from browsing.explorer.study import Study
from storage.history import Commit
from storage.repository import Store


class SweepPage:
    """One sweep in one session.

    Parameters
    ----------
    store : store with the sweep
    address : what to show first

    Raises
    ------
    StoreError, SolverError
        if the store does not have what the address names
    """

    def __init__(self, store: Store, address: Address) -> None:
        self._store, self._address = store, address
        self._title = address.sweep
        self._status, self._views, self._notice, self._listing = (html() for _ in range(4))
        self._following = Following(store, self._draw, self._say)
        self._study = Study(store, self._go) if address.view in ("values", "compare") else None
        self._draw()

    def page(self) -> pn.Template:
        """Return the page, which follows the store from now on unless it shows an old state."""
        self._following.start()
        roots = {"status": self._status, "views": self._views, "notice": self._notice}
        if self._study is None:
            roots["listing"] = self._listing
        else:
            roots |= self._study.parts()
        about = {"above": self._address.sweep, "view": self._address.view, "store": self._store.url}
        return shell(self._title, roots, **about)

    def _draw(self) -> None:
        """Read the state and show it.

        Raises
        ------
        StoreError, SolverError
            if that fails; the page stays as it was
        """
        address = self._address
        state = state_of(self._store, address, record=self._study is None)
        dataset, history, found = state.dataset, state.history, state.coverage
        if self._study is not None:
            self._address = self._study.show(dataset, address, history)
        elif address.view == "runs":
            self._listing.object = runs_table(dataset, history, address)
        else:
            self._listing.object = failures_table(dataset)
        self._title = found.title
        self._status.object = coverage_bar(found) + _facts([*facts(found), _state(address, history)])
        self._views.object = _views(self._address)
        self._say("")

    def _go(self, address: Address) -> None:
        """Show what a reader has chosen, and set the permalink."""
        before, self._address = self._address, address
        try:
            if self._study is not None and address.but(point=before.point) == before:
                self._address = self._study.move(address)
            else:
                with at_once():
                    self._draw()
        except Exception as error:
            self._address = before
            self._say(worded(error, self._store.url))
            return
        if pn.state.location is not None:
            pn.state.location.search = self._address.query()

    def _say(self, words: str) -> None:
        self._notice.object = message(words, "fault")


def _state(address: Address, history: list[Commit]) -> str:
    """The state that is shown, and when it was committed, in words."""
    if address.at:
        return f"an old state, {address.at}"
    return f"last commit {history[0].time:%Y-%m-%d %H:%M:%S} UTC, followed" if history else "followed"


def _facts(said: list[str]) -> str:
    return f'<p class="facts">{"".join(f"<span>{fact}</span>" for fact in said)}</p>'


def _views(address: Address) -> str:
    """Links to the other views of the same sweep, with the same labels."""
    shown = []
    for view, name in VIEWS.items():
        to = link(address.but(view=view).query(), name)
        shown.append(f"<li>{to.replace('<a ', '<a aria-current=page ') if view == address.view else to}</li>")
    return f'<nav aria-label="Views of the sweep"><ul class="views">{"".join(shown)}</ul></nav>'

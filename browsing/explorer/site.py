"""Pages by their address: the list of sweeps, one sweep, or an error."""

from collections.abc import Mapping, Sequence
from html import escape

import panel as pn

from browsing.explorer.address import Address, read
from browsing.explorer.faults import worded
from browsing.explorer.following import Following
from browsing.explorer.markup import coverage_bar, link, message
from browsing.explorer.origins import check
from browsing.explorer.overview import Coverage, facts, overview
from browsing.explorer.shell import html, shell
from browsing.explorer.sweep_page import SweepPage
from solvers.wording.counts import some
from storage.repository import Store


def page(url: str, arguments: Mapping[str, Sequence[str]], name: str) -> pn.Template:
    """Return the page at an address; it also shows any error.

    Parameters
    ----------
    url : URL of the store
    arguments : values of the query, by name
    name : host and port of the request
    """
    try:
        check(name)
        address = read(arguments)
        store = Store.open(url)
        return SweepPage(store, address).page() if address.sweep else _list(store)
    except Exception as error:
        return shell("There is nothing to show", {}, store=url, fault=worded(error, url))


def _list(store: Store) -> pn.Template:
    listing, status, notice = html(), html(), html()

    def draw() -> None:
        found = overview(store)
        listing.object = _sweeps(found)
        status.object = f'<p class="facts">{some(len(found), "sweep")}</p>' if found else ""
        notice.object = "" if found else message(_EMPTY)

    following = Following(store, draw, lambda words: notice.param.update(object=message(words, "fault")))
    draw()
    following.start()
    return shell("Sweeps", {"listing": listing, "status": status, "notice": notice}, store=store.url)


_EMPTY = "The store has no sweep yet. Run one, `jeopardice run CONFIG`; it shows up here by itself."


def _sweeps(found: list[Coverage]) -> str:
    return f'<ul class="sweeps">{"".join(map(_card, found))}</ul>'


def _card(found: Coverage) -> str:
    to = link(Address(found.name).query(), found.title or found.name)
    if found.fault:
        return f"<li><h2>{to}</h2>{message(found.fault, 'fault')}</li>"
    return (
        f"<li><h2>{to}</h2><code>{escape(found.name)}</code>{coverage_bar(found)}"
        f'<p class="facts">{"".join(f"<span>{escape(fact)}</span>" for fact in facts(found))}</p></li>'
    )

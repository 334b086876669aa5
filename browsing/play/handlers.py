"""The responses of the web server at /play and below; the explorer serves them, too."""

import asyncio
from typing import Any

from browsing.play import assets, pages
from browsing.play.asked import Shown, address, coaching, fresh, of_game
from browsing.play.opening import Open
from browsing.play.page import Page
from browsing.play.solving import Solver, fitted
from playing.saving import document
from solvers.errors import InvalidRules

# Seconds; a game that takes longer to solve gets a page that says so and reloads.
SOON = 0.8


class Table(Page):
    """`/play`: the list of games, a form for one, or a game."""

    def initialize(self, solver: Solver) -> None:
        """Keep the solver; called by Tornado.

        Parameters
        ----------
        solver : solver of this server
        """
        self.solver = solver

    async def get(self) -> None:
        """Answer with the page of the address."""
        try:
            fields = self.fields()
            if "moves" in fields:
                await self._game(fields)
            elif "v" in fields:
                self._begin(fields)
            elif "game" in fields:
                self.finish(pages.form(fields["game"], fields))
            else:
                self.finish(pages.list_of_games())
        except Exception as error:
            self.refuse(error)

    def _begin(self, fields: dict[str, str]) -> None:
        """Redirect to a new game, or show the form again with the error."""
        try:
            setup, shown = fresh(fields), Shown(coaching(fields))
            self.solver.ask(setup)
        except InvalidRules as error:
            self.set_status(400)
            self.finish(pages.form(fields.get("game", ""), fields, str(error)))
            return
        self.redirect(f"/play?{address(setup, (), shown)}", status=303)

    async def _game(self, fields: dict[str, str]) -> None:
        saved, shown = of_game(fields)
        asked = self.solver.ask(saved.setup)
        solving = asyncio.wrap_future(asked)
        try:
            found = await asyncio.wait_for(asyncio.shield(solving), SOON)
        except TimeoutError:
            self.finish(pages.waiting(saved.setup, self.solver.ahead(asked)))
            return
        await self.said(lambda: pages.game(fitted(found, saved.setup), saved, shown))


class Save(Page):
    """`/play/save?...`: the game of an address as a file."""

    async def get(self) -> None:
        """Answer with the file."""
        try:
            saved, _ = of_game(self.fields())
            content = document(saved.setup, saved.moves)
        except Exception as error:
            self.refuse(error)
            return
        name = f"jeopardice-{saved.setup.game}-{saved.setup.seed}.json"
        self.set_header("Content-Type", "application/json")
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.finish(content)


class Asset(Page):
    """`/play/table.css` and `/play/table.js`."""

    def get(self, name: str) -> None:
        """Answer with the file.

        Parameters
        ----------
        name : name of the file
        """
        kind, content = assets.FILES[name]
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        self.finish(content)


def routes(store: str | None = None) -> list[Any]:
    """Return the routes of a Tornado application.

    Parameters
    ----------
    store : URL of a store that may have answers; None if there is none
    """
    names = "|".join(name.replace(".", r"\.") for name in assets.FILES)
    return [
        (r"/play", Table, {"solver": Solver(store)}),
        (r"/play/save", Save),
        (r"/play/open", Open),
        (rf"/play/({names})", Asset),
    ]

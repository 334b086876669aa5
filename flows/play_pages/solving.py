"""Matches solved while pages are answered, one after the other."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import lru_cache
from threading import Lock, Thread

from flows.play_pages.remembering import Remembering
from flows.playing.match import KEPT, Match, match, seconds
from flows.playing.pieces import Luck
from flows.playing.setup import Setup
from solvers.errors import expected
from solvers.race.solve import Race
from storage.errors import StoreError

# s. What takes longer is for a sweep.
MOST_SECONDS = 90.0
# s. A store is asked for what takes longer to solve than to look up.
WORTH_LOOKING_UP = 3.0


class Solver:
    """Solves what games need.

    Parameters
    ----------
    store : URL of a store that may have the answer; None if there is none
    """

    def __init__(self, store: str | None = None) -> None:
        self._store, self._turn = store, Lock()
        # Neither seed nor starter changes what is solved.
        self._kept: Callable[[Setup], Future[Match]] = lru_cache(maxsize=KEPT)(self._begin)

    def ask(self, setup: Setup) -> "Future[Match]":
        """What a setup needs, being solved or already so; of another seed and starter maybe, see `fitted`.

        Raises
        ------
        InvalidRules
            if solving would take minutes
        """
        takes = seconds(setup)
        if takes > MOST_SECONDS:
            raise expected(
                f"goal of {setup.playable.name}",
                f"one that is solved in {MOST_SECONDS:.0f} s",
                f"{setup.goal}, which takes about {takes:.0f} s",
                "Play to fewer points, or against another opponent.",
            )
        return self._kept(replace(setup, seed=0, first=""))

    def _begin(self, setup: Setup) -> "Future[Match]":
        found: Future[Match] = Future()
        # A daemon: whoever ends the server does not wait for it.
        Thread(target=self._solve, args=(setup, found), daemon=True).start()
        return found

    def _solve(self, setup: Setup, found: "Future[Match]") -> None:
        try:
            with self._turn:
                solved = match(setup, self._stored(setup))
            found.set_result(replace(solved, opponent=Remembering(solved.opponent)))
        except Exception as error:
            found.set_exception(error)

    def _stored(self, setup: Setup) -> Race | None:
        """The answer, if there is a store that has it and looking is quicker than solving."""
        if self._store is None or not setup.needs_race or seconds(setup) < WORTH_LOOKING_UP:
            return None
        # Imported late: xarray and Zarr take a second, and most games do without.
        from flows.stored_races import stored_race

        try:
            return stored_race(self._store, setup.playable.question, setup.parameters)
        except StoreError:
            # No store, or no readable one: the explorer says so where stores are looked at; games need none.
            return None


def fitted(found: Match, setup: Setup) -> Match:
    """A match as another seed and starter have it."""
    return replace(found, setup=setup, luck=Luck(setup.seed))

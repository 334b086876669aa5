"""Solve matches while pages are answered, two at a time; others wait in a queue."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import lru_cache
from threading import Lock, Thread

from browsing.play.remembering import Remembering
from playing.match import KEPT, Match, match, seconds
from playing.pieces import Luck
from playing.setup import Setup
from solvers.errors import expected
from solvers.race.solve import Race
from storage.errors import StoreError

# Seconds; cases that take longer need a sweep.
MOST_SECONDS = 90.0
# Seconds; a store is searched for answers that take longer to solve.
WORTH_LOOKING_UP = 3.0
# Limited, so that a page of many games leaves some processor time.
AT_ONCE = 2
MOST_WAITING = 30


class Solver:
    """Solves what games need.

    Parameters
    ----------
    store : URL of a store that may have answers; None if there is none
    """

    def __init__(self, store: str | None = None) -> None:
        self._store = store
        self._lock = Lock()
        self._waiting: list[tuple[Setup, Future[Match]]] = []
        self._solving = 0
        # Seed and starter do not change what is solved. The cache holds more than can wait.
        self._kept: Callable[[Setup], Future[Match]] = lru_cache(maxsize=KEPT + MOST_WAITING)(self._begin)

    def ask(self, setup: Setup) -> "Future[Match]":
        """Return what a setup needs, solved or being solved; seed and starter may differ, see `fitted`.

        Raises
        ------
        InvalidRules
            if solving would take minutes, or too many games wait
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

    def ahead(self, found: "Future[Match]") -> int | None:
        """Return how many games are solved before one is begun; None if it is begun, or solved.

        Parameters
        ----------
        found : result of `ask`
        """
        with self._lock:
            places = [place for place, (_, other) in enumerate(self._waiting) if other is found]
            return self._solving + places[0] if places else None

    def _begin(self, setup: Setup) -> "Future[Match]":
        found: Future[Match] = Future()
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                rule = f"at most {MOST_WAITING} that wait to be solved"
                raise expected("games", rule, "more", "Try again in a minute.")
            self._waiting.append((setup, found))
            if self._solving < AT_ONCE:
                self._solving += 1
                # A daemon thread, so that ending the server does not wait for it.
                Thread(target=self._solve_all, daemon=True).start()
        return found

    def _solve_all(self) -> None:
        """Solve waiting games until there are none."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._solving -= 1
                    return
                setup, found = self._waiting.pop(0)
            self._solve(setup, found)

    def _solve(self, setup: Setup, found: "Future[Match]") -> None:
        try:
            solved = match(setup, self._stored(setup))
            found.set_result(replace(solved, opponent=Remembering(solved.opponent)))
        except Exception as error:
            found.set_exception(error)

    def _stored(self, setup: Setup) -> Race | None:
        """The stored answer, if there is one and searching is faster than solving."""
        if self._store is None or not setup.needs_race or seconds(setup) < WORTH_LOOKING_UP:
            return None
        # Imported late: xarray and Zarr take a second, and most games do without.
        from playing.stored_races import stored_race

        try:
            return stored_race(self._store, setup.playable.question, setup.parameters)
        except StoreError:
            # The explorer reports missing or unreadable stores where they are shown; games do without.
            return None


def fitted(found: Match, setup: Setup) -> Match:
    """Return a match with another setup's seed and starter."""
    return replace(found, setup=setup, luck=Luck(setup.seed))

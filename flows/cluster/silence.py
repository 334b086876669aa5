"""Workers that return nothing: a message says where they are in the code; one that hangs is restarted.

Dask notices a worker that dies, and one whose process is stopped. But a worker whose block waits for ever
looks to Dask like one with a long block.
"""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from distributed import Client

from flows import PACKAGES
from flows.cluster.asking import asked, restart, workers_of
from flows.cluster.patience import patience
from flows.cluster.pending_calls import PendingCalls
from flows.terminal.errors import say_error

# A worker is reported when it has returned nothing for as long as BLOCKS blocks should take, but not before
# `patience` is over; and again whenever the silence has doubled.
BLOCKS = 3
# Multiples of that time after which it is restarted: if it stands still, or if it moves, as an estimate may
# be far too low.
STILL_PERIODS, MOVING_PERIODS = 3, 30
# A worker moves if it uses more of a core than this, as its own housekeeping takes 1 to 3 %; or if it is at
# another place in the code than at the last check, as on an overloaded machine.
STILL_PERCENT = 5.0


@dataclass
class _Quiet:
    """A worker since it last returned something.

    Parameters
    ----------
    has : keys of its current calls
    since, moved : when it last returned something, and when it was last seen to move, by the monotonic clock
    place : where it was at the last check, in words
    said : seconds of silence after which it is reported next, 0 if not yet reported
    said_still : whether it was reported as standing still
    """

    has: frozenset[str]
    since: float
    moved: float
    place: str = ""
    said: float = 0.0
    said_still: bool = False


class Silence:
    """Watches for workers of a client that return nothing.

    Parameters
    ----------
    client : a connected client
    calls : its calls
    """

    def __init__(self, client: Client, calls: PendingCalls) -> None:
        self._client, self._calls = client, calls
        self._quiet: dict[str, _Quiet] = {}
        self._least = patience()

    def working(self) -> dict[str, str]:
        """Return what each worker had when last looked at, in words, by its address."""
        found = {address: self._calls.words(quiet.has) for address, quiet in self._quiet.copy().items()}
        return {address: words for address, words in found.items() if words}

    def look(self, processing: Mapping[str, Collection[str]]) -> None:
        """Report workers that have been silent for long, and restart those that hang.

        Parameters
        ----------
        processing : keys of calls by worker

        Raises
        ------
        TimeoutError, OSError
            if the scheduler does not answer
        """
        now = time.monotonic()
        self._notice(processing, now)
        silent = {address: quiet for address, quiet in self._quiet.items() if quiet.has}
        if not any(2 * (now - quiet.since) > self._limit(quiet.has) for quiet in silent.values()):
            return
        known = workers_of(self._client)
        for address, quiet in silent.items():
            if address in known:
                self._judge(address, quiet, known[address], now)

    def forget(self) -> None:
        """Take nobody for silent, as the scheduler does not answer."""
        self._quiet = {}

    def _notice(self, processing: Mapping[str, Collection[str]], now: float) -> None:
        """Update which worker has which calls, and which has returned something."""
        before, found = self._quiet, dict[str, _Quiet]()
        for address, keys in processing.items():
            has = self._calls.known(keys)
            quiet = before.get(address)
            if quiet is None or not quiet.has or quiet.has - has:
                quiet = _Quiet(has, now, now)
            quiet.has = has
            found[address] = quiet
        # At once, for whoever asks meanwhile.
        self._quiet = found

    def _judge(self, address: str, quiet: _Quiet, known: Mapping[str, Any], now: float) -> None:
        """Report a worker, or restart it, if it is time."""
        percent, before = float(known["metrics"].get("cpu", 0.0)), quiet.place
        quiet.place = self._place(address, quiet.has)
        if percent > STILL_PERCENT or quiet.place != before:
            quiet.moved = now
        limit, silent, still = self._limit(quiet.has), now - quiet.since, now - quiet.moved
        if still > STILL_PERIODS * limit or silent > MOVING_PERIODS * limit:
            self._restart(address, quiet, known, silent)
        elif still > limit and not quiet.said_still:
            quiet.said, quiet.said_still = 2 * silent, True
            self._say(address, quiet, silent, "It is idle", STILL_PERIODS * limit - still)
        elif silent > max(limit, quiet.said):
            quiet.said = 2 * silent
            computes = f"It computes, using {percent:.0f} % of a core"
            self._say(address, quiet, silent, computes, MOVING_PERIODS * limit - silent)

    def _limit(self, has: frozenset[str]) -> float:
        """Seconds after which a worker with these calls counts as silent for long."""
        return max(self._least, BLOCKS * self._calls.longest(has))

    def _say(self, address: str, quiet: _Quiet, silent: float, state: str, left: float) -> None:
        say_error(
            "warning",
            f"worker {address}: no result for {silent:.0f} s. It works on {self._calls.words(quiet.has)}."
            f" {state}; {quiet.place}. If that lasts another {left:.0f} s, it is restarted and another worker"
            " takes over. Ctrl-C ends the run; finished cases are saved.",
        )

    def _restart(self, address: str, quiet: _Quiet, known: Mapping[str, Any], silent: float) -> None:
        say_error(
            "warning",
            f"worker {address}: no result for {silent:.0f} s; {quiet.place}. It is restarted, and another"
            f" worker takes over {self._calls.words(quiet.has)}.",
        )
        self._calls.hung(quiet.has)
        del self._quiet[address]
        restart(self._client, address, known)

    def _place(self, address: str, has: frozenset[str]) -> str:
        """Where a worker is in the code, in words."""
        scheduler: Any = self._client.scheduler
        try:
            stacks = asked(self._client, scheduler.call_stack, keys=sorted(has)).get(address, {})
        except (TimeoutError, KeyError):
            # The call may have ended by now.
            stacks = {}
        frames = [frame for stack in stacks.values() for frame in stack]
        return f"it is at {_innermost(frames)}" if frames else "its position is not known"


def _innermost(frames: list[str]) -> str:
    """The innermost frame of a call stack, and our innermost one if that is another.

    Examples
    --------
    >>> ours, theirs = '  File "/a/tasks/block.py", line 3, in solve', '  File "/b/c.py", line 7, in wait'
    >>> _innermost([ours, theirs])
    'c.py, line 7, in wait, called by tasks/block.py, line 3, in solve'
    """
    places = [_shortened(frame) for frame in frames]
    ours = [place for place in places if place.split("/")[0] in PACKAGES]
    return places[-1] if not ours or ours[-1] == places[-1] else f"{places[-1]}, called by {ours[-1]}"


def _shortened(frame: str) -> str:
    """A frame from Dask in one line, with its path from our package on, or the name of the file."""
    path, _, rest = frame.splitlines()[0].strip().removeprefix('File "').partition('"')
    parts = path.split("/")
    ours = [place for place, part in enumerate(parts) if part in PACKAGES]
    return "/".join(parts[ours[-1] if ours else -1 :]) + rest

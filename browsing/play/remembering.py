"""An opponent with a cache: each page replays its whole game, most of which was on the page before."""

from functools import lru_cache

from playing.opponents import Decision, Opponent
from playing.pieces import Luck
from playing.state import State
from playing.worth import Worths

# Cached answers of each kind, for a match; one for thirty choices in Hog takes about 3 kB.
KEPT = 2048


class Remembering:
    """An opponent whose answers are computed once.

    Without it a page of Ten Thousand to 10000 takes 0.7 s after 90 decisions, and with it a tenth.

    Parameters
    ----------
    opponent : the opponent
    """

    def __init__(self, opponent: Opponent) -> None:
        keep = lru_cache(maxsize=KEPT)
        self._decide = keep(opponent.decide)
        self._worths = keep(opponent.your_worths)
        self._wait = keep(opponent.your_wait)

    def decide(self, state: State, luck: Luck) -> Decision:
        """Return its decision.

        Parameters
        ----------
        state : the state, with the opponent as mover
        luck : random numbers of the game
        """
        return self._decide(state, luck)

    def your_worths(self, state: State) -> Worths:
        """Return the person's win probability by choice."""
        return self._worths(state)

    def your_wait(self, state: State) -> float:
        """Return the person's win probability when the opponent's turn opens."""
        return self._wait(state)

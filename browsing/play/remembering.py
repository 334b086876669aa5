"""An opponent that remembers: a page replays its whole game, of which most was on the page before."""

from functools import lru_cache

from playing.opponents import Decision, Opponent
from playing.pieces import Luck
from playing.state import State
from playing.worth import Worths

# Of each kind of answer, for a match; one for thirty choices of Hog has some 3 kB.
KEPT = 2048


class Remembering:
    """An opponent whose answers are worked out once.

    Without it a page of Ten Thousand to 10000 takes 0.7 s after 90 decisions, with it a tenth.

    Parameters
    ----------
    opponent : that gives them
    """

    def __init__(self, opponent: Opponent) -> None:
        keep = lru_cache(maxsize=KEPT)
        self._decide = keep(opponent.decide)
        self._worths = keep(opponent.your_worths)
        self._wait = keep(opponent.your_wait)

    def decide(self, state: State, luck: Luck) -> Decision:
        """What it does where it has to decide.

        Parameters
        ----------
        state : with the opponent as mover
        luck : of the game
        """
        return self._decide(state, luck)

    def your_worths(self, state: State) -> Worths:
        """What your choices are worth to you."""
        return self._worths(state)

    def your_wait(self, state: State) -> float:
        """What a state in which its turn opens is worth to you."""
        return self._wait(state)

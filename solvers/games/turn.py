"""A turn: rules that a game can be played by, and the arrays that the kernels read.

`turn_rules.py` defines the rules; this module checks and compiles them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.adding import added
from solvers.games.house_rules import refuse_house_rules, refuse_must_throw
from solvers.games.seldom import refuse_seldom
from solvers.games.turn_rules import HOLD, ROLL, Outcome, Position, Throw, TurnRules, Way
from solvers.games.unplayable import refuse_throw

# Modules that make turns import these parts from here.
__all__ = [
    "HOLD",
    "ROLL",
    "STRIDE",
    "Outcome",
    "Position",
    "Throw",
    "Turn",
    "TurnArrays",
    "Way",
    "tables",
]

# The turn kernel adds this many outcomes at a time; throws are padded with outcomes of probability zero. This
# is twice as fast as one at a time for the race to 100, where loading and storing the running sums would
# dominate.
STRIDE = 5


@dataclass(frozen=True)
class Turn(TurnRules):
    """Rules of a turn that a game can be played by.

    Raises
    ------
    InvalidRules
        if probabilities are not positive or do not sum to one; if a gain is negative or less than the least
        score; if an index refers to nothing; if a way gives up all of a gain; if a throw can neither bust nor
        wipe, so that a turn need not end; if a throw without a gain leads to a position without a way, or to
        a throw that is not later in the list, or occurs in a turn with wipes; if a forced throw has not
        exactly one way, which gives up nothing, or no turn can be held; if there is an entry and a position
        without ways, a bust that scores or a wipe; if turns hardly ever score
    """

    def __post_init__(self) -> None:
        """Refuse rules that no game can be played by."""
        if not self.throws:
            raise expected(f"{self.name}: throws", "at least one", self.throws)
        for place, throw in enumerate(self.throws):
            refuse_throw(self, place, throw)
        for opening in self.openings or (None,):
            if opening is None or not 0 <= opening < len(self.throws):
                raise expected(
                    f"{self.name}: openings", f"one or more of 0 to {len(self.throws) - 1}", opening
                )
        for way in (way for position in self.positions for way in position.ways):
            if not 0 <= way.throw < len(self.throws):
                raise expected(f"{self.name}: throw of a way", f"0 to {len(self.throws) - 1}", way.throw)
            if way.given_up < 0:
                raise expected(f"{self.name}: points given up", "0 or more", way.given_up)
            if not ROLL <= way.action < len(self.actions):
                raise expected(
                    f"{self.name}: action of a way", f"{ROLL} to {len(self.actions) - 1}", way.action
                )
        refuse_house_rules(self)
        refuse_seldom(self)


class TurnArrays(NamedTuple):
    """A turn as flat arrays for the kernels.

    Positions with the same ways are one *choice*, so that each maximum is taken once. Throws are evaluated
    from the last to the first. A choice waits for the first of the throws that may follow it, and choices
    that wait for the same throw are adjacent. Indices are unsigned, so that the compiler emits no code for
    negative ones.

    Attributes
    ----------
    bust, wipe : float64[throw], probability to bust, and to wipe
    openings : uint64[opening], throws that may open a turn
    outcome_start : uint64[throw + 1], first outcome of each throw; a multiple of STRIDE
    probability : float64[outcome], 0 for padding
    row : uint64[outcome], gain times number of choices, plus the choice: offset of the row of its position
    way_start : uint64[choice + 1], first way of each choice
    given_up, next_throw : uint64[way], points given up, and index of the next throw
    depth : uint64[choice], the most points that one of its ways gives up
    waiting : uint64[throw + 1], first of the choices that wait for each throw
    """

    bust: Array
    wipe: Array
    openings: NDArray[np.uint64]
    outcome_start: NDArray[np.uint64]
    probability: Array
    row: NDArray[np.uint64]
    way_start: NDArray[np.uint64]
    given_up: NDArray[np.uint64]
    next_throw: NDArray[np.uint64]
    depth: NDArray[np.uint64]
    waiting: NDArray[np.uint64]


def tables(turn: Turn, goal: int | None = None, every_way: bool = False) -> TurnArrays:
    """Compile a turn to flat arrays.

    Outcomes of a throw with the same gain and choice are merged; their probabilities are added as fractions
    and rounded once. Of ways to the same throw only the cheapest is kept: between players who both play to
    win, more points at risk are never worth less.

    Parameters
    ----------
    turn : any turn
    goal : points that end the game: outcomes that gain at least as much are merged
    every_way : whether to keep all ways: against a player whose choices depend on the other's score, more
        points may be worth less

    Raises
    ------
    InvalidRules
        if a throw is forced, see `must_throw.made_at_once`
    """
    refuse_must_throw(turn)
    ways = [_ways(position, every_way) for position in turn.positions]
    last = len(turn.throws) - 1
    # If every throw gains, no order is needed: all choices wait for the first throw.
    waits_for = {
        own: min((throw for _, throw in own), default=last) if turn.may_gain_nothing else 0 for own in ways
    }
    choices = sorted(waits_for, key=waits_for.__getitem__)
    index = {own: place for place, own in enumerate(choices)}
    choice_of = [index[own] for own in ways]
    outcomes = [
        _merged(throw, choice_of, turn.longest_gain + 1 if goal is None else goal) for throw in turn.throws
    ]
    flat = [entry for own in outcomes for entry in own]
    laid = [way for own in choices for way in own]
    return TurnArrays(
        bust=np.array([float(throw.bust) for throw in turn.throws]),
        wipe=np.array([float(throw.wipe) for throw in turn.throws]),
        openings=np.array(turn.openings, np.uint64),
        outcome_start=_starts(outcomes),
        probability=np.array([float(entry.probability) for entry in flat]),
        row=np.array([entry.gain * len(choices) + entry.choice for entry in flat], np.uint64),
        way_start=_starts(choices),
        given_up=np.array([given_up for given_up, _ in laid], np.uint64),
        next_throw=np.array([throw for _, throw in laid], np.uint64),
        depth=np.array([max((given_up for given_up, _ in own), default=0) for own in choices], np.uint64),
        waiting=np.searchsorted([waits_for[own] for own in choices], np.arange(last + 2)).astype(np.uint64),
    )


def _ways(position: Position, every_way: bool) -> tuple[tuple[int, int], ...]:
    """All ways, or only the cheapest to each throw, as points given up and index of the throw."""
    ways = [(way.given_up, way.throw) for way in position.ways]
    cheapest = {throw: given_up for given_up, throw in sorted(ways, reverse=True)}
    return tuple(dict.fromkeys(ways if every_way else [(cheapest[throw], throw) for _, throw in ways]))


class _Merged(NamedTuple):
    """Outcomes of a throw that the kernels need not distinguish."""

    probability: Fraction
    gain: int
    choice: int


def _merged(throw: Throw, choice_of: Sequence[int], goal: int) -> list[_Merged]:
    """Outcomes of a throw, merged by gain and choice, and padded to a multiple of STRIDE."""
    together: dict[tuple[int, int], list[Fraction]] = {}
    for outcome in throw.outcomes:
        key = (outcome.gain, choice_of[outcome.position]) if outcome.gain < goal else (goal, 0)
        together.setdefault(key, []).append(outcome.probability)
    merged = [_Merged(added(chances), gain, choice) for (gain, choice), chances in sorted(together.items())]
    while len(merged) % STRIDE:
        merged.append(merged[-1]._replace(probability=Fraction(0)))
    return merged


def _starts(groups: Sequence[Sequence[object]]) -> NDArray[np.uint64]:
    """Start of each group if they are laid end to end, and the end of the last one."""
    return np.cumsum([0] + [len(group) for group in groups]).astype(np.uint64)

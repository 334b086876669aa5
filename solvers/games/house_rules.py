"""Rules that people add to a game: positions where a player must roll, and a least score to start with.

*Must throw*: at some positions a player may not hold, as after doubles, even with enough points for the goal.
*Entry*: no score below it may be banked, so a player with nothing needs that many points in one turn first.
Both only forbid holding; throws and gains stay the same.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.errors import expected
from solvers.games.turn_rules import TurnRules

# Value of holding where it is not allowed: below all others, and finite, as 0 times infinity is NaN.
BARRED = -1e300


def with_entry(turn: TurnRules, banking: NDArray[np.float64], axis: int = 0) -> NDArray[np.float64]:
    """Values of banking, where scores below the entry may not be banked; a copy.

    Parameters
    ----------
    turn : any turn
    banking : float64[..., score, ...], values of banking without an entry
    axis : axis of the scores, which start at 0
    """
    held = banking.copy()
    np.moveaxis(held, axis, 0)[: turn.entry] = BARRED
    return held


def refuse_house_rules(turn: TurnRules) -> None:
    """Refuse forced throws without a way on, turns that never allow to hold, and an entry nobody can reach.

    Raises
    ------
    InvalidRules
        says what was expected
    """
    for position in turn.positions:
        if position.must_throw and [way.given_up for way in position.ways] != [0]:
            remedy = "A forced throw leaves no choice."
            rule = "one way, which gives up nothing"
            where = f"{turn.name}, {position.name}: ways of a forced throw"
            raise expected(where, rule, len(position.ways), remedy)
    if turn.must_throw:
        _refuse_never_holding(turn)
    if turn.entry < 0:
        raise expected(f"{turn.name}: entry", "0 or more", turn.entry)
    if turn.entry:
        _refuse_entry(turn)


def refuse_must_throw(turn: TurnRules) -> None:
    """Refuse a turn with forced throws, for solvers that could hold there.

    Raises
    ------
    InvalidRules
        says where a throw is forced
    """
    for position in turn.positions:
        if position.must_throw:
            remedy = "Name the goal: up to it, forced throws are merged with those before."
            where = f"{turn.name}, {position.name}"
            raise expected(where, "a position where a player may hold", "a forced throw", remedy)


def _refuse_never_holding(turn: TurnRules) -> None:
    """Refuse throws after which a player can never hold."""
    ends = set[int]()
    while True:
        more = {
            index
            for index, throw in enumerate(turn.throws)
            for position in (turn.positions[outcome.position] for outcome in throw.outcomes)
            if not position.must_throw or position.ways[0].throw in ends
        }
        if more == ends:
            break
        ends = more
    for index, throw in enumerate(turn.throws):
        if index not in ends:
            remedy = "Nobody can score with it. Let a result lead to a position where a player may hold."
            raise expected(f"{turn.name}, {throw.name}", "a way to hold after it", "none", remedy)


def _refuse_entry(turn: TurnRules) -> None:
    """Refuse an entry in a turn that forces a player to hold, or that scores without holding."""
    where = f"{turn.name}: entry"
    for position in turn.positions:
        if not position.ways:
            remedy = "The rules do not say what happens to a turn that must be held below the entry."
            rule = f"none where a player must hold, as at {position.name!r}"
            raise expected(where, rule, turn.entry, remedy)
    if turn.least_score:
        raise expected(where, "none where a turn that busts scores (least_score)", turn.entry)
    for throw in turn.throws:
        if throw.wipe:
            remedy = "Entering again after a wipe is not solved."
            raise expected(where, f"none where a throw wipes, as {throw.name!r}", turn.entry, remedy)

"""Rules that people add to a game of throws: where one must throw on, and how much it takes to begin scoring.

*Must throw*: at some positions a player may not hold, as after doubles; not with the goal either, which is
reached by holding. *Entry*: no score below it may be banked, so that who has nothing needs a first turn of so
many points. Both only take holding away; what throws are and what they gain stays as it is.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.errors import expected
from solvers.games.turn_rules import TurnRules

# What it is worth to hold where one may not: less than anything else. No infinity, as 0 times that is NaN.
BARRED = -1e300


def with_entry(turn: TurnRules, banking: NDArray[np.float64], axis: int = 0) -> NDArray[np.float64]:
    """What banking a score is worth where scores below the entry may not be banked, as a copy.

    Parameters
    ----------
    turn : any turn
    banking : float64[..., score, ...], what it would be worth
    axis : that of the scores, which begin with 0
    """
    held = banking.copy()
    np.moveaxis(held, axis, 0)[: turn.entry] = BARRED
    return held


def refuse_house_rules(turn: TurnRules) -> None:
    """Refuse positions where one must throw and cannot, or never may hold, and an entry that nobody can meet.

    Raises
    ------
    InvalidRules
        saying what was expected
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
    """Refuse a turn in which one must throw somewhere: who solves it could hold there.

    Raises
    ------
    InvalidRules
        saying where it is
    """
    for position in turn.positions:
        if position.must_throw:
            remedy = "Name the goal, up to which such throws are made at once."
            where = f"{turn.name}, {position.name}"
            raise expected(where, "a position where a player may hold", "one must throw", remedy)


def _refuse_never_holding(turn: TurnRules) -> None:
    """Refuse throws from which one never comes to where one may hold."""
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
            remedy = "Nobody can score with it: let some result lead to a position where a player may hold."
            raise expected(f"{turn.name}, {throw.name}", "a way to hold after it", "none", remedy)


def _refuse_entry(turn: TurnRules) -> None:
    """Refuse an entry where one may neither hold nor go on, or where a score comes without holding."""
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

"""Values after what leads back, a wipe or a full streak of busts: rounds over all states, until they stay.

Where games nearly always lead back before their end, rounds contract slowly: each begins with a mixture of
what the last have come to (`solvers.mixing`). A small change proves nothing where a round hardly moves any
values.

Of players whose values are told apart, each is worth more the more its own values are, and less the more the
other's are, be it free or fixed. So if rounds lower what was raised for one and raise what was lowered for
the other, the true values lie on that side (`settle_between`).

Where both are alike, each value is its own and the other's. Values are raised a little, each by another
share, and then lowered, and must come back both times: whatever a round hardly moves stays where it was moved
to, and is refused. Both times, as a player may leave a throw alone that wipes if wipes are worth less, and
not if they are worth more (`settle`). Where nothing wipes, one round is all.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.in_turn.seat import Seats
from solvers.mixing import mixed
from solvers.turns.wipes import REMEDY

MOST_ROUNDS = 300
# By how much a round may change what it is given. Rounding may leave more, but then it does not shrink.
LARGEST_CHANGE = 1e-15
LARGEST_ROUNDING = 1e-14
# What values after a wipe may be off at most.
LARGEST_ERROR = 1e-11
# Rounds that are mixed; older ones made other choices, and fewer leave what hardly changes to plain rounds.
MOST_MIXED = 16
# Rounds that take back what was raised or lowered; one is usual.
MOST_PROVING = 50
# K: so many times the largest error is a change that can be seen.
MANY = 2.0**20
# How far values are moved at most. The multiples of the golden section are spread between 0 and 1, so that
# whatever values a round leaves as they are, they are moved.
MOVED = 1e-4
GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0

# Solves all states, given the values after what leads back, float64[value], and whether the states come with
# guesses; returns what these values come to.
Round = Callable[[Array, bool], Array]


class Back(NamedTuple):
    """What leads back.

    Attributes
    ----------
    what, remedy : as errors name it, and what they say to ask for
    largest_error : what values may be off at most
    """

    what: str
    remedy: str
    largest_error: float


WIPE = Back("a wipe", REMEDY, LARGEST_ERROR)


def settle(round_of: Round, count: int, who: str) -> None:
    """Solve all states again and again, until the values after a wipe stay, and show that they are right.

    Parameters
    ----------
    round_of : solves all states
    count : of the values after a wipe, 0 where nothing wipes
    who : whose values, as in an error

    Raises
    ------
    NotConverged
        if that takes more than MOST_ROUNDS rounds, or the values are not known to LARGEST_ERROR
    """
    if count == 0:
        round_of(np.zeros(0), False)
        return
    found = stay(round_of, np.zeros(count), who)
    share = MOVED * (GOLDEN * np.arange(1, count + 1) % 1.0)
    for moved in (found + share * (1.0 - found), found - share * found):
        apart = _comes_back(round_of, moved, found)
        if not apart <= LARGEST_ERROR:
            raise NotConverged(
                f"values after a wipe: expected to be known to {LARGEST_ERROR}, got {apart} ({who}). {REMEDY}"
            )
    round_of(found, True)


def settle_between(round_of: Round, signs: Integers, who: str) -> None:
    """Solve all states again and again, until the values after a wipe stay, and prove them from both sides.

    Parameters
    ----------
    round_of : solves all states
    signs : int64[value], 1 for the values of one player, -1 for those of the other; of no length where
        nothing wipes
    who : whose values, as in an error

    Raises
    ------
    NotConverged
        if that takes more than MOST_ROUNDS rounds, or the values are not known to LARGEST_ERROR
    """
    if signs.size == 0:
        round_of(np.zeros(0), False)
        return
    found = stay(round_of, np.zeros(signs.size), who)
    if not all(is_proved(round_of, found, side * signs) for side in (1, -1)):
        raise unknown(who, WIPE)
    round_of(found, True)


def settle_seats(turn: Turn, goal: int, seats: Seats, who: str, solve_round: Callable[[bool], None]) -> None:
    """Solve all states of two seats, until their values after a wipe stay, and prove these from both sides.

    Parameters
    ----------
    turn, goal : the game
    seats : `handed` comes with the values from the goal on, and is written below it
    who : who plays, as in an error
    solve_round : solves all states, given what the seats say of wipes; told whether they come with guesses

    Raises
    ------
    NotConverged
        as `settle_between` does
    """

    def round_of(after: Array, guessed: bool) -> Array:
        for seat, own in zip(seats, np.split(after, 2), strict=True):
            seat.wiped[: own.size] = own
        solve_round(guessed)
        return np.concatenate([seat.handed[0, :goal] for seat in seats])

    settle_between(round_of, np.repeat([1, -1], goal if turn.wipes else 0), who)


def stay(
    round_of: Round, start: Array, who: str, back: Back = WIPE, largest_change: float = LARGEST_CHANGE
) -> Array:
    """The values after what leads back that a round leaves as they are, float64[value].

    Parameters
    ----------
    round_of : solves all states
    start : float64[value], where to begin; the states come without guesses
    who : whose values, as in an error
    back : what leads back
    largest_change : of a value, by the last round

    Raises
    ------
    NotConverged
        if that takes more than MOST_ROUNDS rounds
    """
    change = last = np.inf
    for given, came in _rounds(round_of, start, False):
        last, change = change, float(np.abs(came - given).max())
        if change <= largest_change or last <= change <= LARGEST_ROUNDING:
            return came
    raise NotConverged(
        f"change after {back.what}: expected at most {max(largest_change, LARGEST_ROUNDING)}, got {change}"
        f" ({who}, {MOST_ROUNDS} rounds). {back.remedy}"
    )


def rest(round_of: Round, found: Array) -> Array:
    """Go on to where a round changes nothing, not even a last digit, or for MOST_ROUNDS rounds.

    Parameters
    ----------
    round_of : solves all states, which come with guesses
    found : float64[value], where to begin
    """
    for _ in range(MOST_ROUNDS):
        before, found = found, round_of(found, True)
        if (before == found).all():
            break
    return found


def is_proved(round_of: Round, found: Array, signs: Integers, largest_error: float = LARGEST_ERROR) -> bool:
    """Whether rounds take back what is raised for one player and lowered for the other, so that values are on
    that side.

    Parameters
    ----------
    round_of : solves all states, which come with guesses
    found : float64[value]
    signs : int64[value], 1 for values that are raised, -1 for those that are lowered
    largest_error : by how much
    """
    moved = found + largest_error * signs
    for _ in range(MOST_PROVING):
        moved = round_of(moved, True)
        if (signs * (moved - found) < largest_error).all():
            return True
    return False


def is_proved_convex(round_of: Round, found: Array, signs: Integers, largest_error: float) -> bool:
    """Whether values are proved from both sides where one player's turns are given.

    What the other gets is the most over its choices of what is linear in the values, so a round G is convex
    in them, counted in the other's favour. Then no shift by d changes it by more than
    (G(H + K d) - G(H)) / K for any K >= 1, and where K is great rounding leaves no trace in that.

    Parameters
    ----------
    round_of, found : as for `is_proved`
    signs : int64[value], 1 for the values of the other, -1 for those of the player whose turns are given
    largest_error : by how much
    """
    value, moved = found, found + MANY * largest_error * signs
    for _ in range(MOST_PROVING):
        value, moved = round_of(value, True), round_of(moved, True)
        if (np.abs(value - found) + np.abs(moved - value) / MANY < largest_error).all():
            return True
    return False


def unknown(who: str, back: Back) -> NotConverged:
    """The error of values that are not proved.

    Parameters
    ----------
    who : whose values
    back : what leads back
    """
    known = f"expected to be known to {back.largest_error}, got less"
    return NotConverged(f"values after {back.what}: {known} ({who}). {back.remedy}")


def _comes_back(round_of: Round, moved: Array, found: Array) -> float:
    """How far from the values found those end that were moved.

    Parameters
    ----------
    round_of : solves all states, which come with guesses
    moved, found : float64[value]
    """
    apart = np.inf
    for given, came in _rounds(round_of, moved, True):
        apart = float(np.abs(came - found).max())
        # Further rounds might lead back by a throw that is no better and does not wipe.
        kept = np.abs(moved - found)[np.abs(came - moved) <= LARGEST_ROUNDING]
        if given is moved and (kept > LARGEST_ERROR).any():
            return float(kept.max())
        if apart <= LARGEST_ERROR or np.abs(came - given).max() <= LARGEST_CHANGE:
            break
    return apart


def _rounds(round_of: Round, start: Array, guessed: bool) -> Iterator[tuple[Array, Array]]:
    """At most MOST_ROUNDS rounds: what each is given and what it comes to, float64[value].

    Parameters
    ----------
    round_of : solves all states
    start : float64[value], what the first is given
    guessed : whether the states come with guesses
    """
    given, came = [start], list[Array]()
    for rounds in range(MOST_ROUNDS):
        came.append(round_of(given[-1], guessed or rounds > 0))
        yield given[-1], came[-1]
        given, came = given[-MOST_MIXED:], came[-MOST_MIXED:]
        given.append(mixed(given, came))

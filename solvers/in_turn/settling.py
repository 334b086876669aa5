"""Values after a wipe or a full streak of busts, which lead back: rounds over all states until they converge.

If games nearly always lead back before their end, rounds contract slowly: each begins with a mixture of the
last ones (`solvers.linear.mixing`). A small change proves nothing where a round hardly moves any values.

If the two players have separate values, a player's values rise with its own values after an event and fall
with the other's, whether a player is free or fixed. So if rounds lower what was raised for one and raise what
was lowered for the other, the true values lie on that side (`settle_between`).

If both players are alike, each value is its own and the other's. Values are raised a little, each by another
share, and then lowered, and must come back both times: a value that a round hardly moves stays where it was
moved to, and is refused. Both directions are needed, as a player may avoid a throw that wipes if wipes are
worth less, and not if they are worth more (`settle`). Without wipes, one round is enough.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.in_turn.seat import Seats
from solvers.linear.mixing import mixed
from solvers.turns.wipes import REMEDY

MOST_ROUNDS = 300
# Largest change of values by a round at the end. Rounding may leave more, but then it does not shrink.
LARGEST_CHANGE = 1e-15
LARGEST_ROUNDING = 1e-14
# Largest accepted error of values after a wipe.
LARGEST_ERROR = 1e-11
# Number of rounds mixed; older ones made other choices, and fewer leave slow directions to plain rounds.
MOST_MIXED = 16
# Most rounds that take back what was raised or lowered; one is usual.
MOST_PROVING = 50
# K: this multiple of the largest error is a change that can be seen.
MANY = 2.0**20
# How far values are moved at most. Multiples of the golden ratio are spread between 0 and 1, so every
# direction that a round leaves unchanged is moved.
MOVED = 1e-4
GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0

# Solves all states, given the values after the event, float64[value], and whether the states have estimates
# on entry; returns new values after the event.
Round = Callable[[Array, bool], Array]


class Back(NamedTuple):
    """The event that leads back.

    Attributes
    ----------
    what, remedy : name of the event in errors, and the advice that they give
    largest_error : largest accepted error of values
    """

    what: str
    remedy: str
    largest_error: float


WIPE = Back("a wipe", REMEDY, LARGEST_ERROR)


def settle(round_of: Round, count: int, who: str) -> None:
    """Solve all states repeatedly until the values after a wipe converge, and prove them.

    Parameters
    ----------
    round_of : solves all states
    count : number of values after a wipe, 0 without wipes
    who : the players, for an error

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
    """Solve all states repeatedly until the values after a wipe converge, and prove them from both sides.

    Parameters
    ----------
    round_of : solves all states
    signs : int64[value], 1 for the values of one player, -1 for those of the other; empty without wipes
    who : the players, for an error

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
    """Solve all states of two seats until their values after a wipe converge, and prove these.

    Parameters
    ----------
    turn, goal : the game
    seats : `handed` has the values from the goal on, and is written below it
    who : the players, for an error
    solve_round : solves all states, given the seats' values of wipes; its argument says whether they have
        estimates

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
    """The values after the event that a round leaves unchanged, float64[value].

    Parameters
    ----------
    round_of : solves all states
    start : float64[value], start of the iteration; the states have no estimates on entry
    who : the players, for an error
    back : the event
    largest_change : largest change of a value by the last round

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
    """Iterate until a round changes nothing, not even a last digit, or for MOST_ROUNDS rounds.

    Parameters
    ----------
    round_of : solves all states, which have estimates on entry
    found : float64[value], start of the iteration
    """
    for _ in range(MOST_ROUNDS):
        before, found = found, round_of(found, True)
        if (before == found).all():
            break
    return found


def is_proved(round_of: Round, found: Array, signs: Integers, largest_error: float = LARGEST_ERROR) -> bool:
    """Whether rounds take back what is raised for one player and lowered for the other, so that true values
    are on that side. Parameters
    ----------
    round_of : solves all states, which have estimates on entry
    found : float64[value], the values
    signs : int64[value], 1 for values that are raised, -1 for those that are lowered
    largest_error : by how much they are moved
    """
    moved = found + largest_error * signs
    for _ in range(MOST_PROVING):
        moved = round_of(moved, True)
        if (signs * (moved - found) < largest_error).all():
            return True
    return False


def is_proved_convex(round_of: Round, found: Array, signs: Integers, largest_error: float) -> bool:
    """Whether values are proved from both sides if one player's turns are given.

    The other player maximises over its choices a function that is linear in the values, so a round G is
    convex in them, counted in its favour. Then no shift by d changes G by more than (G(H + K d) - G(H)) / K
    for any K >= 1, and for a large K rounding does not matter.

    Parameters
    ----------
    round_of, found : as for `is_proved`
    signs : int64[value], 1 for the values of the other player, -1 for those of the player whose turns are
        given
    largest_error : by how much they are moved
    """
    value, moved = found, found + MANY * largest_error * signs
    for _ in range(MOST_PROVING):
        value, moved = round_of(value, True), round_of(moved, True)
        if (np.abs(value - found) + np.abs(moved - value) / MANY < largest_error).all():
            return True
    return False


def unknown(who: str, back: Back) -> NotConverged:
    """The error for values that are not proved.

    Parameters
    ----------
    who : the players
    back : the event
    """
    known = f"expected to be known to {back.largest_error}, got less"
    return NotConverged(f"values after {back.what}: {known} ({who}). {back.remedy}")


def _comes_back(round_of: Round, moved: Array, found: Array) -> float:
    """Distance of moved values from the values found, after rounds.

    Parameters
    ----------
    round_of : solves all states, which have estimates on entry
    moved, found : float64[value], the values
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
    """At most MOST_ROUNDS rounds, each as its arguments and its results, float64[value].

    Parameters
    ----------
    round_of : solves all states
    start : float64[value], argument of the first round
    guessed : whether the states have estimates on entry
    """
    given, came = [start], list[Array]()
    for rounds in range(MOST_ROUNDS):
        came.append(round_of(given[-1], guessed or rounds > 0))
        yield given[-1], came[-1]
        given, came = given[-MOST_MIXED:], came[-MOST_MIXED:]
        given.append(mixed(given, came))

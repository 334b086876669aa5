"""Certificate of the values of ties: rounds of three, backed up turn by turn in plain NumPy over the rules.

The assumed values of a tie are inserted as numbers. Besides the values that a player maximises, each turn
carries the chances that the round decides: the same chances with a tie of all three counted as 0. Divided by
their sum, these are the values of the policies, which are the next assumption, until they repeat. The value
of a tie of two is found by bisection (`certificate_of_last_turns`).
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns import certificate_of_last_turns
from solvers.equal_turns.of_three.certificate_of_turns import SEATS, last_turns, least_bust
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.certificate_of_turns import Seen, turns

# Most rounds; values repeat after two or three.
MOST_ROUNDS = 64
MOST_FAR = 4096


class Worth(NamedTuple):
    """Values of ties to the tied players, in the order of the round.

    Attributes
    ----------
    two, three : float64[place], values of a tie of two and of three
    """

    two: Array
    three: Array


def ties_worth(turn: Turn, tie: Tie) -> Worth:
    """Values of ties.

    Parameters
    ----------
    turn : as in `solve.optimal_play`
    tie : the tie rule

    Raises
    ------
    NotConverged
        if values do not repeat
    """
    two, three = (np.full(places, 1.0 / places) for places in (2, SEATS))
    if tie is Tie.SHARED:
        return Worth(two, three)
    if tie is not Tie.AGAIN:
        place = 0 if tie is Tie.FIRST else -1
        return Worth(np.eye(2)[place], np.eye(SEATS)[place])
    first = certificate_of_last_turns.after_goal(turn, 1, Tie.AGAIN).tie_value
    two = np.array([first, 1.0 - first])
    for _ in range(MOST_ROUNDS):
        decided = _decided(turn, Worth(two, three))
        before, three = three, decided / decided.sum()
        if (three == before).all():
            return Worth(two, three)
    raise NotConverged(f"certificate of a tie of three: expected chances that come again, got {three}.")


def after_both(turn: Turn, worth: Worth, most: int) -> Array:
    """Value of the last turn if both others have the best score, float64[behind, seat or decided].

    Parameters
    ----------
    turn : as in `ties_worth`
    worth : values of ties
    most : greatest number of points behind
    """
    level = np.concatenate([worth.three, np.zeros(SEATS)])
    return _last(turn, _twice(*worth.two, 0.0), level, most)


def _decided(turn: Turn, worth: Worth) -> Array:
    """Chances to win in a round from equal scores, float64[seat].

    Parameters
    ----------
    turn, worth : as in `after_both`
    """
    least, longest = least_bust(turn), turn.longest_gain
    top = _far_enough(turn, least * float(last_turns(turn, 1.0, 1)[1]) / 2.0)
    # The second's turns start at any gain of the first, plus one throw.
    gains = top + longest
    second_top = gains + _far_enough(turn, least)
    most = second_top + longest
    first, second = worth.two
    after_second = _last(turn, _twice(0.0, 1.0, 0.0), _twice(0.0, first, second), most)
    level = after_both(turn, worth, gains)
    bust = _last(turn, _twice(1.0, 0.0, 0.0), _twice(first, 0.0, second), gains)
    # If neither has gained anything they are level.
    bust[0] = level[0]
    own, others = np.arange(most)[:, None, None], np.arange(gains)[:, None]
    hold = np.where(own < others, bust[:gains], after_second[:most, None])
    hold[np.arange(gains), np.arange(gains)] = level[:gains]
    held = turns(turn, Seen(1, hold, bust[:gains]), 0, second_top)[0]
    return np.asarray(turns(turn, Seen(0, held[:, None], held[:1]), 0, top)[0, 0, SEATS:])


def _last(turn: Turn, behind: Array, level: Array, most: int) -> Array:
    """Value of the last turn, and the chances that it decides, float64[behind, seat or decided].

    Parameters
    ----------
    turn : as in `ties_worth`
    behind, level : float64[seat or decided], results of fewer points than the best score, and of as many
    most : greatest number of points behind
    """
    hold = np.empty((most + 1 + turn.longest_gain, 1, 2 * SEATS))
    hold[:most], hold[most], hold[most + 1 :] = behind, level, _twice(0.0, 0.0, 1.0)
    out = turns(turn, Seen(SEATS - 1, hold, behind[None]), 0, most + 1)[::-1, 0].copy()
    out[0] = turns(turn, Seen(SEATS - 1, hold, level[None]), most, most + 1)[most, 0]
    return out


def _twice(*chances: float) -> Array:
    """Chances, and the same chances as decided."""
    return np.array([*chances, *chances])


def _far_enough(turn: Turn, most: float) -> int:
    """The fewest points that one turn gains with at most this chance; 1 if no throw goes on."""
    if least_bust(turn) == 1.0:
        return 1
    far = 1
    while far <= MOST_FAR:
        far *= 2
        enough = np.flatnonzero(last_turns(turn, 1.0, far)[1:] <= most)
        if enough.size:
            return 1 + int(enough[0])
    raise NotConverged(f"certificate of a tie of three: expected turns held {MOST_FAR} points ahead.")

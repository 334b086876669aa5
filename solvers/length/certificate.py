"""Certificate of the length of a race and of changes of the lead: one backup of every table.

The ends of turns come from `in_turn.lasting.certificate_of_ends`, and no equation is solved.
`in_turn.lasting.certificate` proves the expected turns and their distribution.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.in_turn.lasting.certificate import Contest, Seats
from solvers.in_turn.lasting.certificate import residual as of_turns
from solvers.in_turn.lasting.certificate_of_ends import (
    Ends,
    backup,
    ends_of_best_play,
    ends_of_fixed,
    in_a_race,
)
from solvers.length.leader import LEADERS, MOVER, NOBODY, OTHER
from solvers.turns.certificate_of_fixed import relative


def residual(turn: Turn, goal: int, plan: Plan | None, stored: Mapping[str, NDArray[Any]]) -> float:
    """Return the largest difference between stored tables and the certificate's backup of them.

    For expected turns and changes above 1 the difference is relative, as games may last 1e15 turns. A missing
    or misplaced number gives infinity.

    Parameters
    ----------
    turn, goal : the game
    plan : what both players do; None for optimal play, which follows from the value
    stored : `value`, and any of the other tables

    Raises
    ------
    KeyError
        if `value` is missing
    """
    value = stored["value"]
    if not np.isfinite(value).all():
        return np.inf
    if plan is None:
        ends = ends_of_best_play(turn, goal, in_a_race(turn, 1.0 - value.T, 1.0))
    else:
        ends = ends_of_fixed(turn, plan, goal)
    race, alike = _Race(turn, ends), {(0, 0): ends}
    differences = [np.abs(race.backup(1.0 - value.T, 1.0) - value).max()]
    differences.append(of_turns(Contest(turn, goal), Seats(alike, alike), stored))
    if "lead_changes_left" in stored:
        differences.append(_of_lead_changes(race, stored["lead_changes_left"]))
    if "more_changes_left" in stored:
        differences.append(_of_more_changes(race, stored["more_changes_left"]))
    found = float(np.max(differences))
    return np.inf if np.isnan(found) else found


class _Race:
    """Backups of one race.

    Parameters
    ----------
    turn : the game's turn
    ends : probabilities of the ends of turns
    """

    def __init__(self, turn: Turn, ends: Ends) -> None:
        self._turn, self.ends = turn, ends

    def backup(self, handed: Array, won: float) -> Array:
        """Return a backup, float64[banked, opponent].

        Parameters
        ----------
        handed : float64[score, opponent], value to the mover of handing over the turn with a score
        won : value of reaching the goal
        """
        return backup(self.ends, in_a_race(self._turn, handed, won))


def _of_lead_changes(race: _Race, left: Array) -> float:
    """Difference of the expected changes of the lead, float64[banked, opponent, leader], NaN for no state."""
    if not _is_of_states(left):
        return np.inf
    return float(np.max([relative(*pair).max() for pair in _backed_changes(race, left, 1.0 + left, 1.0)]))


def _of_more_changes(race: _Race, left: Array) -> float:
    """Difference of the probabilities of more than n changes, float64[n, banked, opponent, leader]."""
    worst = []
    for n, own in enumerate(left):
        if not _is_of_states(own):
            return np.inf
        before = np.where(np.isnan(own), np.nan, 1.0) if n == 0 else left[n - 1]
        pairs = _backed_changes(race, own, before, 1.0 if n == 0 else 0.0)
        worst += [np.abs(backed - stored).max() for backed, stored in pairs]
    return float(np.max(worst))


def _is_of_states(left: Array) -> bool:
    """Whether float64[banked, opponent, leader] has numbers exactly for the states."""
    scores = np.arange(len(left))
    mover, other = scores[:, None], scores[None, :]
    states = np.stack([(mover == 0) & (other == 0), mover >= other, mover <= other], axis=-1)
    return bool((np.isfinite(left) == states).all())


def _backed_changes(race: _Race, left: Array, changed: Array, won: float) -> list[tuple[Array, Array]]:
    """For each leader, a backup of a table and the table itself, at the states.

    Parameters
    ----------
    race : the race
    left : float64[banked, opponent, leader], what is still to come if the lead has not changed
    changed : float64[banked, opponent, leader], what counts if it has
    won : what counts if the game ends with a change
    """
    scores = np.arange(len(left))
    mover, other = scores[:, None], scores[None, :]
    found = []
    for leader in range(len(LEADERS)):
        # Value of handing over the turn, [score, opponent].
        leads = np.where(mover > other, MOVER, np.where(mover < other, OTHER, leader))
        seen = np.where(leads == NOBODY, NOBODY, MOVER + OTHER - leads)[..., None]
        same, other_one = (
            np.take_along_axis(own.transpose(1, 0, 2), seen, axis=2)[..., 0] for own in (left, changed)
        )
        handed = np.where((leads != leader) & (leader != NOBODY), other_one, same)
        backed = race.backup(handed, won if leader == OTHER else 0.0)
        states = np.isfinite(left[..., leader])
        found.append((backed[states], left[..., leader][states]))
    return found

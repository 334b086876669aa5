"""Certificate of the length of a race, and of changes of its lead: every table against one backup of it.

Where turns end comes from `in_turn.lasting.certificate_of_ends`, and nothing is solved for.
`in_turn.lasting.certificate` proves the turns still to come and their distribution.
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
    """Largest difference of what is stored from what the certificate makes of it.

    Of turns and changes of the lead above 1 it is the relative one: games may last for 1e15 turns. Infinity
    stands for a number that is missing or out of place.

    Parameters
    ----------
    turn, goal : the game
    plan : what both do; None for optimal play, which is read off the value
    stored : `value`, and of the other tables those that there are

    Raises
    ------
    KeyError
        if there is no value
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
    turn : the game
    ends : where turns end
    """

    def __init__(self, turn: Turn, ends: Ends) -> None:
        self._turn, self.ends = turn, ends

    def backup(self, handed: Array, won: float) -> Array:
        """What a turn makes of it, float64[banked, opponent].

        Parameters
        ----------
        handed : float64[score, opponent], what handing over the turn with a score is worth to the mover
        won : what the goal is worth
        """
        return backup(self.ends, in_a_race(self._turn, handed, won))


def _of_lead_changes(race: _Race, left: Array) -> float:
    """The same of the changes of the lead, float64[banked, opponent, leader], NaN where there is no state."""
    if not _is_of_states(left):
        return np.inf
    return float(np.max([relative(*pair).max() for pair in _backed_changes(race, left, 1.0 + left, 1.0)]))


def _of_more_changes(race: _Race, left: Array) -> float:
    """The same of the chances of more than n changes, float64[n, banked, opponent, leader]."""
    worst = []
    for n, own in enumerate(left):
        if not _is_of_states(own):
            return np.inf
        before = np.where(np.isnan(own), np.nan, 1.0) if n == 0 else left[n - 1]
        pairs = _backed_changes(race, own, before, 1.0 if n == 0 else 0.0)
        worst += [np.abs(backed - stored).max() for backed, stored in pairs]
    return float(np.max(worst))


def _is_of_states(left: Array) -> bool:
    """Whether float64[banked, opponent, leader] has a number where there is a state, and nowhere else."""
    scores = np.arange(len(left))
    mover, other = scores[:, None], scores[None, :]
    states = np.stack([(mover == 0) & (other == 0), mover >= other, mover <= other], axis=-1)
    return bool((np.isfinite(left) == states).all())


def _backed_changes(race: _Race, left: Array, changed: Array, won: float) -> list[tuple[Array, Array]]:
    """What a turn makes of a table, and the table, where there are states; for each leader.

    Parameters
    ----------
    race : whose turns end where
    left : float64[banked, opponent, leader], what is to come where the lead has not changed
    changed : float64[banked, opponent, leader], what it counts where it has
    won : what a win counts that changes it
    """
    scores = np.arange(len(left))
    mover, other = scores[:, None], scores[None, :]
    found = []
    for leader in range(len(LEADERS)):
        # Handing over the turn with a score, [score, opponent].
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

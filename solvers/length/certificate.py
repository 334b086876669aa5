"""Certificate of the length of a race: every table against one backup of it, and the distribution backwards.

Where turns end comes from `certificate_of_turns`. A table of what is still to come must be what a turn makes
of itself, and nothing is solved for. The distribution is gone through from the end of the game: with D[n] the
chance, from every pair of scores, that more than n turns are still to come, D[0] is 1 and D[n] is what a turn
makes of D[n - 1]. The solver plays from the start instead, and never knows more than where games are.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.length.certificate_of_turns import Ends, ends_of_best_play, ends_of_plan
from solvers.length.leader import LEADERS, MOVER, NOBODY, OTHER

DISTRIBUTION = ("ending_probability", "longer_probability")


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
    ends = ends_of_best_play(turn, value) if plan is None else ends_of_plan(plan, goal)
    differences = [np.abs(_backup(ends, 1.0 - value.T, 1.0) - value).max()]
    if "turns_left" in stored:
        left = stored["turns_left"]
        differences.append(_relative(_backup(ends, 1.0 + left.T, 1.0), left).max())
    if "lead_changes_left" in stored:
        differences.append(_of_lead_changes(ends, stored["lead_changes_left"]))
    if "more_changes_left" in stored:
        differences.append(_of_more_changes(ends, stored["more_changes_left"]))
    if any(name in stored for name in DISTRIBUTION):
        differences += _of_distribution(ends, stored)
    found = float(np.max(differences))
    return np.inf if np.isnan(found) else found


def _relative(backed: Array, left: Array) -> Array:
    """Differences, relative to what is above 1."""
    return np.abs(backed - left) / np.maximum(1.0, np.abs(left))


def _of_lead_changes(ends: Ends, left: Array) -> float:
    """The same of the changes of the lead, float64[banked, opponent, leader], NaN where there is no state."""
    if not _is_of_states(left):
        return np.inf
    return float(np.max([_relative(*pair).max() for pair in _backed_changes(ends, left, 1.0 + left, 1.0)]))


def _of_more_changes(ends: Ends, left: Array) -> float:
    """The same of the chances of more than n changes, float64[n, banked, opponent, leader]."""
    worst = []
    for n, own in enumerate(left):
        if not _is_of_states(own):
            return np.inf
        before = np.where(np.isnan(own), np.nan, 1.0) if n == 0 else left[n - 1]
        pairs = _backed_changes(ends, own, before, 1.0 if n == 0 else 0.0)
        worst += [np.abs(backed - stored).max() for backed, stored in pairs]
    return float(np.max(worst))


def _is_of_states(left: Array) -> bool:
    """Whether float64[banked, opponent, leader] has a number where there is a state, and nowhere else."""
    scores = np.arange(len(left))
    mover, other = scores[:, None], scores[None, :]
    states = np.stack([(mover == 0) & (other == 0), mover >= other, mover <= other], axis=-1)
    return bool((np.isfinite(left) == states).all())


def _backed_changes(ends: Ends, left: Array, changed: Array, won: float) -> list[tuple[Array, Array]]:
    """What a turn makes of a table, and the table, where there are states; for each leader.

    Parameters
    ----------
    ends : where turns end
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
        backed = _backup(ends, handed, won if leader == OTHER else 0.0)
        states = np.isfinite(left[..., leader])
        found.append((backed[states], left[..., leader][states]))
    return found


def _of_distribution(ends: Ends, stored: Mapping[str, NDArray[Any]]) -> list[float]:
    """The same of the chances to end with a turn, and to last longer, where they are stored."""
    most = max(stored[name].size for name in DISTRIBUTION if name in stored)
    longer, left = np.ones(most), np.ones(ends.row.shape)
    for n in range(1, most):
        left = _backup(ends, np.ascontiguousarray(left.T), 0.0)
        longer[n] = left[0, 0]
    right = {"longer_probability": longer, "ending_probability": -np.diff(longer, prepend=1.0)}
    return [float(np.abs(own - stored[name]).max()) for name, own in right.items() if name in stored]


def _backup(ends: Ends, handed: Array, won: float) -> Array:
    """What a turn makes of it, float64[banked, opponent].

    Parameters
    ----------
    ends : where turns end
    handed : float64[score, opponent], what handing over the turn with a score is worth to the mover
    won : what the goal is worth
    """
    goal = len(handed)
    out = np.empty((goal, goal))
    with_goal = np.concatenate((handed, np.full((1, goal), won)))
    _expect(ends, np.ascontiguousarray(with_goal.T), out)
    return out


@jit
def _expect(ends: Ends, handed: Array, out: Array) -> None:
    """Expectations over where turns end.

    Parameters
    ----------
    ends : where turns end
    handed : float64[opponent, score], what that score is worth, the goal last
    out : float64[banked, opponent], written whole
    """
    goal = len(out)
    for banked in range(goal):
        for opponent in range(goal):
            row = ends.row[banked, opponent]
            chance = ends.score[row]
            after = handed[opponent]
            worth = chance[goal] * after[goal]
            # Scores only grow, or begin again at 0; what cannot be need not be worth a number.
            if banked > 0 and chance[0] > 0.0:
                worth += chance[0] * after[0]
            for score in range(banked, ends.end[row]):
                if chance[score] > 0.0:
                    worth += chance[score] * after[score]
            out[banked, opponent] = worth

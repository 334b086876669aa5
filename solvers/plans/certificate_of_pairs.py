"""Certificate of races between plans, by the number of turns that each takes to the goal.

A plan does not use the opponent's score, so each player races for itself: the first to move wins if it takes
no more turns than the second. The solver goes backwards over pairs of scores, from turns played out forwards.
Here a turn is evaluated backwards, with all its ends at once, and games are played forwards, turn by turn,
without pairs of scores.
"""

from collections.abc import Sequence

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.plan import Plan
from solvers.games.turn import HOLD
from solvers.jit import jit, jit_allocating
from solvers.rows import copy_row

# Enough for a plan that reaches the goal once in five thousand turns.
MOST_TURNS = 100_000
# Largest accepted share of undecided games between two plans.
UNDECIDED = 1e-13
# Smaller probabilities to be still playing are dropped while other scores go on.
NOTHING = 1e-25
# Stop when each plan has a smaller share of games short of the goal.
STILL_PLAYING = 1e-9
REMEDY = "Leave out plans whose turns hardly ever score: fewer dice, more sides, or less to hold at."


def residual(plans: Sequence[Plan], goal: int, win_probability: Array) -> float:
    """Return the largest difference of the win probabilities from those by numbers of turns.

    Games still undecided at the end count as a difference, too.

    Parameters
    ----------
    plans : plans of one game
    goal : points to win
    win_probability : float64[first plan, second plan], win probability of the player who moves first

    Raises
    ------
    NotConverged
        if more than UNDECIDED of the games of two plans last longer than MOST_TURNS
    """
    longest = plans[0].turn.longest_gain
    most = min(goal, max(len(plan.way) for plan in plans))
    # Gains beyond the goal are one end: with many dice there would be hundreds.
    ends = np.stack([_merged(_ends(plan, most, longest), goal) for plan in plans])
    won, playing = np.zeros((len(plans), len(plans))), np.zeros((len(plans), goal))
    playing[:, 0] = 1.0
    _play(ends, plans[0].turn.least_score, playing, won)
    left = playing.sum(axis=1)
    slowest = int(left.argmax())
    if not left[slowest] ** 2 <= UNDECIDED:
        found = f"{left[slowest] ** 2:.2g} ({plans[slowest].name} against itself, goal {goal})"
        raise NotConverged(
            f"games longer than {MOST_TURNS} turns: expected at most {UNDECIDED}, got {found}. {REMEDY}"
        )
    return float((np.abs(won - win_probability) + np.outer(left, left)).max())


def _ends(plan: Plan, most: int, longest: int) -> Array:
    """How turns end, float64[lacking - 1, end]: the gain, 0 for a bust; the last entry is a wipe.

    Parameters
    ----------
    plan : the plan
    most : largest number of points lacking that matters; with more lacking it plays the same
    longest : longest gain of a throw
    """
    turn, lacking = plan.turn, np.arange(1, most + 1)[:, None]
    shape = most, most + longest + 1
    needed = sorted({plan.opening, *(way.throw for position in turn.positions for way in position.ways)})
    thrown: dict[tuple[int, int], Array] = {}
    for x in range(most - 1, -1, -1):
        for index in reversed(needed):
            throw, ends = turn.throws[index], np.zeros(shape)
            ends[:, 0], ends[:, -1] = float(throw.bust), float(throw.wipe)
            for outcome in throw.outcomes:
                there, probability = x + outcome.gain, float(outcome.probability)
                taken = plan.way[there, outcome.position] if there < min(len(plan.way), most) else HOLD
                ends[:, there] += probability * ((lacking[:, 0] <= there) | (taken == HOLD))
                if taken != HOLD:
                    way = turn.positions[outcome.position].ways[taken - 1]
                    ends += probability * np.where(
                        lacking > there, thrown[there - way.given_up, way.throw], 0.0
                    )
            thrown[x, index] = ends
    return thrown[0, plan.opening]


def _merged(ends: Array, goal: int) -> Array:
    """The ends of turns, float64[lacking - 1, end], with all gains of the goal and more merged."""
    gains, wiped = ends[:, :-1], ends[:, -1:]
    return np.concatenate((gains[:, :goal], gains[:, goal:].sum(axis=1, keepdims=True), wiped), axis=1)


@jit_allocating
def _play(ends: Array, least: int, playing: Array, out: Array) -> None:
    """Play turn after turn, until each plan has reached the goal in all but STILL_PLAYING of its games.

    Parameters
    ----------
    ends : float64[plan, lacking - 1, end], probability of the turn's gain, 0 for a bust; the last entry is a
        wipe
    least : least score of a turn
    playing : float64[plan, score], probability to have that score and not to be at the goal; must be that of
        the start, becomes that after the last turn
    out : float64[first plan, second plan], probability that the first takes no more turns than the second,
        added to
    """
    count, goal = playing.shape
    most = ends.shape[1]
    moved = np.zeros(goal)
    done = np.zeros(count)
    left = np.ones(count)
    turns = 0
    while left.max() > STILL_PLAYING and turns < MOST_TURNS:
        for plan in range(count):
            moved[:] = 0.0
            done[plan] = 0.0
            for score in range(goal):
                chance = playing[plan, score]
                if chance > NOTHING:
                    own = ends[plan, min(goal - score, most) - 1]
                    done[plan] = _end_turn(own, chance, score, least, done[plan], moved)
            copy_row(moved, playing[plan])
        for first in range(count):
            for second in range(count):
                out[first, second] += done[first] * left[second]
        for plan in range(count):
            left[plan] = playing[plan].sum()
        turns += 1


@jit
def _end_turn(ends: Array, chance: float, score: int, least: int, done: float, moved: Array) -> float:
    """Add one turn from one score.

    Parameters
    ----------
    ends : float64[end], probability of the turn's gain, 0 for a bust; the last entry is a wipe
    chance : probability to have the score
    score : the score
    least : least score of a turn
    done : probability to reach the goal in this turn from lesser scores
    moved : float64[score], probability to have that score after this turn, added to

    Returns
    -------
    The probability to reach the goal in this turn from this score and lesser ones.
    """
    wiped = ends.size - 1
    moved[0] += chance * ends[wiped]
    for end in range(wiped):
        banked = score + max(end, least)
        if banked < moved.size:
            moved[banked] += chance * ends[end]
        else:
            done += chance * ends[end]
    return done

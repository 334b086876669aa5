"""Certificate of plans against each other: how many turns each takes to the goal.

Plans do not look at the other's score, so they race each for itself: the first to move wins if it does not
take more turns than the second. The solver goes backwards over pairs of scores, from turns played out
forwards. Here a turn is evaluated backwards, all that can come of it at once, and the game is played
forwards, turn by turn; a pair of scores does not come up.
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
# Games of two plans that may be undecided then.
UNDECIDED = 1e-13
# Who is still playing with less chance than this has finished, while others go on.
NOTHING = 1e-25
# Games of one plan that may be short of the goal when its turns end.
STILL_PLAYING = 1e-9
REMEDY = "Leave out plans whose turns hardly ever score: fewer dice, more sides, or less to hold at."


def residual(plans: Sequence[Plan], goal: int, win_probability: Array) -> float:
    """Largest difference of the chances to win from those by numbers of turns.

    What is not decided by the last turn counts as a difference, too.

    Parameters
    ----------
    plans : of one turn
    goal : points to win
    win_probability : float64[first plan, second plan], chance of the first to move to win

    Raises
    ------
    NotConverged
        if two plans so seldom score that more than UNDECIDED of their games last longer than MOST_TURNS
    """
    longest = plans[0].turn.longest_gain
    most = min(goal, max(len(plan.way) for plan in plans))
    # Whatever is past the goal is one end: many dice have hundreds.
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
    """How turns end, float64[lacking - 1, end]: with a gain, 0 for a bust, last with a wipe.

    Parameters
    ----------
    plan : whose turns they are
    most : who lacks more plays as who lacks so much
    longest : longest gain of one throw
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
    """The ends of turns, float64[lacking - 1, end], with all gains of the goal and more as one end."""
    gains, wiped = ends[:, :-1], ends[:, -1:]
    return np.concatenate((gains[:, :goal], gains[:, goal:].sum(axis=1, keepdims=True), wiped), axis=1)


@jit_allocating
def _play(ends: Array, least: int, playing: Array, out: Array) -> None:
    """Everybody takes turn after turn, until all but a billionth of each plan's games are at the goal.

    Parameters
    ----------
    ends : float64[plan, lacking - 1, end], chance that a turn gains so many points, 0 for a bust; last comes
        a wipe
    least : what a turn scores at least
    playing : float64[plan, score], chance to have that score and not to be at the goal; comes with the start,
        becomes what is left after the last turn
    out : float64[first plan, second plan], chance that the first takes no more turns than the second, added
        to
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
    """One turn from one score.

    Parameters
    ----------
    ends : float64[end], chance that the turn gains so many points, 0 for a bust; last comes a wipe
    chance : chance to have the score
    score : the score
    least : what a turn scores at least
    done : chance to have reached the goal in this turn from lesser scores
    moved : float64[score], chance to have that score after this turn, added to

    Returns
    -------
    The chance to have reached the goal in this turn from these scores and this one.
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

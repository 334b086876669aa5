"""Certificate of hold-at rules against each other: expected visits to each pair of scores.

The solver goes backwards from the goal. The certificate goes forwards from the start: expected visits flow
from lesser to greater scores,

    visits(i, j) = [inflow from lesser scores] + bust x bust' visits(i, j),

first by the turns of the player about to move, then by those of the other. What flows over the goal is the
chance to win. Both routes share nothing but the chances of a single throw.

With wipes there is no order of scores to follow. But a rule that ignores the other's score races alone: the
first player wins if it needs no more turns to the goal than the second. The distribution of that number of
turns comes from playing the rule turn by turn.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating
from solvers.rows import copy_row

# Most turns: enough for a rule that reaches the goal once in five thousand turns.
MOST_TURNS = 100_000
# Largest share of a rule's games that may not have reached the goal after these turns.
STILL_PLAYING = 1e-9


def residual(turn: Turn, goal: int, win_probability: Array) -> float:
    """Largest difference of the chances to win from those of the forward flow.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    goal : points to win
    win_probability : float64[first_hold_at - 1, second_hold_at - 1], chance of the first to move to win
    """
    throw = np.zeros(turn.longest_gain + 1)
    throw[0] = float(turn.throws[0].bust)
    for outcome in turn.throws[0].outcomes:
        throw[outcome.gain] += float(outcome.probability)
    turns = np.zeros((goal + 1, goal + throw.size))
    _play_out(throw, turns)
    if turn.wipes:
        return _residual_by_turns(turn, goal, turns, win_probability)
    flowed = np.empty((goal, goal))
    _flow(goal, turns, turns[:, 1:].sum(axis=1), turn.least_score, flowed)
    return float(np.abs(flowed - win_probability).max())


def _residual_by_turns(turn: Turn, goal: int, turns: Array, win_probability: Array) -> float:
    """Largest difference of the chances to win from those computed by numbers of turns.

    The chance that a game is not decided by the last turn counts as a difference, too.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    goal : points to win
    turns : float64[k, gain], chance that a turn that holds at k ends with that gain, 0 for a bust
    win_probability : float64[first_hold_at - 1, second_hold_at - 1], chance of the first to move to win
    """
    # Chance to neither score nor bust; it is never a divisor, so its rounding does no harm.
    wipe = np.maximum(0.0, 1.0 - turns.sum(axis=1))
    won, playing = np.zeros((goal, goal)), np.zeros((goal, goal))
    playing[:, 0] = 1.0
    _play_turns(goal, turns, wipe, turn.least_score, playing, won)
    undecided = np.outer(playing.sum(axis=1), playing.sum(axis=1))
    return float((np.abs(won - win_probability) + undecided).max())


@jit
def _play_out(throw: Array, out: Array) -> None:
    """Play out turns that hold at k, for all k.

    Parameters
    ----------
    throw : float64[longest gain + 1], chance of each gain in one throw; index 0 is a bust
    out : float64[k, gain], on entry 0, on return the chance that the turn ends with that gain, 0 for a bust
    """
    for k in range(1, out.shape[0]):
        out[k, 0] = 1.0
        bust = 0.0
        for total in range(k):
            still = out[k, total]
            out[k, total] = 0.0
            bust += still * throw[0]
            for gain in range(1, throw.size):
                out[k, total + gain] += still * throw[gain]
        out[k, 0] = bust


@jit_allocating
def _play_turns(goal: int, turns: Array, wipe: Array, least: int, playing: Array, out: Array) -> None:
    """Play turn after turn, until all but a billionth of each rule's games have reached the goal.

    Parameters
    ----------
    goal : points to win
    turns : float64[k, gain], chance that a turn that holds at k ends with that gain, 0 for a bust
    wipe : float64[k], chance that such a turn wipes
    least : least score of a turn, also of a bust
    playing : float64[n - 1, score], chance that the rule that holds at n has that score and has not reached
        the goal; on entry at the start, on return after the last turn
    out : float64[n - 1, m - 1], chance that n takes no more turns than m; added to
    """
    longest = turns.shape[1] - goal - 1
    moved = np.zeros(goal)
    done = np.zeros(goal)
    left = np.ones(goal)
    turn = 0
    while left.max() > STILL_PLAYING and turn < MOST_TURNS:
        for n in range(1, goal + 1):
            moved[:] = 0.0
            done[n - 1] = 0.0
            for score in range(goal):
                chance = playing[n - 1, score]
                k = min(n, goal - score)
                if chance > 0.0:
                    done[n - 1] += _pass_on(turns[k], chance, score, k, longest, moved)
                    done[n - 1] += _bust(chance * turns[k, 0], score + least, moved)
                    moved[0] += chance * wipe[k]
            copy_row(moved, playing[n - 1])
        for n in range(goal):
            for m in range(goal):
                out[n, m] += done[n] * left[m]
        for n in range(goal):
            left[n] = playing[n].sum()
        turn += 1


@jit_allocating
def _flow(goal: int, turns: Array, scores: Array, least: int, out: Array) -> None:
    """Chance of the first to move to win, for all ordered pairs of rules.

    Parameters
    ----------
    goal : points to win
    turns : float64[k, gain], chance that a turn that holds at k ends with that gain, 0 for a bust
    scores : float64[k], chance that such a turn scores
    least : least score of a turn, also of a bust
    out : float64[n - 1, m - 1], chance that n wins if it moves first against m; all written
    """
    for n in range(1, goal + 1):
        for m in range(1, goal + 1):
            visits = np.zeros((goal, goal))
            passed = np.zeros((goal, goal))
            out[n - 1, m - 1] = _flow_of_pair(n, m, turns, scores, least, visits, passed)


@jit
def _flow_of_pair(
    n: int, m: int, turns: Array, scores: Array, least: int, visits: Array, passed: Array
) -> float:
    """Chance that the rule that holds at n wins if it moves first against the rule that holds at m.

    Parameters
    ----------
    n, m : turn totals at which the first and the second player hold
    turns : float64[k, gain], chance that a turn that holds at k ends with that gain, 0 for a bust
    scores : float64[k], chance that such a turn scores
    least : least score of a turn, also of a bust
    visits : float64[i, j], on entry 0, on return visits before a turn of the first
    passed : float64[i, j], on entry 0, on return visits before a turn of the second
    """
    goal = visits.shape[0]
    longest = turns.shape[1] - goal - 1
    visits[0, 0] = 1.0
    won = 0.0
    for i in range(goal):
        k = min(n, goal - i)
        for j in range(goal):
            # Visits that lesser scores of the first have passed on return to this state by a bust of the
            # second.
            k_other = min(m, goal - j)
            stay = turns[k, 0] if least == 0 else 0.0
            stay_other = turns[k_other, 0] if least == 0 else 0.0
            leave = scores[k] + turns[k, 0] * scores[k_other] if least == 0 else 1.0
            here = (visits[i, j] + stay_other * passed[i, j]) / leave
            there = passed[i, j] + stay * here
            if here > 0.0:
                won += _pass_on(turns[k], here, i, k, longest, passed[:, j])
                if least > 0:
                    won += _bust(turns[k, 0] * here, i + least, passed[:, j])
            if there > 0.0:
                _pass_on(turns[k_other], there, j, k_other, longest, visits[i])
                if least > 0:
                    _bust(turns[k_other, 0] * there, j + least, visits[i])
    return won


@jit
def _pass_on(turn: Array, visits: float, score: int, k: int, longest: int, out: Array) -> float:
    """Pass visits on to greater scores by a turn that scores; return those to the goal.

    Parameters
    ----------
    turn : float64[gain], chance that the turn ends with that gain
    visits : expected visits to pass on
    score : score before the turn
    k : turn total at which the turn holds
    longest : longest gain of one throw
    out : float64[score], visits after the turn; added to
    """
    won = 0.0
    for gain in range(k, k + longest):
        if score + gain < out.size:
            out[score + gain] += visits * turn[gain]
        else:
            won += visits * turn[gain]
    return won


@jit
def _bust(visits: float, score: int, out: Array) -> float:
    """Pass visits on by a bust that scores; return those to the goal.

    Parameters
    ----------
    visits : expected visits to pass on
    score : score after the bust
    out : float64[score], visits after the turn; added to
    """
    if score < out.size:
        out[score] += visits
        return 0.0
    return visits

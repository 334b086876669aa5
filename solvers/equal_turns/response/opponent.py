"""Fixed policies under equal turns: what one does where a race says nothing.

Below the goal it does what it does in a race; where it may not hold, below an entry, it throws. Who has the
goal holds. Who has the last turn throws until it is ahead, or level where a tie is its own. In further rounds
the first player plays by turn totals alone, and both have entered.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags
from solvers.equal_turns.played.player import FirstOfRound, Player
from solvers.equal_turns.tie import Tie
from solvers.equal_turns.until_ahead import Last, until_ahead
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.jit import jit
from solvers.turns.forward import hold_at as ends_of_hold_at
from solvers.turns.forward import one_throw, play
from solvers.turns.played import PlayedTurns, unplayed


@dataclass(frozen=True)
class Opponent:
    """A fixed policy.

    Attributes
    ----------
    name : as in a sentence
    rolls : int8[banked, opponent, turn_total], HOLD or ROLL, both scores below the goal
    again : int8[turn_total], the same of the first turn of a further round; it holds at more
    """

    name: str
    rolls: Flags
    again: Flags


def hold_at(goal: int, n: int) -> Opponent:
    """Hold at n, or at what is lacking to the goal; at n in further rounds, too.

    Examples
    --------
    >>> hold_at(5, 3).rolls[0, 4].tolist(), hold_at(5, 7).again.size
    ([1, 1, 1, 0, 0], 7)
    """
    rolls = np.where(np.arange(goal) < n, np.int8(ROLL), np.int8(HOLD))
    everywhere = np.broadcast_to(rolls, (goal, goal, goal)).copy()
    return Opponent(f"hold at {n}", everywhere, np.full(n, ROLL, np.int8))


def by_scores(name: str, rolls: Flags) -> Opponent:
    """A policy that knows both scores; a further round begins as the game does, with no points.

    Parameters
    ----------
    name : as in a sentence
    rolls : int8[banked, opponent, turn_total], HOLD or ROLL
    """
    return Opponent(name, rolls, rolls[0, 0])


def entering(policy: Opponent, entry: int) -> Opponent:
    """The same policy, which throws on wherever it would bank less than the entry.

    Parameters
    ----------
    policy : any
    entry : the least score that may be banked, 0 where there is none

    Examples
    --------
    >>> entering(hold_at(5, 1), 3).rolls[:3, 0].tolist()
    [[1, 1, 1, 0, 0], [1, 1, 0, 0, 0], [1, 0, 0, 0, 0]]
    """
    if entry == 0:
        return policy
    return replace(policy, rolls=np.where(barred(len(policy.rolls), entry), np.int8(ROLL), policy.rolls))


def barred(goal: int, entry: int) -> NDArray[np.bool_]:
    """Where a player may not hold, bool[banked, 1, turn_total]."""
    scores = np.arange(goal)
    return (scores[:, None] + scores < entry)[:, None]


def player(turn: Turn, tie: Tie, policy: Opponent) -> Player:
    """A policy's turns, played out.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    tie : who wins with equal scores
    policy : any, which banks no less than the entry

    Raises
    ------
    InvalidRules
        if the turn has other ways to go on
    """
    throw, wipe, goal = one_throw(turn), float(turn.throws[0].wipe), len(policy.rolls)
    turns = unplayed(goal, goal**2, goal + turn.longest_gain)
    turns.row[:] = np.arange(goal**2).reshape(goal, goal)
    _play_all(throw, wipe, policy.rolls, turns)

    def last(far: int, level_after_wipe: bool) -> Last:
        return until_ahead(turn, ends_of_hold_at(turn, far + 1), far, tie, level_after_wipe)

    def again() -> FirstOfRound:
        gains = np.zeros(len(policy.again) + turn.longest_gain + turn.least_score)
        throws, most = play(throw, policy.again, len(policy.again), gains)
        gains[most + 1 :] = 0.0
        gains[turn.least_score] += throws * throw[0]
        return FirstOfRound(gains, throws * wipe)

    return Player(policy.name, turns, turns, last, again)


@jit
def _play_all(throw: Array, wipe: float, rolls: Flags, out: PlayedTurns) -> None:
    """Play out a policy's turns from all scores.

    Parameters
    ----------
    throw : float64[longest gain + 1], from `one_throw`
    wipe : chance that a throw wipes
    rolls : int8[banked, opponent, turn_total]
    out : comes with 0, written but for `row`
    """
    goal = len(rolls)
    for banked in range(goal):
        for opponent in range(goal):
            row = out.row[banked, opponent]
            throws, most = play(throw, rolls[banked, opponent], goal - banked, out.gain[row])
            out.gain[row, most + 1 :] = 0.0
            out.bust[row] = throws * throw[0]
            out.wipe[row] = throws * wipe
            out.span[row, 1] = most + 1

"""Fixed policies of a race as plain data: what to do at every turn total of every pair of scores.

A policy may also count its own *scoring turns*, those that it ended by holding: turn-count rules need that.
Rules that do not count have one count only. What a policy holds at or beyond the goal does not matter: who
can bank the goal has won.

Rules of thumb for Pig and how they are worded: Neller & Presser 2010, "Practical play of the dice game Pig",
UMAP Journal 31 (1).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from solvers.arrays import Flags
from solvers.errors import expected
from solvers.games.turn import HOLD, ROLL
from solvers.race import policy as race_policy
from solvers.race.solve import Race


@dataclass(frozen=True)
class Policy:
    """One action for every state of a turn.

    Parameters
    ----------
    name : as in a sentence, "hold at 20"
    rolls : int8[scored, banked, opponent, turn_total], HOLD or ROLL by the number of own scoring turns so far
        (the last one stands for all greater ones), own and other banked score, and turn total; the three
        scores below the goal

    Raises
    ------
    InvalidRules
        if the shape is no policy's, a code is neither HOLD nor ROLL, or a turn does not open with a throw
    """

    name: str
    rolls: Flags

    def __post_init__(self) -> None:
        """Refuse what no turn can be played by."""
        shape = self.rolls.shape
        if len(shape) != 4 or min(shape) < 1 or len(set(shape[1:])) != 1:
            raise expected(
                f"{self.name}: rolls", "an array [scored, banked, opponent, turn_total] of one goal", shape
            )
        for code in (self.rolls.min().item(), self.rolls.max().item()):
            if code not in (HOLD, ROLL):
                raise expected(f"{self.name}: rolls", f"{HOLD} to hold or {ROLL} to roll", code)
        if (self.rolls[..., 0] != ROLL).any():
            raise expected(
                f"{self.name}: rolls at turn total 0", f"{ROLL}, as a turn opens with a throw", HOLD
            )

    @property
    def goal(self) -> int:
        """Points to win."""
        return int(self.rolls.shape[1])

    @property
    def counts(self) -> int:
        """How many numbers of own scoring turns it tells apart, 1 if it does not count."""
        return int(self.rolls.shape[0])


def thresholds(name: str, goal: int, hold_at: ArrayLike) -> Policy:
    """The policy that holds at these turn totals or more.

    Parameters
    ----------
    name : as in a sentence
    goal : points to win, 2 or more
    hold_at : whole numbers, 1 or more, that broadcast to [scored, banked, opponent]; at what lacks to the
        goal one always holds

    Raises
    ------
    InvalidRules
        if the goal or a turn total is out of range

    Examples
    --------
    >>> thresholds("hold at 3", 5, 3).rolls[0, 0, 0].tolist()
    [1, 1, 1, 0, 0]
    """
    least = np.asarray(hold_at)
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if least.min() < 1:
        raise expected(f"{name}: hold_at", "1 or more", int(least.min()))
    scored = least.shape[0] if least.ndim == 3 else 1
    everywhere = np.broadcast_to(least, (scored, goal, goal))
    return Policy(name, np.where(np.arange(goal) < everywhere[..., None], np.int8(ROLL), np.int8(HOLD)))


def hold_at(goal: int, n: int) -> Policy:
    """Hold at n, whatever the scores.

    Examples
    --------
    >>> hold_at(100, 20).name
    'hold at 20'
    """
    return thresholds(f"hold at {n}", goal, n)


def end_race_or_keep_pace(goal: int, end_race: int = 71, base: int = 21, divisor: int = 8) -> Policy:
    """Throw for the win as soon as anybody has `end_race` points; until then keep pace with the opponent.

    To keep pace is to hold at base + (opponent - banked) / divisor. The fraction is rounded to the nearest
    whole number, a half upwards; one always throws at least once.

    Raises
    ------
    InvalidRules
        if the goal or the divisor is out of range

    Examples
    --------
    >>> policy = end_race_or_keep_pace(100)
    >>> # hold at 24, at 18, for the win
    >>> policy.rolls[0, 20, 44].sum(), policy.rolls[0, 44, 20].sum(), policy.rolls[0, 80, 0].sum()
    (np.int64(24), np.int64(18), np.int64(100))
    """
    if divisor < 1:
        raise expected("divisor", "1 or more", divisor)
    banked, opponent = np.arange(goal)[:, None], np.arange(goal)
    pace = base + (2 * (opponent - banked) + divisor) // (2 * divisor)
    ending = np.maximum(banked, opponent) >= end_race
    name = f"end race at {end_race} or keep pace with {base} and 1/{divisor}"
    return thresholds(name, goal, np.where(ending, goal, np.maximum(1, pace)))


def scoring_turns(goal: int, turns: int = 4) -> Policy:
    """Reach the goal in that many scoring turns of about equal size.

    After s scoring turns, with the score b, it holds at (goal - b) / (turns - s), rounded down and at least
    1; so the last of them goes for the goal. Turns that bust do not count.

    Raises
    ------
    InvalidRules
        if the goal or the number of turns is out of range

    Examples
    --------
    >>> policy = scoring_turns(100)
    >>> policy.rolls[0, 0, 0].sum(), policy.rolls[1, 27, 0].sum(), policy.rolls[3, 70, 0, :30].sum()
    (np.int64(25), np.int64(24), np.int64(30))
    """
    if turns < 1:
        raise expected("turns", "1 or more", turns)
    lacking, left = goal - np.arange(goal)[:, None], turns - np.arange(turns)[:, None, None]
    return thresholds(
        f"{turns} scoring turns", goal, np.maximum(1, np.broadcast_to(lacking // left, (turns, goal, 1)))
    )


def optimal(race: Race) -> Policy:
    """Optimal play of a race.

    It is no threshold everywhere: at 41 against 49 in Pig one throws again at 27 after holding from 22 on.

    Raises
    ------
    InvalidRules
        if the game has other ways to go on than the same throw
    """
    return Policy("optimal play", race_policy.policy(race)[None])

"""A game of Pig played anew from its link, by the solver's tables and a second die of the same kind."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qs

import numpy as np

from solvers.arrays import Array
from solvers.fixed.race_response import best_response
from solvers.games import pig
from solvers.games.turn import ROLL
from solvers.in_turn.inside import in_a_race
from solvers.race import policy as race_policy
from solvers.race.solve import optimal_play
from tests.one_throw import by_text, rolls_of

WORD = 2**64 - 1
Row = tuple[str, str, int, int, int, float]


@dataclass(frozen=True)
class Contest:
    """What a game of one goal against one opponent is worth.

    Parameters
    ----------
    rolls : int8[scored, opponent, you, turn_total], what the opponent does
    moving, waiting : float64[scored, you, opponent], your chance if you are about to move, or the opponent is
    """

    rolls: Array
    moving: Array
    waiting: Array


@cache
def contest_of(goal: int, code: str) -> Contest:
    """The contest of a link's goal and opponent."""
    if code == "optimal":
        race = optimal_play(pig.turn(), goal)
        return Contest(race_policy.policy(race)[None], race.value[None], 1.0 - race.value.T[None])
    known = {"pace": "keep pace", "turns4": "4 scoring turns"}
    rule = by_text(known.get(code, f"hold at {code.removeprefix('hold')}"), goal)
    response = best_response(rule, goal)
    return Contest(rolls_of(rule), response.value, response.waiting_value)


def die(seed: int) -> Iterator[int]:
    """Faces: the top three bits of SplitMix64, those of 0 to 5."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        word = state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
        face = (word ^ (word >> 31)) >> 61
        if face < 6:
            yield face + 1


def played(link: str) -> list[Row]:
    """Every roll and hold of a link's game: who, what, turn total and both scores after it, your cost."""
    told = {name: found[0] for name, found in parse_qs(link.split("#")[1], keep_blank_values=True).items()}
    goal, contest = int(told["goal"]), contest_of(int(told["goal"]), told["opponent"])
    faces, moves = die(int(told["seed"])), iter(told["moves"])
    scores, total, mover, scored = [0, 0], 0, int(told["first"] == "opponent"), 0
    rows: list[Row] = []
    while max(scores) < goal:
        cost = 0.0
        if mover == 0:
            move = next(moves, "")
            if not move:
                break
            rolls = move == "r"
            cost = _cost(contest, goal, scores, total, scored, rolls) if total else 0.0
        else:
            rolls = contest.rolls[min(scored, len(contest.rolls) - 1), scores[1], scores[0], total] == ROLL
        face = next(faces) if rolls else 0
        total = 0 if face == 1 else total + face
        if not rolls or scores[mover] + total >= goal:
            scores[mover] += total
            scored += mover
            total = 0
        rows.append((("You", "Opponent")[mover], f"rolls {face}" if rolls else "holds", total, *scores, cost))
        mover = 1 - mover if total == 0 else mover
    return rows


def _cost(contest: Contest, goal: int, scores: list[int], total: int, scored: int, rolls: bool) -> float:
    """What a choice of yours loses against the better one."""
    waiting = contest.waiting[min(scored, len(contest.waiting) - 1)]
    advantage = in_a_race(pig.turn(), goal, waiting).advantage(scores[0])[scores[1], total]
    return float(max(0.0, -advantage if rolls else advantage))


def chances(link: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Your chance whenever a turn of yours begins, in the order of the rows of `played`; NaN elsewhere."""
    told = {name: found[0] for name, found in parse_qs(link.split("#")[1], keep_blank_values=True).items()}
    contest, scored, found = contest_of(int(told["goal"]), told["opponent"]), 0, []
    for who, what, total, yours, its, _ in played(link):
        scored += who == "Opponent" and what == "holds"
        begins = who == "Opponent" and total == 0 and its < int(told["goal"])
        moving = contest.moving[min(scored, len(contest.moving) - 1)]
        found.append(moving[yours, its] if begins else np.nan)
    return np.array(found)

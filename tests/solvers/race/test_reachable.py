"""Which states optimal play reaches, against all states found one by one."""

import numpy as np
import pytest

from solvers.games import pig, piglet
from solvers.games.turn import Turn
from solvers.race.policy import policy
from solvers.race.reachable import reachable
from solvers.race.solve import optimal_play

State = tuple[int, int, int]


def one_by_one(gains: list[int], rolls: np.ndarray, goal: int) -> set[State]:
    """All states that are reached, each led to from another by a roll, a hold or a bust."""
    found: set[State] = set()
    waiting: list[State] = []

    def add(banked: int, opponent: int, turn_total: int) -> None:
        if banked + turn_total < goal and opponent < goal and (banked, opponent, turn_total) not in found:
            found.add((banked, opponent, turn_total))
            waiting.append((banked, opponent, turn_total))

    def opponent_moves(banked: int, opponent: int) -> None:
        totals, sums = {0}, {0}
        while totals:
            totals = {total + gain for total in totals for gain in gains if opponent + total + gain < goal}
            totals -= sums
            sums |= totals
        for total in sums:
            add(banked, opponent + total, 0)

    add(0, 0, 0)
    opponent_moves(0, 0)
    while waiting:
        banked, opponent, turn_total = waiting.pop()
        if turn_total and not rolls[banked, opponent, turn_total]:
            opponent_moves(banked + turn_total, opponent)
        else:
            opponent_moves(banked, opponent)
            for gain in gains:
                add(banked, opponent, turn_total + gain)
    return found


@pytest.mark.parametrize(("turn", "goal"), [(pig.turn(), 23), (piglet.turn(), 9), (pig.turn(sides=4), 17)])
def test_reachable__are_those_found_one_by_one(turn: Turn, goal: int) -> None:
    rolls = policy(optimal_play(turn, goal))
    gains = [outcome.gain for outcome in turn.throws[0].outcomes]
    found = {tuple(map(int, state)) for state in np.argwhere(reachable(gains, rolls))}
    assert found == one_by_one(gains, rolls, goal)
    assert (0, 1, 0) not in found or 1 in gains

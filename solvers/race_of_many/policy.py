"""The inside of the turns of a race of several players, recomputed when asked.

For games whose only way to go on is the same throw. In a cluster without policies in equilibrium the policy
is the one that was taken, a best reply to what its mover believes a bust to be worth; everywhere else it is
the best reply to the value. A turn always opens with a throw.
"""

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.errors import expected
from solvers.games.turn import HOLD, ROLL, Turn, TurnArrays, tables
from solvers.jit import jit, jit_allocating
from solvers.race_of_many.solve import RaceOfMany
from solvers.turns.seats import LANES, Shape, Work, shape, sweep, workspace


def policy(race: RaceOfMany) -> Flags:
    """HOLD or ROLL, int8[mover, next, ..., turn_total].

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on
    """
    return policy_of(race.turn, race.value, bust_values(race))


def policy_of(turn: Turn, value: Array, bust: Array) -> Flags:
    """Best replies to what busts are worth, the value being given: int8[mover, next, ..., turn_total].

    Parameters
    ----------
    turn : any turn whose only way to go on is the same throw
    value : float64[mover, next, ..., seat]
    bust : float64[mover, next, ...], what a bust is worth to the mover

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on
    """
    if not turn.only_throws_on:
        raise expected(
            "turn",
            "a game whose only way to go on is the same throw",
            turn.name,
            "Ask for the value elsewhere.",
        )
    goal, players = value.shape[0], value.shape[-1]
    by_others, busts = value.reshape(goal, -1, goal, players), bust.reshape(goal, goal, -1)
    out = np.empty((goal, goal, by_others.shape[1], goal), np.int8)
    compiled, form = tables(turn), shape(turn, players)
    work = workspace(compiled, goal, turn.longest_gain, form)
    hold = np.zeros((-(-goal // LANES) * LANES, goal, players))
    for others in range(by_others.shape[1]):
        hold[:goal] = np.roll(by_others[:, others], 1, axis=-1)
        lanes = np.ascontiguousarray(hold.reshape(-1, LANES, goal, players).transpose(0, 2, 3, 1))
        _policy(
            compiled, goal, lanes, np.ascontiguousarray(busts[:, :, others]), form, work, out[:, :, others]
        )
    return out.reshape((goal,) * (players + 1))


def hold_at(race: RaceOfMany) -> Shorts:
    """Least turn total at which the policy holds, int16[mover, next, ...]; it may throw again later."""
    return least_held(policy(race))


def least_held(policy: Flags) -> Shorts:
    """Least turn total at which a policy holds, int16[mover, next, ...].

    Where it never does that is what is lacking to the goal.
    """
    holds, goal, players = policy == HOLD, policy.shape[0], policy.ndim - 1
    out = holds.argmax(axis=-1).astype(np.int16)
    lacking = (goal - np.arange(goal, dtype=np.int16)).reshape((-1,) + (1,) * (players - 1))
    least: Shorts = np.where(holds.any(axis=-1), out, lacking).astype(np.int16)
    return least


def bust_values(race: RaceOfMany) -> Array:
    """What the policy takes a bust to be worth to the mover, float64[mover, next, ...]."""
    bust = after_bust(race.value)
    searched, unsettled = race.searched, race.searched.unsettled
    for rotation in range(race.players):
        state = np.roll(searched.scores[unsettled], -rotation, axis=1)
        # Rotations are stored as the mover's scores one after the other.
        bust[tuple(state.T)] = searched.believed[unsettled, rotation]
    return bust


def after_bust(value: Array) -> Array:
    """What a bust is worth to the mover by the value, float64[mover, next, ...].

    From (i, j, ...) a bust leads to (j, ..., i), where the mover is last.
    """
    return np.ascontiguousarray(np.moveaxis(value[..., -1], -1, 0))


@jit_allocating
def _policy(
    tables: TurnArrays, goal: int, hold: Array, values: Array, shape: Shape, work: Work, out: Flags
) -> None:
    """The policy at all states of one tuple of others.

    Parameters
    ----------
    tables : the turn
    goal : points to win
    hold : float64[block, x, seat, lane], value of banking x for next players with block LANES + lane points
    values : float64[mover, next], what a bust is worth to the mover
    shape : how many seats there are, and how many ways on
    work : written
    out : int8[mover, next, turn_total], all written
    """
    bust = np.zeros(LANES)
    choice_count = tables.depth.size
    chances = len(shape.seats) * LANES
    out[:] = HOLD
    for mover in range(goal):
        for block in range(hold.shape[0]):
            count = min(LANES, goal - block * LANES)
            for lane in range(count):
                bust[lane] = values[mover, block * LANES + lane]
            sweep(tables, hold[block], bust, (mover, goal), shape, work)
            for lane in range(count):
                row = out[mover, block * LANES + lane]
                _turn(choice_count, mover, goal, work.positions, chances + lane, row)


@jit
def _turn(choice_count: int, mover: int, goal: int, positions: Array, column: int, out: Flags) -> None:
    """The policy in one turn, read off its chances to bust: only who throws again can bust.

    Parameters
    ----------
    choice_count : how many choices there are at each x; the first is that of the only position
    mover : banked score
    goal : points to win
    positions : float64[x, choice; (seats + 1) LANES], x and choice in one index, from the sweep
    column : of `positions`, the lane's chances to bust
    out : int8[turn_total], comes as HOLD, becomes ROLL where the policy throws
    """
    out[0] = ROLL
    for x in range(mover + 1, goal):
        if positions[x * choice_count, column] > 0.0:
            out[x - mover] = ROLL

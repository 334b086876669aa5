"""The game of one turn at one pair of scores: both players choose a turn total to hold at, unseen.

If nobody scores, the same game returns. With d the chance of a bust, s = 1 - d, and W the chance to win from
other scores, or the share of the win at the goal,

    payoff(k, l) = E[W(i + gain at k, j + gain at l); somebody scores],
    leave(k, l)  = s(k) + d(k) s(l),

which is a `looping_game`. Its full matrix is never built. A double oracle (McMahan, Gordon & Blum 2003) keeps
a few turn totals of both players, solves the game of these, and adds each player's best response to the
other's mixture, until nobody gains. A best response takes one *line*, the values of all turn totals of one
player against one of the other:

    after(t) = E[W(t, j + gain at l)],
    line(k + 1) - line(k) = reach(k) (bust after'(i) + sum over r of p(r) after(i + k + r) - after(i + k)),

where after' leaves out the return to the same state, as in `at_once/best_response.py`. Arrays of both players
have the own score first, and one player's win is the other's loss, so one kernel serves both.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.jit import jit, jit_inline
from solvers.matrix_games import looping_game, simplex
from solvers.turns.forward import HoldAt

# Most turn totals of one player that the oracle keeps at one pair of scores.
MOST_KEPT = 64
# These three tolerances are multiplied by the scale of the stage, `scale`.
# A smaller gain by a deviation is rounding.
LEAST_GAIN = 1e-15
# Values that differ by less are equally good, and the least turn total counts as the best: without a gain of
# 1, holding at 1 is the same as holding at 2.
TIE = 1e-15
# A turn total that loses less than this against any turn total of the other is optimal by itself.
SAFE = 1e-15
SOLVED, UNSOLVED, TOO_MANY = 0, 1, 2


class Stage(NamedTuple):
    """The game of one pair of scores, as far as it has been explored; player 0 is the mover.

    Attributes
    ----------
    score : int64[player], banked
    hold : int64[player, which], current turn totals
    kept : int64[player], number of current turn totals
    asked : int64[player], turn total to add next, 0 for none
    line : float64[player, which, turn total - 1], chance that somebody scores and this player wins, by each
        of its turn totals against each current one of the other
    mix : float64[player, which], probabilities
    payoff, leave, net : float64[which, which], the game of the current turn totals
    after : float64[own score], with room for the longest gain beyond the goal
    worth, tried, line_tried : float64[turn total - 1]
    space : buffers of the simplex method
    """

    score: Integers
    hold: Integers
    kept: Integers
    asked: Integers
    line: Array
    mix: Array
    payoff: Array
    leave: Array
    net: Array
    after: Array
    worth: Array
    tried: Array
    line_tried: Array
    space: simplex.Workspace


def stage(goal: int, longest: int) -> Stage:
    """Buffers for the games of all pairs of scores.

    Parameters
    ----------
    goal : points to win
    longest : longest gain of one throw
    """
    small = (MOST_KEPT, MOST_KEPT)
    return Stage(
        np.zeros(2, np.int64),
        np.zeros((2, MOST_KEPT), np.int64),
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.zeros((2, MOST_KEPT, goal)),
        np.zeros((2, MOST_KEPT)),
        np.zeros(small),
        np.zeros(small),
        np.zeros(small),
        np.zeros(goal + longest + 1),
        np.zeros(goal),
        np.zeros(goal),
        np.zeros(goal),
        simplex.workspace(*small),
    )


@jit
def keep(gains: HoldAt, wins: Array, game: Stage, player: int, hold: int) -> bool:
    """Add a turn total of a player, and the values of the other's turn totals against it.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all other scores that follow these
    game : its `hold`, `kept` and `line` are written, `after` and `worth` overwritten
    player : index of the player
    hold : the turn total

    Returns
    -------
    False if there is no room for it
    """
    index = game.kept[player]
    if index == MOST_KEPT:
        return False
    game.hold[player, index] = hold
    game.kept[player] += 1
    against(gains, wins, game, player, hold, game.line[1 - player, index])
    return True


@jit_inline
def against(gains: HoldAt, wins: Array, game: Stage, player: int, hold: int, out_line: Array) -> None:
    """Values of all turn totals of the other player against one of this player.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all other scores that follow these
    game : its `after` and `worth` are overwritten
    player : index of the player
    hold : the turn total
    out_line : float64[turn total - 1], chance of the other player that somebody scores and it wins
    """
    own = game.score[1 - player]
    other = game.score[player]
    _after(gains, wins, own, other, hold, game.after)
    _line(gains, wins.shape[0], own, game.after, game.worth, out_line)


@jit_inline
def _after(gains: HoldAt, wins: Array, own: int, other: int, hold: int, out: Array) -> None:
    """Chance to win after the other's turn, by the own score after the turn.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all other scores that follow these
    own, other : both players' scores
    hold : turn total at which the other holds
    out : float64[own score], written from the present score on; there without the return to the same state
    """
    goal = wins.shape[0]
    share = 1.0
    nothing = gains.bust[hold]
    for t in range(np.uint64(own), np.uint64(goal)):
        out[t] = nothing * wins[np.uint64(other), t]
    out[own] = 0.0
    for m in range(gains.stop.shape[1]):
        chance = gains.stop[hold, m]
        there = other + hold + m
        if there >= goal:
            share -= 0.5 * chance
        elif chance > 0.0:
            for t in range(np.uint64(own), np.uint64(goal)):
                out[t] += chance * wins[np.uint64(there), t]
    out[goal:] = share


@jit_inline
def _line(gains: HoldAt, goal: int, own: int, after: Array, change: Array, out: Array) -> None:
    """Value of each turn total to hold at.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    goal, own : points to win, own score
    after : float64[own score], chance to win after the other's turn, by the own score after the turn
    change : float64[turn total], written: change of the value by rolling once more at it
    out : float64[turn total - 1], written
    """
    count = np.uint64(goal - own)
    throw = gains.throw
    here = throw[0] * after[own]
    first = np.uint64(own)
    for x in range(count):
        change[x] = here - after[first + x]
    for r in range(1, throw.size):
        if throw[r] > 0.0:
            for x in range(count):
                change[x] += throw[r] * after[first + x + np.uint64(r)]
    # The first roll is a change from holding at 0.
    worth = change[0] + after[own]
    out[0] = worth
    for k in range(np.uint64(1), count):
        worth += gains.reach[k] * change[k]
        out[k] = worth


@jit
def solve(gains: HoldAt, wins: Array, game: Stage, guess: float) -> tuple[int, float]:
    """Solve the game of one pair of scores, starting with the requested turn totals.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all other scores that follow these
    game : `score` and `asked` are read; all else is written
    guess : estimate of the value

    Returns
    -------
    SOLVED, UNSOLVED or TOO_MANY; the value to player 0
    """
    value = guess
    game.kept[0] = 0
    game.kept[1] = 0
    for _ in range(MOST_KEPT):
        for player in range(2):
            if game.asked[player] > 0 and not keep(gains, wins, game, player, game.asked[player]):
                return TOO_MANY, value
        _set_small(gains, game)
        shape = game.kept[0], game.kept[1]
        value, gap = looping_game.equilibrium(
            game.payoff, game.leave, shape, value, game.net, game.space, game.mix[0], game.mix[1]
        )
        if not np.isfinite(gap):
            return UNSOLVED, value
        settled = True
        for player in range(2):
            hold, gain = respond(gains, game, player, value if player == 0 else 1.0 - value)
            better = gain > LEAST_GAIN * scale(gains, game, player) and not _kept(game, player, hold)
            game.asked[player] = hold if better else 0
            settled = settled and not better
        if settled:
            return SOLVED, value
    return UNSOLVED, value


@jit_inline
def _set_small(gains: HoldAt, game: Stage) -> None:
    """Write the matrices of the current turn totals.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    game : its `payoff` and `leave` are written
    """
    for row in range(game.kept[0]):
        k = game.hold[0, row]
        for column in range(game.kept[1]):
            game.payoff[row, column] = game.line[0, column, k - 1]
            game.leave[row, column] = gains.score[k] + gains.bust[k] * gains.score[game.hold[1, column]]


@jit_inline
def _kept(game: Stage, player: int, hold: int) -> bool:
    """Whether a turn total is among the current ones of a player.

    Parameters
    ----------
    game : its `hold` and `kept` are read
    player : index of the player
    hold : the turn total
    """
    for index in range(game.kept[player]):
        if game.hold[player, index] == hold:
            return True
    return False


@jit_inline
def scale(gains: HoldAt, game: Stage, player: int) -> float:
    """Upper bound of the value of a player's turn, without the return to the same state.

    That is the chance that somebody scores.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    game : the other player's mixture is read
    player : index of the player

    Returns
    -------
    the bound, at most 1
    """
    return min(1.0, float(gains.score[1] + _scores(gains, game, 1 - player)))


@jit_inline
def _scores(gains: HoldAt, game: Stage, player: int) -> float:
    """Chance that a player's mixture scores.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    game : its `hold`, `kept` and `mix` are read
    player : index of the player
    """
    scores = 0.0
    for index in range(game.kept[player]):
        scores += game.mix[player, index] * gains.score[game.hold[player, index]]
    return scores


@jit
def respond(gains: HoldAt, game: Stage, player: int, value: float) -> tuple[int, float]:
    """The least best turn total against the other's mixture, and its gain.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    game : its `worth` is written: gain of each turn total
    player : index of the player who responds
    value : value of the game to this player
    """
    other = 1 - player
    count = np.uint64(game.after.size - gains.throw.size - game.score[player])
    worth = game.worth
    scores = _scores(gains, game, other)
    tie = TIE * scale(gains, game, player)
    for x in range(count):
        worth[x] = 0.0
    for index in range(game.kept[other]):
        chance = game.mix[other, index]
        if chance > 0.0:
            line = game.line[player, index]
            for x in range(count):
                worth[x] += chance * line[x]
    best = 0
    most = -np.inf
    for x in range(count):
        worth[x] -= value * (gains.score[x + np.uint64(1)] + gains.bust[x + np.uint64(1)] * scores)
        if worth[x] > most + tie:
            best = x
            most = worth[x]
    return int(best) + 1, most

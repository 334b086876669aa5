"""The turns of several seats, played out beforehand, and the value of one of them.

A player by a rule looks at its own score, and at the best score of the others.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.in_turn_of_many.tables import others_of
from solvers.jit import jit_inline
from solvers.turns.played import PlayedTurns, nothing_is_a_bust, together


class Played(NamedTuple):
    """The players, and the quantities kept for each state.

    Attributes
    ----------
    turns : turns of all seats, with `row` of int64[seat, own score, best score of the others]
    least : least score of a turn, also of a bust
    won : float64[seat, kept], quantities if a seat reaches the goal and that ends the contest
    each : float64[kept], amount that each turn adds
    """

    turns: PlayedTurns
    least: int
    won: Array
    each: Array


def played(turn: Turn, seats: Sequence[PlayedTurns], won: Array, each: Array) -> Played:
    """The players and the quantities.

    Parameters
    ----------
    turn : the game
    seats : the turns of each seat
    won, each : as for `Played`
    """
    return Played(nothing_is_a_bust(together(seats)), turn.least_score, won, each)


@jit_inline
def play(of: Played, mover: int, scores: Integers, handed: Array, out: Array) -> tuple[float, float]:
    """Value of a turn where it scores or wipes, and its chances to do so, and to do neither.

    Parameters
    ----------
    of : the players
    mover : index of the mover
    scores : int64[seat], all scores
    handed : float64[seat, others, score, kept], known for greater scores of the mover, and after a wipe
    out : float64[kept], written
    """
    turns = of.turns
    own = scores[mover]
    place, best = others_of(scores, mover, turns.row.shape[1])
    line = handed[mover, place]
    row = turns.row[mover, own, best]
    scored = turns.wins[row]
    bust = turns.bust[row]
    wipe = turns.wipe[row]
    for one in range(out.size):
        out[one] = of.each[one] + scored * of.won[mover, one]
    if wipe > 0.0:
        scored += wipe
        for one in range(out.size):
            out[one] += wipe * line[0, one]
    for gain in range(max(1, turns.span[row, 0]), turns.span[row, 1]):
        chance = turns.gain[row, gain]
        scored += chance
        for one in range(out.size):
            out[one] += chance * line[own + gain, one]
    if of.least == 0:
        return scored, bust
    for one in range(out.size):
        out[one] += bust * line[own + of.least, one]
    return scored + bust, 0.0

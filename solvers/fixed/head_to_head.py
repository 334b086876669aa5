"""The race of two fixed players, in both seats (Neller, Russell & Markov 2012, section 2, with both policies
given).

The turns of both players are played out beforehand; a player may count its scoring turns. Expected lengths
are solved on request.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.plan import Fixed, Plan
from solvers.games.turn import Turn
from solvers.in_turn.lasting.answer import PlayedOut
from solvers.in_turn.pair import Pair
from solvers.players.known import Known, parts_of, played_out
from solvers.race.policy import played_optimally
from solvers.race.solve import Race
from solvers.turns.certificate_of_fixed import head_to_head_residual


@dataclass(frozen=True)
class HeadToHead(PlayedOut):
    """The race of two fixed players, *own* and *other*, in both seats.

    Attributes
    ----------
    turn : the game
    value : float64[own scored, other scored, banked, opponent], own's chance to win when own is about to move
    waiting_value : float64, same shape, own's chance to win when other is about to move
    residual : largest difference between both values and one backup of them by another route
    play_out : function that returns the expected turns of both players still to come, float64 of the same
        shape, when own is about to move and when other is
    """

    turn: Turn
    value: Array
    waiting_value: Array
    residual: float
    play_out: Callable[[], tuple[Array, Array]]

    def turns_to_come(self) -> tuple[Array, Array]:
        """Expected turns of both still to come, float64 of the shape of `value`, by who is about to move."""
        return self.play_out()

    @property
    def wins_first(self) -> float:
        """Own's chance to win from the start when it moves first."""
        return float(self.value.flat[0])

    @property
    def wins_second(self) -> float:
        """Own's chance to win from the start when it moves second."""
        return float(self.waiting_value.flat[0])

    @property
    def wins(self) -> float:
        """Own's chance to win if a fair coin says who moves first."""
        return (self.wins_first + self.wins_second) / 2.0


def head_to_head(own: Known | Race, other: Known, goal: int) -> HeadToHead:
    """Solve the race of a fixed player, or of optimal play, against a fixed player.

    Parameters
    ----------
    own, other : players with the same turn, and with this goal if they have one
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or the turns or the goals differ
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe do not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.counting import counting_rule
    >>> from solvers.race.solve import optimal_play
    >>> turn = pig.turn()
    >>> four = head_to_head(optimal_play(turn, 100), counting_rule("4 scoring turns", turn, 100), 100)
    >>> print(round(200 * four.wins - 100, 1))  # games in a hundred more than lost; Neller & Presser 2010
    3.3
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    turn = own.turn
    if turn != other.turn:
        raise expected("turn of the other player", f"{turn.name}, that of the first", other.turn.name)
    for player in (own, other):
        if not isinstance(player, Plan) and player.goal != goal:
            raise expected("goal", f"{player.goal}, that of a player", goal)
    does: Sequence[Fixed] | Array
    if isinstance(own, Race):
        name, does, turns = "optimal play", own.value, played_optimally(own)
    else:
        name, does, turns = own.name, parts_of(own), played_out(own, goal)
    pair = Pair(turn, f"{name} against {other.name}", turns, played_out(other, goal))
    value, waiting = (_by_scored(table) for table in pair.wins())
    residual = head_to_head_residual(turn, does, parts_of(other), value, waiting)
    return HeadToHead(turn, value, waiting, residual, partial(turns_to_come, pair))


def turns_to_come(pair: Pair) -> tuple[Array, Array]:
    """Expected turns of both players still to come, float64[own scored, other scored, banked, opponent], when
    own is about to move and when other is.

    Parameters
    ----------
    pair : the race, solved

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever
    """
    left, waiting = (_by_scored(table) for table in pair.turns())
    return left, waiting


def _by_scored(table: Array) -> Array:
    """A table by scoring turns of both players, float64[own scored, other scored, banked, opponent]."""
    return table if table.ndim > 2 else table[None, None]

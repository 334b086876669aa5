"""Certificate of the length of games against a rule with equal turns: one backup of the expected turns to
come of both players in both seats, on the uncompiled rules.

The best response decides by its stored chances to win, and the expected turns follow from its decisions: two
layers, as in `solvers.turns.certificate_of_fixed`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate import first_handed, second_handed
from solvers.equal_turns.certificate_of_last_turns import after_goal
from solvers.equal_turns.certificate_of_round import chances_of_round
from solvers.equal_turns.response.certificate import after_first, after_second, rounds_first
from solvers.equal_turns.response.certificate_of_rounds import BestSecond, turns_of_rounds
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_equal_turns import ends_of_first_turn, last_turns_by_rule
from solvers.in_turn.certificate_of_last_turns import Ends, ends_of_last_turns
from solvers.in_turn.lasting.certificate import TURNS
from solvers.players.ruled import Ruled
from solvers.turns.certificate_of_fixed import relative, turns_worth


class Played(NamedTuple):
    """The game, and the rule that is played against.

    Attributes
    ----------
    turn, goal, tie : the game
    policy : the rule that is responded to
    """

    turn: Turn
    goal: int
    tie: Tie
    policy: Ruled


class Seat(NamedTuple):
    """A player who plays to win, in one seat.

    Attributes
    ----------
    decides : float64[score, opponent], value of handing over the turn, by which it decides
    top : score from which on it holds
    more : float64[behind], expected turns that follow a last turn of the second player
    """

    decides: Array
    top: int
    more: Array


def residual(played: Played, stored: Mapping[str, NDArray[Any]]) -> float:
    """Residual of the stored lengths of the best response, see `turns_residual`.

    Parameters
    ----------
    played : the game and the rule
    stored : `waiting_value`, `turns_left` and `waiting_turns_left`, float64[seat, banked, opponent]

    Raises
    ------
    KeyError
        if one of them is missing
    """
    waits, left, waiting = (stored[name] for name in ("waiting_value", *TURNS))
    return turns_residual(played, (_first(played, waits[0]), _second(played, waits[1])), left, waiting)


def turns_residual(played: Played, seats: tuple[Seat, Seat], left: Array, waiting: Array) -> float:
    """Largest difference between expected turns to come and one backup; relative for more than 1 turn.

    Parameters
    ----------
    played : the game and the rule
    seats : the player against the rule, moving first and moving second
    left, waiting : float64[seat, banked, opponent], expected turns to come when that player, or the rule, is
        about to move
    """
    (turn, goal, _, policy), (first, second) = played, seats
    ways = (
        (first, _beyond(waiting[0], first.more), _over(turn, left[0].T)),
        (second, _over(turn, waiting[1]), _beyond(left[1].T, second.more)),
    )
    worst = []
    for place, (seat, own, theirs) in enumerate(ways):
        moved = turns_worth(turn, None, np.stack([seat.decides, own]), ends=(goal, seat.top))
        met = turns_worth(turn, policy.rule, theirs[None], ends=(goal, goal)).T
        worst += [relative(1.0 + moved, left[place]).max(), relative(1.0 + met, waiting[place]).max()]
    found = float(np.max(worst))
    return np.inf if np.isnan(found) else found


def _first(played: Played, waits: Array) -> Seat:
    """The best response when it moves first."""
    turn, goal, tie, policy = played
    after = after_first(turn, goal, tie, policy, waits)
    level = last_turns_by_rule(turn, policy, after.top + turn.longest_gain, tie).level
    rounds = turns_of_rounds(turn, rounds_first(turn, policy), after.tie_value) if tie is Tie.AGAIN else 0.0
    return Seat(first_handed(turn, goal, after, 1.0 - waits.T), after.top, level * rounds)


def _second(played: Played, waits: Array) -> Seat:
    """The best response when it moves second."""
    turn, goal, tie, policy = played
    value, far = after_second(turn, goal, tie, policy).tie_value, goal + turn.longest_gain
    level = ends_of_last_turns(turn, (), far, 1.0 - value, level_wins=False).level
    rounds = turns_of_rounds(turn, BestSecond(turn, policy, goal), value) if tie is Tie.AGAIN else 0.0
    return Seat(second_handed(turn, goal, 1.0 - waits.T), goal, level * rounds)


def seats_of_optimal(played: Played, value: Array) -> tuple[Seat, Seat]:
    """Optimal play, which decides as among equals, moving first and second; for a game without wipes.

    Parameters
    ----------
    played : the game and the rule
    value : float64[seat, banked, opponent], value among equals of optimal play to the player about to move
    """
    return _optimal_first(played, value[1]), _optimal_second(played, value[0])


def _optimal_first(played: Played, theirs: Array) -> Seat:
    """Optimal play when it moves first."""
    turn, goal, tie, policy = played
    after = after_goal(turn, goal, tie)

    def last(far: int) -> Ends:
        return last_turns_by_rule(turn, policy, far, tie)

    rounds = 0.0
    if tie is Tie.AGAIN:
        rounds = 2.0 / float(chances_of_round(turn, after.tie_value, last).sum())
    decides = first_handed(turn, goal, after, theirs)
    return Seat(decides, after.top, last(after.top + turn.longest_gain).level * rounds)


def _optimal_second(played: Played, theirs: Array) -> Seat:
    """Optimal play when it moves second."""
    turn, goal, tie, policy = played
    gains, far, rounds = ends_of_first_turn(turn, policy, goal)[0], goal + turn.longest_gain, 0.0
    last = ends_of_last_turns(turn, (), far, 1.0 - after_goal(turn, goal, tie).tie_value, level_wins=False)
    if tie is Tie.AGAIN:
        rounds = 2.0 / float(gains @ (last.win + last.lose)[: len(gains)])
    return Seat(second_handed(turn, goal, theirs), goal, last.level * rounds)


def _over(turn: Turn, handed: Array) -> Array:
    """Expected turns to come of a player who ends the game by reaching the goal, float64[score, opponent]."""
    return np.concatenate((handed, np.zeros((turn.longest_gain, handed.shape[1]))))


def _beyond(handed: Array, more: Array) -> Array:
    """Expected turns to come of a player at the goal before a last turn, float64[score, opponent].

    Parameters
    ----------
    handed : float64[score, opponent], below the goal
    more : float64[behind], expected turns that follow the last one, as far as one throw leads
    """
    goal = len(handed)
    behind = np.arange(goal, len(more) - 1)[:, None] - np.arange(goal)
    return np.concatenate((handed, 1.0 + more[behind]))

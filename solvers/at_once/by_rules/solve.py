"""Two players at once whose turns are played out before: who wins, and how many rounds are still to come.

In a round both take a turn. With P the chances of what the first's turn scores at (i, j), Q those of the
second's, a bust scoring nothing or the least, the first wins with

    V(i, j) = sum over x, y of P(x) Q(y) V(i + x, j + y),

which is 1, 0 or a half once one of both, or each, has the goal. Rounds still to come solve the same with 1
more for each round. Scores only grow: states of greater i + j come first, and what leads back to the same
scores, two busts, is divided away by positive terms.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.at_once.by_rules.certificate import Tables, residual
from solvers.contests.of_two import OfTwo
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, flat
from solvers.underflow import refuse_hardly_scoring

# What it is worth to the first player that it alone, both, or the other alone has the goal.
WINS, ROUNDS = (1.0, 0.5, 0.0), (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class RulesAtOnce(OfTwo):
    """What two rules of thumb win against each other, both taking their turns at once.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], the first's chance to win, half of a shared win included
    rounds_left : float64[banked, opponent], rounds still to come on average
    residual : largest difference between these and one backup of them by another route
    """

    turn: Turn
    goal: int
    value: Array
    rounds_left: Array
    residual: float

    @property
    def expected_rounds(self) -> float:
        """Rounds of a whole game on average."""
        return float(self.rounds_left[0, 0])


def rules_at_once(own: RuleOfThumb, other: RuleOfThumb) -> RulesAtOnce:
    """Solve the contest of two rules of thumb at once.

    Parameters
    ----------
    own, other : of one turn, which wipes nothing, and of one goal

    Raises
    ------
    InvalidRules
        if a throw wipes
    NotConverged
        if nobody can ever win, or hardly ever

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> rules = [rule_of_thumb(f"hold at {n}", pig.turn(), 100) for n in (25, 20)]
    >>> found = rules_at_once(*rules)
    >>> print(round(found.value[0, 0], 4))
    0.5117
    """
    turn, who = own.turn, f"{own.name} against {other.name} at once"
    if turn.wipes:
        raise expected("rules", "a game that wipes nothing", turn.name, "Ask for a race, in turn.")
    rules = flat(turn)
    first, second = (_with_busts(played_by_rule(one, rules), turn.least_score) for one in (own, other))
    value, rounds = np.zeros((2, own.goal, own.goal))
    for worth, turns, out in ((WINS, 0.0, value), (ROUNDS, 1.0, rounds)):
        refuse_hardly_scoring(_solve(first, second, worth, turns, out), who)
    tables = Tables(chances(value, who), rounds)
    return RulesAtOnce(turn, own.goal, *tables, residual(turn, own, other, tables))


def _with_busts(turns: PlayedTurns, least: int) -> PlayedTurns:
    """With a bust among the gains; to stop with nothing gained is a bust.

    Parameters
    ----------
    turns : of a player
    least : what a turn scores at least
    """
    gain, span = turns.gain.copy(), turns.span.copy()
    bust = turns.bust + gain[:, 0]
    gain[:, 0] = 0.0
    gain[:, least] += bust
    # Of turns that score nothing else the span is empty.
    span[:, 0] = np.where(span[:, 1] > 0, np.minimum(span[:, 0], least), least)
    span[:, 1] = np.maximum(span[:, 1], least + 1)
    return turns._replace(gain=gain, span=span)


@jit
def _solve(
    first: PlayedTurns, second: PlayedTurns, won: tuple[float, float, float], turn: float, out: Array
) -> float:
    """Solve all states, by decreasing i + j.

    Parameters
    ----------
    first, second : their turns, busts being gains
    won : what it counts that the first alone has the goal, that both have it, that the second alone has
    turn : what a round counts
    out : float64[i, j], written

    Returns
    -------
    The least chance that a round does not leave the scores as they are.
    """
    goal = out.shape[0]
    least_leave = 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            mine = first.row[i, j]
            theirs = second.row[j, i]
            scored, reached = _sums(second, theirs, j, goal)
            worth = turn
            leave = 0.0
            rest = first.wins[mine]
            for gain in range(first.span[mine, 0], first.span[mine, 1]):
                p = first.gain[mine, gain]
                if i + gain >= goal:
                    rest += p
                    continue
                ahead = reached * won[2]
                for other in range(second.span[theirs, 0], second.span[theirs, 1]):
                    if j + other < goal and gain + other > 0:
                        ahead += second.gain[theirs, other] * out[i + gain, j + other]
                worth += p * ahead
                leave += p * (scored if gain == 0 else 1.0)
            # With the goal it depends on whether the other has it, too.
            worth += rest * (reached * won[1] + _not_reached(second, theirs, j, goal) * won[0])
            leave += rest
            out[i, j] = worth / leave
            least_leave = min(least_leave, leave)
    return least_leave


@jit
def _sums(turns: PlayedTurns, row: int, banked: int, goal: int) -> tuple[float, float]:
    """Chances to score, the goal included, and to reach the goal.

    Parameters
    ----------
    turns : of a player, busts being gains
    row : which of them
    banked : score before the turn
    goal : points to win
    """
    reached = turns.wins[row]
    scored = turns.wins[row]
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        if gain > 0:
            scored += turns.gain[row, gain]
        if banked + gain >= goal:
            reached += turns.gain[row, gain]
    return scored, reached


@jit
def _not_reached(turns: PlayedTurns, row: int, banked: int, goal: int) -> float:
    """Chance not to reach the goal.

    Parameters
    ----------
    turns, row, banked, goal : as of `_sums`
    """
    chance = 0.0
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        if banked + gain < goal:
            chance += turns.gain[row, gain]
    return chance

"""Two players with given turns in simultaneous play: chances to win, and expected rounds still to come.

Both take a turn in each round. P and Q are the distributions of the points that the first and the second
player score at (i, j); a bust scores nothing, or the least score. The first player wins with

    V(i, j) = sum over x, y of P(x) Q(y) V(i + x, j + y),

which is 1, 0 or 1/2 once the first, the second or both have the goal. Expected rounds satisfy the same
equation with 1 added per round. Scores only grow, so states of greater i + j come first. The return to the
same scores, by two busts, is eliminated with positive terms.
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

# Value to the first player if only it, both, or only the other reach the goal.
WINS, ROUNDS = (1.0, 0.5, 0.0), (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class RulesAtOnce(OfTwo):
    """Two rules of thumb against each other in simultaneous play.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], the first's chance to win; a shared win counts as half
    rounds_left : float64[banked, opponent], expected rounds still to come
    residual : largest difference between these and one backup of them by another route
    """

    turn: Turn
    goal: int
    value: Array
    rounds_left: Array
    residual: float

    @property
    def expected_rounds(self) -> float:
        """Expected rounds of a game."""
        return float(self.rounds_left[0, 0])


def rules_at_once(own: RuleOfThumb, other: RuleOfThumb) -> RulesAtOnce:
    """Solve simultaneous play of two rules of thumb.

    Parameters
    ----------
    own, other : rules for the same turn, without wipes, and the same goal

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
    """The turns with a bust as one of the gains; holding with nothing counts as a bust.

    Parameters
    ----------
    turns : turns of a player
    least : least score of a turn, also of a bust
    """
    gain, span = turns.gain.copy(), turns.span.copy()
    bust = turns.bust + gain[:, 0]
    gain[:, 0] = 0.0
    gain[:, least] += bust
    # The span is empty if turns score nothing else.
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
    first, second : their turns, with busts among the gains
    won : value if the first alone, both, or the second alone has the goal
    turn : value added by each round
    out : float64[i, j], written

    Returns
    -------
    the least chance, over all states, that a round changes the scores
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
            # At the goal the value depends on whether the other has it, too.
            worth += rest * (reached * won[1] + _not_reached(second, theirs, j, goal) * won[0])
            leave += rest
            out[i, j] = worth / leave
            least_leave = min(least_leave, leave)
    return least_leave


@jit
def _sums(turns: PlayedTurns, row: int, banked: int, goal: int) -> tuple[float, float]:
    """Chances to score, reaching the goal included, and to reach the goal.

    Parameters
    ----------
    turns : turns of a player, with busts among the gains
    row : index of the turn
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
    turns, row, banked, goal : as for `_sums`
    """
    chance = 0.0
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        if banked + gain < goal:
            chance += turns.gain[row, gain]
    return chance

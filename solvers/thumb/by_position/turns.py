"""The turns of a rule of thumb in games with more to decide, played out by the scores at which they begin.

Turns from scores at which the rule does the same, up to what lacks to the goal, are played out once: one that
looks at no score has as many turns as the goal has points.
"""

import numpy as np

from solvers.arrays import Flags, Integers
from solvers.games.turn import HOLD
from solvers.jit import jit
from solvers.plans.played_turns import FlatTurn, PlayedTurns, flat, play, unplayed
from solvers.thumb.by_position.rule import RuleByPosition


def played_by_rule(rule: RuleByPosition) -> PlayedTurns:
    """The turns of a rule.

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.thumb.by_position.rule import rule_by_position
    >>> turns = played_by_rule(rule_by_position("hold at 20", pig.turn(), 100))
    >>> len(turns.wins), print(round(turns.bust[turns.row[0, 0]], 6))  # one for each number that lacks
    0.624541
    (100, None)
    """
    goal = rule.goal
    holds, lacking, row = _rows(rule)
    out = unplayed(goal, len(lacking))
    out.row[:] = row
    _play_all(flat(rule.turn), rule.turn.openings[0], (holds, rule.way, rule.kind), lacking, out)
    return out


def _rows(rule: RuleByPosition) -> tuple[Flags, Integers, Integers]:
    """What a rule does from all scores, each once.

    Returns
    -------
    holds : bool[row, turn_total, kind]
    lacking : int64[row], points to the goal
    row : int64[banked, opponent], of these scores
    """
    goal, (banked, opponent, _, kinds) = rule.goal, rule.holds.shape
    found, lacking, row = list[Flags](), list[Integers](), np.zeros((goal, goal), np.int64)
    count = 0
    for own in range(goal):
        # What is held at or beyond the goal does not matter.
        here = rule.holds[min(own, banked - 1)].copy()
        here[:, goal - own :] = False
        packed = np.packbits(here.reshape(opponent, goal * kinds), axis=1)
        _, first, same = np.unique(packed, axis=0, return_index=True, return_inverse=True)
        found.append(here[first])
        lacking.append(np.full(len(first), goal - own))
        row[own] = count + same.reshape(-1)
        count += len(first)
    return np.concatenate(found), np.concatenate(lacking), row


@jit
def _play_all(
    rules: FlatTurn,
    opening: int,
    does: tuple[Flags, Integers, Integers],
    lacking: Integers,
    out: PlayedTurns,
) -> None:
    """Play out a turn for each row.

    Parameters
    ----------
    rules : the turn
    opening : the throw that opens it
    does : bool[row, turn_total, kind], where it holds; int64[position], place of the way that it takes else;
        int64[position], its kind
    lacking : int64[row], points to the goal
    out : comes with 0, written but for `row`
    """
    standing = np.zeros((out.gain.shape[1] + 1, rules.bust.size))
    way = np.zeros((out.gain.shape[1], rules.way_count.size), np.int8)
    for row in range(lacking.size):
        ways_of(does[0][row], does[1], does[2], lacking[row], way)
        play(rules, opening, way, lacking[row], row, standing, out)


@jit
def ways_of(holds: Flags, taken: Integers, kind: Integers, lacking: int, out: Flags) -> None:
    """What a rule does at every turn total and position.

    Parameters
    ----------
    holds : bool[turn_total, kind]
    taken : int64[position], place of the way that it takes else
    kind : int64[position]
    lacking : points to the goal, below which it is written
    out : int8[turn_total, position], HOLD or the place of the way taken
    """
    for turn_total in range(lacking):
        for position in range(kind.size):
            # A turn begins with a throw: nobody holds with nothing.
            held = turn_total > 0 and holds[turn_total, kind[position]]
            out[turn_total, position] = HOLD if held else taken[position]

"""What the decisions of a rule of thumb give away: each turn that begins is played out forwards, and at every
decision its own value is compared with the best one's, under optimal play.

A decision is a turn total and a position at which one may hold or go on, or go on in several ways, with the
scores at which the turn has begun; of who plays alone the turns left stand for the other's score. There are
too many of them to keep: to 10 000 points of Farkle some hundred million. Kept are sums: by scores, by turn
total and position, and on the grid on which regions have their edges. Where the only way to go on is the same
throw again it is kept, too, how often each turn total is come to.

What comes to a position is added up before anything is decided there: of Farkle's dozens of outcomes many
lead to the same few positions. A position gives up at most what its ways do, so that all has come to a turn
total by the time that the throw at what is left is.
"""

from math import prod
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import HOLD
from solvers.in_turn.inside import Inside
from solvers.jit import jit, jit_allocating
from solvers.players.rule import RuleOfThumb
from solvers.thumb.region import HOLDS, OTHER_WAY, THROWS
from solvers.turns.played import FlatTurn, flat

# Decisions that lose no more than this are right: what is less is rounding of the value.
LARGEST_RIGHT = 1e-12


class Grid(NamedTuple):
    """Where cells lie whose decisions are summed up.

    Attributes
    ----------
    goal : points to win
    others : how many scores the other may have, or numbers of turns left
    score_step, other_step, total_step : from one edge to the next
    leads : whether it is told by how much one is behind
    group : int64[position], which of several groups each is in
    groups : how many there are
    """

    goal: int
    others: int
    score_step: int
    other_step: int
    total_step: int
    leads: bool
    group: Integers
    groups: int


def sides(grid: Grid) -> tuple[int, int, int, int, int]:
    """How many places a cell may have: by banked and the other's score; by the other's score minus one's own,
    of which these two leave two places, 0 for the lesser, or one where that is not told; by turn total; and
    by group.
    """
    scores, others = (grid.goal - 1) // grid.score_step + 1, (grid.others - 1) // grid.other_step + 1
    return scores, others, 2 if grid.leads else 1, (grid.goal - 1) // grid.total_step + 1, grid.groups


class Cells(NamedTuple):
    """Decisions in sums, by [error, cell]: a cell is a place along each of `sides` in one index, scores and
    turn totals in steps of the grid.

    Attributes
    ----------
    gain : float64, what the other choice would gain in a game, less than 0 where the rule is right
    lost : float64, what the rule gives away there
    met : bool, whether play comes there
    """

    gain: Array
    lost: Array
    met: Flags


class Decided(NamedTuple):
    """What decisions give away.

    Attributes
    ----------
    lost : float64[banked, opponent], in a game in the turns from these scores
    visits : float64[turn_total, position], how often play comes there in a game, where something is decided
    lost_there : float64[turn_total, position], in a game
    right : float64[turn_total, position], how often play comes there and decides right
    inside : float64[banked, opponent, turn_total], how often play comes there, at 0 before the first throw,
        instead of all others, which are empty then; else empty
    cells : on the grid
    """

    lost: Array
    visits: Array
    lost_there: Array
    right: Array
    inside: Array
    cells: Cells


def decided(optimal: Inside, hold: Array, rule: RuleOfThumb, begun: Array, grid: Grid) -> Decided:
    """Play out all turns of a rule, and add up what it gives away.

    Parameters
    ----------
    optimal : turns of optimal play
    hold : float64[opponent, x], value of banking x below the goal
    rule : whose decisions
    begun : float64[banked, opponent], how often its turns begin in a game
    grid : of the cells
    """
    goal, rules, banking = rule.goal, flat(rule.turn), np.array(hold)
    banking[:, : rule.turn.entry] = -np.inf
    shape = 3, prod(sides(grid))
    cells = Cells(np.zeros(shape), np.zeros(shape), np.zeros(shape, np.bool_))
    there = goal, len(rule.turn.positions)
    visits, lost_there, right = np.zeros((3, *there))
    out = Decided(np.zeros(begun.shape), visits, lost_there, right, np.zeros((0, 0, 0)), cells)
    for banked in range(goal):
        if begun[banked].any():
            known = begun[banked], banking, optimal.throws(banked)
            _decide(rules, banked, _does(rule, banked), known, grid, out)
    return out


def visited(rule: RuleOfThumb, begun: Array) -> Array:
    """How often a rule comes to each turn total, float64[banked, opponent, turn_total]: at 0 before the first
    throw, and below what lacks to the goal.

    Parameters
    ----------
    rule : whose turns, in a game whose only way to go on is the same throw again
    begun : float64[banked, opponent], how often they begin
    """
    goal, rules, none = rule.goal, flat(rule.turn), np.zeros((0, 0))
    cells = Cells(none, none, np.zeros((0, 0), np.bool_))
    out = Decided(none, none, none, none, np.zeros((*begun.shape, goal)), cells)
    grid = Grid(goal, 0, 1, 1, 1, False, rule.kind, 1)
    for banked in range(goal):
        if begun[banked].any():
            known = begun[banked], np.zeros((0, goal)), np.zeros((0, 0, 0))
            _decide(rules, banked, _does(rule, banked), known, grid, out)
    return out.inside


def _does(rule: RuleOfThumb, banked: int) -> tuple[int, Flags, Integers, Integers]:
    """What a rule does from one banked score.

    Returns
    -------
    The throw that opens the turn; bool[opponent, turn_total, kind], where it holds, with one opponent if all
    are alike; int64[position], place of the way that it takes else; int64[position], its kind.
    """
    return rule.turn.openings[0], rule.holds[min(banked, rule.holds.shape[0] - 1)], rule.way, rule.kind


@jit_allocating
def _decide(
    rules: FlatTurn,
    banked: int,
    does: tuple[int, Flags, Integers, Integers],
    known: tuple[Array, Array, Array],
    grid: Grid,
    out: Decided,
) -> None:
    """Play out the turns from one banked score against all others.

    Parameters
    ----------
    rules : the turn
    banked : the banked score
    does : as `_does` has it
    known : float64[opponent], how often a turn begins; float64[opponent, x], value of banking x, -inf where
        one may not; float64[opponent, x, throw], value of the throws
    grid : of the cells
    out : sums are added to
    """
    goal = known[1].shape[1]
    lacking = goal - banked
    standing = np.zeros((goal + 1, rules.bust.size))
    arrived = np.zeros((goal, rules.way_count.size))
    way = np.zeros((goal, rules.way_count.size), np.int8)
    depth = np.array([row.max() for row in rules.given_up])
    for opponent in range(known[0].size):
        often = known[0][opponent]
        if opponent == 0 or does[1].shape[0] > 1:
            _ways_of(does[1][min(opponent, does[1].shape[0] - 1)], does[2], does[3], lacking, way)
        if not often > 0.0:
            continue
        standing[0, does[0]] = often
        if out.inside.size:
            out.inside[banked, opponent, 0] = often
        for x in range(lacking):
            for position in range(depth.size):
                there = x + depth[position]
                if there < lacking and arrived[there, position] > 0.0:
                    chance = arrived[there, position]
                    arrived[there, position] = 0.0
                    at = (banked, opponent, there, position)
                    _leave(rules, at, way[there, position], chance, known, grid, standing, out)
            for throw in range(rules.bust.size):
                chance = standing[x, throw]
                standing[x, throw] = 0.0
                if chance > 0.0:
                    for outcome in range(rules.start[throw], rules.start[throw + 1]):
                        there = x + rules.gain[outcome]
                        position = rules.position[outcome]
                        p = chance * rules.probability[outcome]
                        if there >= lacking:
                            continue
                        if rules.gain[outcome] > depth[position]:
                            arrived[there, position] += p
                        else:
                            at = (banked, opponent, there, position)
                            _leave(rules, at, way[there, position], p, known, grid, standing, out)


@jit
def _leave(
    rules: FlatTurn,
    at: tuple[int, int, int, int],
    taken: int,
    often: float,
    known: tuple[Array, Array, Array],
    grid: Grid,
    standing: Array,
    out: Decided,
) -> None:
    """Decide at a position, and go on from there.

    Parameters
    ----------
    rules : the turn
    at : banked score, the other's, turn total and position
    taken : HOLD, or place of the way that the rule takes
    often : how often play comes there
    known : as in `_decide`
    grid : of the cells
    standing : float64[turn_total, throw], how often play comes to each throw; added to
    out : sums are added to
    """
    banked, opponent, turn_total, position = at
    if out.inside.size:
        out.inside[banked, opponent, turn_total] += often
    # Nobody holds with nothing.
    elif rules.way_count[position] > (
        0 if turn_total > 0 and known[1][opponent, banked + turn_total] > -np.inf else 1
    ):
        _add(rules, at, taken, often, known, grid, out)
    if taken != HOLD:
        before = turn_total - rules.given_up[position, taken]
        standing[before, rules.next_throw[position, taken]] += often


@jit
def _add(
    rules: FlatTurn,
    at: tuple[int, int, int, int],
    taken: int,
    often: float,
    known: tuple[Array, Array, Array],
    grid: Grid,
    out: Decided,
) -> None:
    """Add one decision to the sums.

    Parameters
    ----------
    rules : the turn
    at : banked score, the other's, turn total and position
    taken : HOLD, or place of the way that the rule takes
    often : how often play comes there
    known : as in `_decide`
    grid : of the cells
    out : sums are added to
    """
    banked, opponent, turn_total, position = at
    x = banked + turn_total
    # Nobody holds with nothing.
    held = known[1][opponent, x] if turn_total > 0 else -np.inf
    own = -np.inf
    other = -np.inf
    for place in range(1, rules.way_count[position] + 1):
        before = x - rules.given_up[position, place]
        ahead = known[2][opponent, before, rules.next_throw[position, place]]
        if place == taken:
            own = ahead
        else:
            other = max(other, ahead)
    regret = max(0.0, max(other, own) - held) if taken == HOLD else max(0.0, max(other, held) - own)
    out.lost[banked, opponent] += often * regret
    out.visits[turn_total, position] += often
    out.lost_there[turn_total, position] += often * regret
    if regret <= LARGEST_RIGHT:
        out.right[turn_total, position] += often
    cell = _cell(banked, opponent, turn_total, grid.group[position], grid)
    if taken == HOLD:
        out.cells.met[HOLDS, cell] = True
        out.cells.gain[HOLDS, cell] += often * (other - held)
        out.cells.lost[HOLDS, cell] += often * regret
    else:
        wrong = THROWS if held >= other else OTHER_WAY
        out.cells.lost[wrong, cell] += often * regret
        if held > -np.inf:
            out.cells.met[THROWS, cell] = True
            out.cells.gain[THROWS, cell] += often * (held - own)
        if rules.way_count[position] > 1:
            out.cells.met[OTHER_WAY, cell] = True
            out.cells.gain[OTHER_WAY, cell] += often * (other - own)


@jit
def _cell(banked: int, opponent: int, turn_total: int, group: int, grid: Grid) -> int:
    """In which cell a decision lies.

    Parameters
    ----------
    banked, opponent, turn_total, group : where it is
    grid : of the cells
    """
    others = (grid.others - 1) // grid.other_step + 1
    totals = (grid.goal - 1) // grid.total_step + 1
    mine = banked // grid.score_step
    yours = opponent // grid.other_step
    place = mine * others + yours
    if grid.leads:
        place = 2 * place + (opponent - banked) // grid.score_step - (yours - mine) + 1
    place = place * totals + turn_total // grid.total_step
    return place * grid.groups + group


@jit
def _ways_of(holds: Flags, taken: Integers, kind: Integers, lacking: int, out: Flags) -> None:
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

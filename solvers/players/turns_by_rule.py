"""The turns of a rule of thumb in any game, played out for all scores at which they begin.

The points lacking to the goal only determine where a turn ends. So scores at which the rule does the same are
played out together, in a lane for each number of points lacking: what reaches a turn total continues in the
lanes that lack more, and ends the turn in the others. A rule that uses no score has as many different turns
as the goal has points.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import HOLD
from solvers.jit import jit, jit_inline
from solvers.players.rule import RuleOfThumb
from solvers.turns.played import FlatTurn, PlayedTurns, flat, unplayed

# Turns played out together. Farkle to 10 000 takes a fifth of the time of one by one.
LANES = 16
# An odd 64-bit number, and half of 64: for hashes of tables.
MULTIPLIER, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


class Does(NamedTuple):
    """What a rule does.

    Attributes
    ----------
    holds : bool[table, turn_total, kind], where it holds, each different table once
    way : int64[position], place of the way that it takes otherwise
    kind : int64[position], kind of the position
    """

    holds: Flags
    way: Integers
    kind: Integers


class Rows(NamedTuple):
    """The different turns, grouped by table, and sorted by the points lacking within a group.

    Attributes
    ----------
    table : int64[row], index of the table
    lacking : int64[row], points lacking to the goal
    """

    table: Integers
    lacking: Integers


def played_by_rule(rule: RuleOfThumb, rules: FlatTurn | None = None, past: int = 0) -> PlayedTurns:
    """Play out the turns of a rule.

    Parameters
    ----------
    rule : the rule
    rules : the game's turn as flat arrays, if already made
    past : number of scores from the goal on that are distinguished, at most a throw's largest gain; 0 for a
        race

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> turns = played_by_rule(rule_of_thumb("hold at 20", pig.turn(), 100))
    >>> len(turns.wins), print(round(turns.bust[turns.row[0, 0]], 6))  # one for each number that lacks
    0.624541
    (100, None)
    """
    rules = flat(rule.turn) if rules is None else rules
    holds, rows, row = _rows(rule)
    out = unplayed(rule.goal, len(rows.table), rule.goal + past)._replace(row=row)
    # Indexed by turn total modulo the first dimension, as no throw gains more.
    standing = np.zeros((int(rules.gain.max()) + 1, rules.bust.size, LANES))
    ends = np.zeros((rule.goal + past, LANES))
    _play_all(rules, rule.opening, Does(holds, rule.way, rule.kind), rows, standing, ends, out)
    return out


def _rows(rule: RuleOfThumb) -> tuple[Flags, Rows, Integers]:
    """What a rule does, and its different turns.

    Returns
    -------
    holds : bool[table, turn_total, kind], each different table once
    rows : the different turns
    row : int64[banked, opponent], the turn at these scores; `opponent` may be turns left
    """
    goal, (banked, opponent, _, kinds) = rule.goal, rule.holds.shape
    holds = rule.holds.reshape(banked * opponent, goal, kinds)
    first, table = alike(holds.reshape(len(holds), -1))
    scores = np.arange(goal)
    # Dimensions that the rule does not use have length 1, and with an entry the first ends there.
    own, other = np.minimum(scores, banked - 1)[:, None], np.minimum(rule.beside.values, opponent - 1)
    of_scores = table.reshape(banked, opponent)[own, other] * (goal + 1) + goal - scores[:, None]
    differ, row = np.unique(of_scores, return_inverse=True)
    return holds[first], Rows(*divmod(differ, goal + 1)), row.reshape(goal, -1)


def alike(tables: Flags) -> tuple[Integers, Integers]:
    """Find equal tables.

    Parameters
    ----------
    tables : bool[table, place]

    Returns
    -------
    first : int64[kind], index of the first table of each kind
    kind : int64[table], kind of each table
    """
    packed = np.packbits(tables, axis=1)
    padded = np.zeros((len(packed), packed.shape[1] + -packed.shape[1] % 8), np.uint8)
    padded[:, : packed.shape[1]] = packed
    words = padded.view(np.uint64)
    # Hashes are compared instead of tables, which takes a fifth of the time. If different tables have the
    # same hash, the tables are compared.
    weights = np.cumprod(np.full(words.shape[1], MULTIPLIER, np.uint64))
    _, first, kind = np.unique((words ^ words >> HALF) @ weights, return_index=True, return_inverse=True)
    if not (words == words[first[kind]]).all():
        _, first, kind = np.unique(words, axis=0, return_index=True, return_inverse=True)
    return np.asarray(first, np.int64), np.asarray(kind.reshape(-1), np.int64)


@jit
def _play_all(
    rules: FlatTurn, opening: int, does: Does, rows: Rows, standing: Array, ends: Array, out: PlayedTurns
) -> None:
    """Play out a turn for each row, LANES at a time.

    Parameters
    ----------
    rules : the game's turn
    opening : index of the throw that opens a turn
    does : what the rule does
    rows : the turns
    standing : float64[turn_total modulo its length, throw, lane], work array, all 0
    ends : float64[turn_total, lane], work array, all 0
    out : written, except for `row`; must be 0 before
    """
    row = 0
    while row < rows.table.size:
        end = row + 1
        while end < rows.table.size and end - row < LANES and rows.table[end] == rows.table[row]:
            end += 1
        _play_together(rules, opening, does, rows, (row, end), standing, ends, out)
        row = end


@jit
def _play_together(
    rules: FlatTurn,
    opening: int,
    does: Does,
    rows: Rows,
    span: tuple[int, int],
    standing: Array,
    ends: Array,
    out: PlayedTurns,
) -> None:
    """Play out turns with the same table side by side.

    Parameters
    ----------
    rules : the game's turn
    opening : index of the throw that opens a turn
    does : what the rule does
    rows : the turns
    span : the first row to play, and the one after the last
    standing : float64[turn_total modulo its length, throw, lane], probability to make a throw, all 0 before
        and after
    ends : float64[turn_total, lane], probability to bank a turn total, all 0 before and after
    out : written in these rows, which must be 0 before
    """
    lacking = rows.lacking[span[0] : span[1]]
    width = lacking.size
    last = lacking.size - 1
    wins = out.wins[span[0] : span[1]]
    bust = out.bust[span[0] : span[1]]
    wipe = out.wipe[span[0] : span[1]]
    holds = does.holds[rows.table[span[0]]]
    around = standing.shape[0]
    past = ends.shape[0] - holds.shape[0]
    for lane in range(lacking.size):
        standing[0, opening, lane] = 1.0
    # The banked turn totals: the least, and one more than the greatest.
    low = ends.shape[0]
    high = 0
    # The first lane that goes on from turn total x.
    first = 0
    for x in range(lacking[last]):
        while lacking[first] <= x:
            first += 1
        at = x % around
        for throw in range(rules.bust.size):
            chance = standing[at, throw]
            # Lanes that lack more reach all that others reach.
            if not chance[last] > 0.0:
                continue
            _add(chance, rules.bust[throw], first, width, bust)
            if rules.wipe[throw] > 0.0:
                _add(chance, rules.wipe[throw], first, width, wipe)
            for outcome in range(rules.start[throw], rules.start[throw + 1]):
                there = x + rules.gain[outcome]
                position = rules.position[outcome]
                goes_on = first
                while goes_on <= last and lacking[goes_on] <= there:
                    goes_on += 1
                p = rules.probability[outcome]
                if goes_on > first and past == 0:
                    _add(chance, p, first, goes_on, wins)
                elif goes_on > first:
                    low, high = min(low, there), max(high, there + 1)
                    _add(chance, p, first, goes_on, ends[there])
                if goes_on <= last:
                    # A turn begins with a throw, so it cannot hold at 0.
                    held = there > 0 and holds[there, does.kind[position]]
                    taken = HOLD if held else does.way[position]
                    if taken == HOLD:
                        low, high = min(low, there), max(high, there + 1)
                        _add(chance, p, goes_on, width, ends[there])
                    else:
                        # Subtracting the length once is enough, and faster than a division.
                        before = at + rules.gain[outcome] - rules.given_up[position, taken]
                        before = before - around if before >= around else before
                        _add(chance, p, goes_on, width, standing[before, rules.next_throw[position, taken]])
            chance[:] = 0.0
    for lane in range(lacking.size):
        _bank(ends[:, lane], low, min(high, lacking[lane] + past), span[0] + lane, out)


@jit_inline
def _add(chance: Array, p: float, first: int, end: int, out: Array) -> None:
    """Add the probability of an outcome in some lanes.

    Parameters
    ----------
    chance : float64[lane], probability to make the throw
    p : probability of the outcome
    first, end : first lane, and the one after the last
    out : float64[lane], is added to
    """
    # Unsigned indices, so that the compiler needs no check for negative ones.
    for lane in range(np.uint64(first), np.uint64(end)):
        out[lane] += chance[lane] * p


@jit
def _bank(ends: Array, low: int, high: int, row: int, out: PlayedTurns) -> None:
    """Write what a turn banks.

    Parameters
    ----------
    ends : float64[turn_total], probability to bank a turn total; set to 0
    low, high : least turn total that may be banked, and one more than the greatest
    row : row of `out` to write
    out : must be 0 in this row before
    """
    least = ends.size
    end = 0
    for gain in range(low, high):
        if ends[gain] > 0.0:
            out.gain[row, gain] = ends[gain]
            least = min(least, gain)
            end = gain + 1
            ends[gain] = 0.0
    out.span[row, 0] = min(least, end)
    out.span[row, 1] = end

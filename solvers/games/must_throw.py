"""Forced throws, merged with the throws that lead to them.

Where a player must roll there is no decision. So a throw t and all forced throws after it are merged into one
throw. f(t, s, c) is its chance to end with gain s at position c, where the player may hold. With the gain r
and the position c_o of an outcome o of t,

    f(t, s, c) = sum over o with (r, c_o) = (s, c) of p  +  sum over o followed by a forced throw t' of
                 p f(t', s - r, c),
    bust(t)    = P(t busts) + sum over o followed by a forced throw t' of p bust(t'),   and so for wipes.

The first is a recursion over s, and over the throws from the last to the first, as a throw without a gain
leads to one later in the list. The second is a linear system. A forced throw may bust even with the goal
reached. All gains that reach the goal from any score are merged into one. All of this is in fractions.

In a last turn of equal turns no goal ends the turn, and all gains count. Gains that need very many forced
throws hardly ever come: those with a total chance below SELDOM, which is below rounding elsewhere, are merged
into one.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from solvers.errors import expected
from solvers.games.linear import solve_linear
from solvers.games.turn import Outcome, Throw, Turn

# Chances by position.
Chances = dict[int, Fraction]
# Total chance of the greatest gains, which count as the least of them if no goal merges them.
SELDOM = Fraction(1, 10**20)
# Most entries of the table of gains by throw and position: half a minute.
MOST_GAINS = 500_000
# Most gains without a goal: the fractions of their chances get longer with each gain.
MOST_POINTS = 2000


def made_at_once(turn: Turn, points: int | None = None) -> Turn:
    """The same turn, with forced throws merged into the throws before them.

    Parameters
    ----------
    turn : any turn
    points : the goal: all gains of at least this much count as one; None if all gains count, except those
        that hardly ever come

    Raises
    ------
    InvalidRules
        if all gains count and there are too many of them

    Examples
    --------
    >>> from solvers.games import doubles_pig
    >>> throw = made_at_once(doubles_pig.turn(), 8).throws[0]
    >>> [(outcome.gain, str(outcome.probability)) for outcome in throw.outcomes[:2]], str(throw.bust)
    ([(5, '1/18'), (6, '1/18')], '10/31')
    """
    if not turn.must_throw:
        return turn
    free = [index for index, position in enumerate(turn.positions) if not position.must_throw]
    index = {position: place for place, position in enumerate(free)}
    bust, wipe = _ends(turn, lambda throw: throw.bust), _ends(turn, lambda throw: throw.wipe)
    ended, left = _ended(turn, [1 - busted - wiped for busted, wiped in zip(bust, wipe, strict=True)], points)
    deepest = max(way.given_up for at in turn.positions for way in at.ways)
    throws = []
    for place, throw in enumerate(turn.throws):
        outcomes = [
            Outcome(chance, gain, index[position])
            for gain, own in enumerate(ended[place])
            for position, chance in sorted(own.items())
        ]
        if left[place] > 0:
            outcomes.append(Outcome(left[place], max(len(ended[place]), deepest + 1), 0))
        throws.append(Throw(throw.name, bust[place], tuple(outcomes), wipe[place]))
    return replace(turn, throws=tuple(throws), positions=tuple(turn.positions[position] for position in free))


def _ends(turn: Turn, own: Callable[[Throw], Fraction]) -> list[Fraction]:
    """For each throw the chance that it, or a forced throw after it, ends the turn in a given way.

    Parameters
    ----------
    turn : any turn
    own : function of a throw: its chance to end the turn in that way itself
    """
    left = [
        [Fraction(row == column) for column in range(len(turn.throws))] for row in range(len(turn.throws))
    ]
    for row, throw in enumerate(turn.throws):
        for outcome in throw.outcomes:
            position = turn.positions[outcome.position]
            if position.must_throw:
                left[row][position.ways[0].throw] -= outcome.probability
    return solve_linear(left, [own(throw) for throw in turn.throws])


def _ended(
    turn: Turn, left: list[Fraction], points: int | None
) -> tuple[list[list[Chances]], list[Fraction]]:
    """Chances to end where a player may hold, [throw][gain][position], and for each throw that of greater
    gains.

    Parameters
    ----------
    turn : any turn
    left : for each throw the chance to end where a player may hold
    points : number of gains, from 0 on; None for all but those that hardly ever come

    Raises
    ------
    InvalidRules
        if there are too many gains
    """
    room = min(MOST_GAINS // (len(turn.throws) * len(turn.positions)), MOST_POINTS)
    most = room if points is None else points
    seldom = SELDOM if points is None else 0
    ended: list[list[Chances]] = [[] for _ in turn.throws]
    while max(left) > seldom and len(ended[0]) < most:
        gain = len(ended[0])
        # A throw without a gain leads to one later in the list.
        for place in reversed(range(len(turn.throws))):
            ended[place].append(_ended_with(turn, place, gain, ended))
        left = [rest - sum(own[gain].values()) for rest, own in zip(left, ended, strict=True)]
    if points is None and max(left) > seldom:
        remedy = "Too many forced throws follow each other. Ask a question with a goal, such as race.own."
        rule = f"at most {most} points from forced throws"
        raise expected(turn.name, rule, f"more with a chance of {float(max(left)):.2g}", remedy)
    return ended, left


def _ended_with(turn: Turn, place: int, gain: int, ended: list[list[Chances]]) -> Chances:
    """Chances by position that a throw ends with a gain where a player may hold.

    Parameters
    ----------
    turn : any turn
    place : index of the throw
    gain : points, with those of the forced throws that follow
    ended : chances of smaller gains, and of the same gain for throws later in the list
    """
    own: Chances = defaultdict(Fraction)
    for outcome in turn.throws[place].outcomes:
        position, before = turn.positions[outcome.position], gain - outcome.gain
        if position.must_throw and before >= 0:
            for at, chance in ended[position.ways[0].throw][before].items():
                own[at] += outcome.probability * chance
        elif not position.must_throw and before == 0:
            own[outcome.position] += outcome.probability
    return dict(own)

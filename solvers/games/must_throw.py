"""Throws that must be made, made at once with the throw that leads to them.

Where one must throw nothing is decided: the throw t, and all that must follow it, are one throw. With f(t, s,
c) its chance to end with the gain s at the position c, where one may hold, the gain r and the position c_o of
its outcome o,

    f(t, s, c) = sum over o with (r, c_o) = (s, c) of p  +  sum over o that must be thrown on, with t', of
                 p f(t', s - r, c),
    bust(t)    = P(t busts) + sum over o that must be thrown on of p bust(t'),   and so for wipes.

The first is a recursion over s, and over the throws from the last to the first, as one without a gain leads
further down the list. The second is a system of equations: however many throws must follow, each may bust,
with the goal reached, too. All gains of so many points that a goal is reached whatever one has are one. All
of it is in fractions.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from solvers.games.linear import solve_linear
from solvers.games.turn import Outcome, Throw, Turn

# By position.
Chances = dict[int, Fraction]


def made_at_once(turn: Turn, points: int) -> Turn:
    """The same turn, without positions at which one must throw.

    Parameters
    ----------
    turn : any turn
    points : all gains of so many and more are as good as one another: the goal

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
    ended = _ended(turn, points)
    deepest = max(way.given_up for at in turn.positions for way in at.ways)
    throws = []
    for place, throw in enumerate(turn.throws):
        outcomes = [
            Outcome(chance, gain, index[position])
            for gain, own in enumerate(ended[place])
            for position, chance in sorted(own.items())
        ]
        beyond = 1 - bust[place] - wipe[place] - sum(outcome.probability for outcome in outcomes)
        if beyond > 0:
            outcomes.append(Outcome(beyond, max(points, deepest + 1), 0))
        throws.append(Throw(throw.name, bust[place], tuple(outcomes), wipe[place]))
    return replace(turn, throws=tuple(throws), positions=tuple(turn.positions[position] for position in free))


def _ends(turn: Turn, own: Callable[[Throw], Fraction]) -> list[Fraction]:
    """For each throw the chance that it, or one that must follow, ends the turn.

    Parameters
    ----------
    turn : any turn
    own : function of a throw: its own chance to
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


def _ended(turn: Turn, points: int) -> list[list[Chances]]:
    """Chances to end where one may hold, [throw][gain][position], for gains of less than so many points."""
    ended: list[list[Chances]] = [[{} for _ in range(points)] for _ in turn.throws]
    for gain in range(points):
        for place in reversed(range(len(turn.throws))):
            own: Chances = defaultdict(Fraction)
            for outcome in turn.throws[place].outcomes:
                position, before = turn.positions[outcome.position], gain - outcome.gain
                if position.must_throw and before >= 0:
                    for at, chance in ended[position.ways[0].throw][before].items():
                        own[at] += outcome.probability * chance
                elif not position.must_throw and before == 0:
                    own[outcome.position] += outcome.probability
            ended[place][gain] = dict(own)
    return ended

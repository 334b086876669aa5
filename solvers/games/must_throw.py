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

Where a goal ends nothing, as the last turn of equal turns is for whoever has more, all gains count. So many
throws as make the last of them matter are hardly ever made: those with a chance of less than SELDOM are one,
which is below what is rounded off elsewhere.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from solvers.errors import expected
from solvers.games.linear import solve_linear
from solvers.games.turn import Outcome, Throw, Turn

# By position.
Chances = dict[int, Fraction]
# Chance of all gains that count as the least of them where no goal says which are as good as one another.
SELDOM = Fraction(1, 10**20)
# Gains by throws and positions: half a minute.
MOST_GAINS = 500_000
# Of gains that no goal ends: their chances are fractions of so many more digits each.
MOST_POINTS = 2000


def made_at_once(turn: Turn, points: int | None = None) -> Turn:
    """The same turn, without positions at which one must throw.

    Parameters
    ----------
    turn : any turn
    points : all gains of so many and more are as good as one another: the goal; None where all gains count,
        but for those that hardly ever come

    Raises
    ------
    InvalidRules
        if all gains count, and more of them come than there is room for

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


def _ended(
    turn: Turn, left: list[Fraction], points: int | None
) -> tuple[list[list[Chances]], list[Fraction]]:
    """Chances to end where one may hold, [throw][gain][position], and for each throw that of greater gains.

    Parameters
    ----------
    turn : any turn
    left : for each throw the chance to end where one may hold
    points : as many gains, from 0 on; None for all but those that hardly ever come

    Raises
    ------
    InvalidRules
        if there is no room for these
    """
    room = min(MOST_GAINS // (len(turn.throws) * len(turn.positions)), MOST_POINTS)
    most = room if points is None else points
    seldom = SELDOM if points is None else 0
    ended: list[list[Chances]] = [[] for _ in turn.throws]
    while max(left) > seldom and len(ended[0]) < most:
        gain = len(ended[0])
        # One that gains nothing leads further down the list.
        for place in reversed(range(len(turn.throws))):
            ended[place].append(_ended_with(turn, place, gain, ended))
        left = [rest - sum(own[gain].values()) for rest, own in zip(left, ended, strict=True)]
    if points is None and max(left) > seldom:
        remedy = "Too many forced throws follow each other. Ask a question with a goal, such as race.own."
        rule = f"at most {most} points from forced throws"
        raise expected(turn.name, rule, f"more with a chance of {float(max(left)):.2g}", remedy)
    return ended, left


def _ended_with(turn: Turn, place: int, gain: int, ended: list[list[Chances]]) -> Chances:
    """Chances of a throw to end with a gain where one may hold.

    Parameters
    ----------
    turn : any turn
    place : index of the throw
    gain : points, its own and those of the throws that must follow
    ended : those of less points, and of as many for throws further down the list
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

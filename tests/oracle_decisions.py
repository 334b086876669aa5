"""Slow and obvious: what the decisions of a rule give away in any contest of two, in four ideas.

Every turn of the rule is played forwards, throw by throw. At each decision the best choice's value minus the
rule's own, if both play on as among equals, is what it gives away, as often as play comes there.
"""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way
from tests.four_ideas.contests import BUST, WIPE, Contest, Ended, Standing
from tests.four_ideas.turns import Number, chances
from tests.four_ideas.values import OPTIMAL, Values

# Chance that a game is still open when nobody plays on.
OPEN = 1e-17
# Giving a point up may be better than not to.
BY_TWO = Turn(
    "by two",
    (Throw("coin", Fraction(1, 4), (Outcome(Fraction(3, 4), 2, 0),)),),
    (Position("heads", (Way(1, 0, 0), Way(1, 1, 0))),),
)
# A throw in four gains nothing, and leads to a better one.
LEADING_ON = Turn(
    "coins",
    (
        Throw("first", Fraction(1, 2), (Outcome(Fraction(1, 4), 1, 0), Outcome(Fraction(1, 4), 0, 1))),
        Throw("second", Fraction(1, 2), (Outcome(Fraction(1, 2), 2, 0),)),
    ),
    (Position("either", (Way(ROLL, 0, 0), Way(ROLL, 0, 1))), Position("nothing", (Way(ROLL, 0, 1),))),
)


class Decision(NamedTuple):
    """Where a rule decides: its standing, turn total and position."""

    standing: Standing
    total: int
    position: int


class Found(NamedTuple):
    """How often turns begin, how often the rule decides, and what that gives away."""

    begun: dict[Standing, Number]
    visits: dict[Decision, Number]
    regret: dict[Decision, Number]


def decisions(
    turn: Turn,
    contest: Contest,
    holds: Callable[[Standing, int], bool],
    seat: int,
    start: Standing,
    decides: Callable[[Standing, int], bool],
) -> Found:
    """Play the rule against optimal play.

    Parameters
    ----------
    turn, contest : the game
    holds : the rule, which goes on by a position's first way
    seat : of the rule
    start : where a game begins
    decides : whether there is anything to decide with a turn total
    """
    players = (holds, OPTIMAL) if seat == 0 else (OPTIMAL, holds)
    values = Values(turn, contest, players, [start], float)
    begun, visits, regret = (defaultdict(float) for _ in range(3))
    coming = {start: 1.0}
    while sum(coming.values()) > OPEN:
        after: dict[Standing, float] = defaultdict(float)
        for standing, often in coming.items():
            begun[standing] += often
            for result, chance in values.played(standing).items():
                to = contest.after(standing, result)
                if isinstance(to, Standing):
                    after[to] += often * chance
        coming = after
    for standing, often in list(begun.items()):
        if standing.mover == seat:
            for at, (chance, lost) in _of_a_turn(turn, values, holds, standing, decides).items():
                visits[at] += often * chance
                regret[at] = lost
    return Found(begun, visits, regret)


def _of_a_turn(
    turn: Turn,
    values: Values,
    holds: Callable[[Standing, int], bool],
    standing: Standing,
    decides: Callable[[Standing, int], bool],
) -> dict[Decision, tuple[Number, Number]]:
    """How often a turn comes to each decision, and what that gives away."""
    contest, throws, seat = values.contest, chances(turn, float), standing.mover
    equals = values.played_for[OPTIMAL]
    to_beat = contest.to_beat(standing)
    # Who is level in a last turn has entered, and to hold with less loses, whether one may or not.
    lacks = contest.lacks(standing, turn.entry) if to_beat is None else 0
    enough = max(contest.enough(standing, values.far), lacks)

    @cache
    def worth(result: int | str) -> Number:
        to = contest.after(standing, result)
        if not isinstance(to, Ended):
            equals._solve_all([to])
        return float(to.won[seat]) if isinstance(to, Ended) else equals[to][seat]

    @cache
    def thrown(total: int, index: int) -> Number:
        throw = throws[index]
        found = throw.bust * worth(turn.least_score or BUST) if throw.bust else 0.0
        found += throw.wipe * worth(WIPE) if throw.wipe else 0.0
        return found + sum(chance * best(total + gain, at) for chance, gain, at in throw.outcomes)

    def choices(total: int, at: Position) -> list[Number]:
        held = [worth(total)] if total > 0 and total >= lacks else []
        ahead = [thrown(total - way.given_up, way.throw) for way in at.ways] if total < enough else []
        return [*held, *ahead]

    @cache
    def best(total: int, position: int) -> Number:
        return max(choices(total, turn.positions[position]) or [worth(turn.least_score or BUST)])

    def rule_holds(total: int) -> bool:
        if to_beat is not None:
            return total >= to_beat
        return contest.is_won(standing, total) or holds(standing, total)

    found: dict[Decision, tuple[Number, Number]] = {}

    def play(total: int, index: int, often: Number) -> None:
        for chance, gain, position in throws[index].outcomes:
            there, at, p = total + gain, turn.positions[position], often * chance
            may_hold = there > 0 and there >= lacks
            stops = not at.ways or (may_hold and rule_holds(there))
            if len(at.ways) > (0 if may_hold else 1) and decides(standing, there):
                way = at.ways[0] if at.ways else None
                own = worth(there) if stops else thrown(there - way.given_up, way.throw)
                key = Decision(standing, there, position)
                before = found.get(key, (0.0, 0.0))[0]
                found[key] = before + p, best(there, position) - own
            if not stops:
                play(there - at.ways[0].given_up, at.ways[0].throw, p)

    play(0, turn.openings[0], 1.0)
    return found

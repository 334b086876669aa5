"""Slow and obvious answers for equal turns. Nothing of the project is imported; a solver's turn is read as
plain data.

Everything is memoised recursion over turn totals, to a limit so far beyond the goal that nobody in their
senses goes on, and value iteration on what depends on itself; then, exactly, the choices that it found are
solved for in fractions, and every optimality equation is checked.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

Number = Any
# Points given up, and index of the next throw.
Way = tuple[int, int]
# What is done with a turn total at a position: the way taken, None to hold.
Decide = Callable[[int, int], Way | None]
# The way that is taken at a position, None where there is none.
Goes = Callable[[int], Way | None]
FIRST, LAST, SHARED, AGAIN = range(4)
# Who must throw on after half of all throws, for 6 points at most, comes so many points farther than one
# holds at in fewer than one of 1e13 turns.
HARDLY_EVER = 264


class Rules:
    """A turn as plain data.

    Parameters
    ----------
    turn : a solver's turn
    number : of what type its chances are
    entered : whether nobody has less than the entry
    """

    def __init__(self, turn: Any, number: Callable[[Fraction], Number], entered: bool = False) -> None:
        self.entry = 0 if entered else turn.entry
        self.openings, self.least = tuple(turn.openings), turn.least_score
        self.throws = [
            (
                number(throw.bust),
                number(throw.wipe),
                [(number(one.probability), one.gain, one.position) for one in throw.outcomes],
            )
            for throw in turn.throws
        ]
        self.ways = [[(way.given_up, way.throw) for way in position.ways] for position in turn.positions]
        self.must = [position.must_throw for position in turn.positions]
        most = max(
            sum(one.probability * one.gain for one in throw.outcomes) / (throw.bust + throw.wipe)
            for throw in turn.throws
        )
        # Twice what one would hold at alone.
        self.far = 2 * int(most) + 2 * max(one.gain for throw in turn.throws for one in throw.outcomes) + 4


class Line(NamedTuple):
    """A value as constant and slopes in the values of a bust and of a tie.

    In further rounds there is the other tie in place of a bust.
    """

    constant: Number
    bust: Number
    tie: Number

    def at(self, bust: Number, tie: Number) -> Number:
        """The value."""
        return self.constant + self.bust * bust + self.tie * tie


def plus(lines: list[tuple[Number, Line]]) -> Line:
    """A weighted sum."""
    return Line(*(sum(chance * line[part] for chance, line in lines) for part in range(3)))


NOTHING, WON, LOSING = Line(0, 0, 0), Line(1, 0, 0), Line(0, 1, 0)
TIED, OTHER = Line(0, 0, 1), Line(0, 1, 0)


class OneTurn:
    """A turn from a score, by the choices that are best by a guess of bust and tie.

    Parameters
    ----------
    rules : of the turn
    start : score before it
    end : score from which on one holds
    held : worth of holding a score
    lost : worth of a bust, and of a wipe
    guess : values of a bust and of a tie
    decide : what is done, of turns that are fixed
    """

    def __init__(
        self,
        rules: Rules,
        start: int,
        end: int,
        held: Callable[[int], Line],
        lost: tuple[Line, Line],
        guess: tuple[Number, Number],
        decide: Decide | None = None,
    ) -> None:
        self.rules, self.start, self.end, self.held, self.lost = rules, start, end, held, lost
        self.guess, self.decide, self.thrown = guess, decide, cache(self._thrown)

    def worth(self) -> Line:
        """What it is worth."""
        return self.best([self.thrown(self.start, opening) for opening in self.rules.openings])

    def best(self, lines: list[Line]) -> Line:
        """The best of some, of equal ones the first."""
        return max(lines, key=lambda line: line.at(*self.guess))

    def choice(self, total: int, at: int) -> Way | None:
        """What is best: of equal ones to hold, but not with nothing, or the way named first."""
        x = self.start + total
        ways = self.rules.ways[at] if x < self.end else []
        ahead = [self.thrown(x - given_up, throw).at(*self.guess) for given_up, throw in ways]
        if not ahead or (total > 0 and x >= self.rules.entry and self.held(x).at(*self.guess) >= max(ahead)):
            return None
        return ways[ahead.index(max(ahead))]

    def _thrown(self, x: int, throw: int) -> Line:
        bust, wipe, outcomes = self.rules.throws[throw]
        ends = [(bust, self.lost[0]), (wipe, self.lost[1])]
        return plus([*ends, *((chance, self._standing(x + gain, at)) for chance, gain, at in outcomes)])

    def _standing(self, x: int, at: int) -> Line:
        rules, ways = self.rules, self.rules.ways[at]
        if rules.must[at] and x < self.end + HARDLY_EVER:
            return self.thrown(x, ways[0][1])
        if x >= self.end:
            return self.held(x)
        if self.decide is not None:
            way = self.decide(x - self.start, at)
            if way is None and x < rules.entry:
                way = ways[0]
            return self.held(x) if way is None else self.thrown(x - way[0], way[1])
        ahead = [self.thrown(x - given_up, throw) for given_up, throw in ways]
        return self.best(ahead if x < rules.entry else [self.held(x), *ahead])


def last_turn(
    rules: Rules,
    target: int,
    score: int,
    tie: Number,
    decide: Decide | None = None,
    tied: Line = TIED,
    other: Number = 0,
) -> OneTurn:
    """The second player's last turn against a target, a line in what ties are worth to it."""

    def compared(own: int) -> Line:
        return WON if own > target else tied if own == target else NOTHING

    lost = compared(score + rules.least), compared(0)
    return OneTurn(rules, score, target + 1, compared, lost, (other, tie), decide)


def same_again(at: int) -> Way:
    """The only way of games of one throw."""
    return 0, 0


def until_ahead(target: int, score: int, tie_rule: int, goes: Goes = same_again) -> Decide:
    """Throw until ahead of a target, or level where that wins; nobody holds with nothing."""
    enough = max(1, target + (tie_rule != LAST) - score)
    return lambda total, at: goes(at) if total < enough else None


def of_first(line: Line) -> Line:
    """What a second player's chance to win leaves the first, in what ties are worth to the first."""
    return Line(1 - line.constant - line.tie - line.bust, line.bust, line.tie)


class Played(NamedTuple):
    """What is fixed in further rounds: the first's turn, and the second's by the target and its own score."""

    first: Decide | None = None
    last: Callable[[int, int], Decide] | None = None


NOTHING_FIXED = Played()


def round_from(
    rules: Rules, score: int, tie: Number, other: Number, fixed: Played = NOTHING_FIXED
) -> OneTurn:
    """A round from equal scores to the first player, a line in what ties are worth to it.

    Parameters
    ----------
    rules : of the turn
    score : of both
    tie : guess of what a tie is worth that is like the one from which the round begins: both have 0, or more
    other : guess of what one that is unlike it is
    fixed : what is
    """

    def after(own: int) -> Line:
        # Who has 0 and faces 0 after wipes of both.
        if own == 0 and score > 0:
            # To be wiped is all that it fears: it throws as little as it may.
            lost = NOTHING, Line(-1, 0, 0)
            feared = OneTurn(rules, score, score + 1, lambda x: NOTHING, lost, (0, 0)).worth()
            return Line(0, -feared.constant, 0)
        decide = fixed.last(own, score) if fixed.last else None
        tied = TIED if (own == 0) == (score == 0) else OTHER
        return of_first(last_turn(rules, own, score, 1 - tie, decide, tied, 1 - other).worth())

    known = cache(after)
    lost = known(score + rules.least), known(0)
    return OneTurn(rules, score, score + rules.far, known, lost, (other, tie), fixed.first)


def tie_worth(turn_rules: Any, exactly: bool, fixed: Played = NOTHING_FIXED) -> Number:
    """What a tie at more than 0 is worth to the first player if rounds go on, by the best choices.

    Parameters
    ----------
    turn_rules : a solver's turn
    exactly : whether in fractions
    fixed : what is
    """
    wipes = any(throw.wipe for throw in turn_rules.throws)

    def again(rules: Rules, at_zero: Number, at_more: Number) -> tuple[Number, Number]:
        """Where both lines meet."""
        one = round_from(rules, 1, at_more, at_zero, fixed).worth()
        zero = round_from(rules, 0, at_zero, at_more, fixed).worth() if wipes else NOTHING
        both = (1 - zero.tie) * (1 - one.tie) - zero.bust * one.bust
        return (
            (zero.constant * (1 - one.tie) + zero.bust * one.constant) / both,
            (one.constant * (1 - zero.tie) + one.bust * zero.constant) / both,
        )

    floats, ties, change = Rules(turn_rules, float, entered=True), (0.5, 0.5), 1.0
    while change > 1e-15:
        new = again(floats, *ties)
        ties, change = new, max(abs(now - before) for now, before in zip(new, ties, strict=True))
    if exactly:
        exact_rules = Rules(turn_rules, Fraction, entered=True)
        exact = again(exact_rules, *map(Fraction, ties))
        assert again(exact_rules, *exact) == exact
        ties = exact
    return ties[1]


class Contest:
    """A contest of equal turns.

    Parameters
    ----------
    turn_rules : a solver's turn
    goal : points to reach
    tie : code of who wins with equal scores
    exactly : whether in fractions, which takes a turn without wipes
    """

    def __init__(self, turn_rules: Any, goal: int, tie: int, exactly: bool = False) -> None:
        number: Any = Fraction if exactly else float
        self.rules, self.goal, self.exactly, self.number = Rules(turn_rules, number), goal, exactly, number
        self.wipes = any(throw.wipe for throw in turn_rules.throws)
        worth = {FIRST: 1, LAST: 0, SHARED: Fraction(1, 2)}
        self.tie = number(worth[tie]) if tie != AGAIN else tie_worth(turn_rules, exactly, self.played())
        self.last = cache(
            lambda target, score: last_turn(
                self.rules, target, score, 1 - self.tie, self.decides_last(target, score)
            ).worth()
        )
        half = number(Fraction(1, 2))
        self.first: dict[tuple[int, int], Number] = {(i, j): half for i in range(goal) for j in range(goal)}
        # To the second, by the first's score and its own.
        self.second = dict(self.first)
        change, rounds = 1.0, 0
        while change > 0.0 and rounds < (2000 if self.wipes else 1):
            before = dict(self.first)
            for total in range(2 * goal - 2, -1, -1):
                for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
                    self._solve(i, total - i)
            change = max(abs(self.first[state] - before[state]) for state in before)
            change = change if change > 1e-15 else 0.0
            rounds += 1

    def played(self) -> Played:
        """What is fixed in further rounds."""
        return Played()

    def decides(self, seat: str, own: int, other: int) -> Decide | None:
        """What is fixed of a turn below the goal."""
        return None

    def decides_last(self, target: int, score: int) -> Decide | None:
        """What is fixed of a last turn."""
        return None

    def ends(self, seat: str, own: int, other: int) -> int:
        """The score from which on a seat holds."""
        return self.goal + (self.rules.far if seat == "first" and not self.decides(seat, own, other) else 0)

    def first_turn(self, i: int, j: int, bust: Number) -> OneTurn:
        """The first player's turn, by a guess of what its bust is worth."""

        def held(x: int) -> Line:
            # Who stops with nothing has what a bust leaves.
            if x == i:
                return LOSING
            if x < self.goal:
                return Line(1 - self.second[x, j], 0, 0)
            return Line(1 - self.last(x, j).at(0, 1 - self.tie), 0, 0)

        least = self.rules.least
        lost = held(i + least) if least else LOSING, held(0)
        end = self.ends("first", i, j)
        return OneTurn(self.rules, i, end, held, lost, (bust, 0), self.decides("first", i, j))

    def second_turn(self, i: int, j: int, bust: Number) -> OneTurn:
        """The second player's turn, likewise; the first is below the goal."""

        def held(y: int) -> Line:
            if y == j:
                return LOSING
            return Line(1 - self.first[i, y], 0, 0) if y < self.goal else WON

        least = self.rules.least
        lost = held(j + least) if least else LOSING, held(0)
        return OneTurn(self.rules, j, self.goal, held, lost, (bust, 0), self.decides("second", j, i))

    def _solve(self, i: int, j: int) -> None:
        """Both players' turns at a pair of scores, those of greater sums being known."""
        u, v = self.first[i, j], self.second[i, j]
        for _ in range(1000):
            own = self.first_turn(i, j, 1 - v).worth()
            other = self.second_turn(i, j, 1 - u).worth()
            # The meeting point of both lines: u = a + b (1 - v), v = c + d (1 - u).
            a, b, c, d = own.constant, own.bust, other.constant, other.bust
            new = (a + b - b * (c + d)) / (1 - b * d)
            new_other = c + d * (1 - new)
            done = (new, new_other) == (u, v) or (
                not self.exactly and abs(new - u) + abs(new_other - v) < 1e-15
            )
            u, v = new, new_other
            if done:
                break
        else:
            raise RuntimeError("choices that never settle")
        self.first[i, j], self.second[i, j] = u, v

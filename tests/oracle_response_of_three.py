"""The best of one of three players with equal turns against two who play by rules, in fractions.

As `oracle_by_rules_of_three`, every throw is followed; but before each throw of its own, after the first of a
turn, the response looks what is best. It may go on up to `MOST` points beyond the goal.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from solvers.contests.tie import Tie
from solvers.games.turn import Turn
from tests.oracle_by_rules_of_three import ends

MOST = 24
Held = Callable[[int], Fraction]
Tied = tuple[int, ...]


class Answering:
    """The contest in fractions: all numbers are the response's chances to win.

    Parameters
    ----------
    turn, goal, tie : the game
    rules : what the seats hold at, that of the response counting nothing
    seat : of the response, 0 for the first player
    """

    def __init__(self, turn: Turn, goal: int, tie: Tie, rules: tuple[int, ...], seat: int) -> None:
        self.turn, self.goal, self.tie, self.rules, self.seat = turn, goal, tie, rules, seat
        self.ends = cache(lambda hold_at: ends(turn, hold_at))
        self.after = cache(self._after)
        self.cluster = cache(self._cluster)
        self.tied = cache(self._tied)

    def best(self, held: Held, most: int) -> Fraction:
        """What its turn is worth, if its ends are.

        Parameters
        ----------
        held : by what is gained; a bust gains the least score
        most : turn total at which it holds at last
        """
        return self._rows(lambda gain: (held(gain), Fraction(0)), Fraction(0), most)[0]

    def turned(self, mover: int, hold_at: int, held: Held, most: int) -> Fraction:
        """What a mover's turn is worth to the response."""
        if mover == self.seat:
            return self.best(held, most)
        return sum((chance * held(gain) for gain, chance in self.ends(hold_at).items()), Fraction(0))

    def _tied(self, seats: Tied) -> Fraction:
        """Who have the most are tied."""
        winners = {Tie.FIRST: seats[:1], Tie.LAST: seats[-1:]}.get(self.tie, seats)
        if self.seat not in winners:
            return Fraction(0)
        if self.tie is not Tie.AGAIN or len(seats) == 1:
            return Fraction(1, len(winners))
        # A round worth more than the tie that it is taken for leads to a greater worth.
        worth = Fraction(0)
        while True:
            won, level = self._round(seats, worth)
            if won + level * worth == worth:
                return worth
            worth = won / (1 - level)

    def _round(self, seats: Tied, worth: Fraction) -> tuple[Fraction, Fraction]:
        """Chances to win by a further round, and of a tie of all, which is taken to be worth so much."""
        last = len(seats) - 1

        def ended(gained: tuple[int, ...]) -> tuple[Fraction, Fraction]:
            best = tuple(seat for seat, gain in zip(seats, gained, strict=True) if gain == max(gained))
            return (Fraction(0), Fraction(1)) if best == seats else (self.tied(best), Fraction(0))

        def played(gained: tuple[int, ...]) -> tuple[Fraction, Fraction]:
            place = len(gained)
            if place > last:
                return ended(gained)
            mover, beaten = seats[place], max(gained, default=0)
            after = cache(lambda gain: played((*gained, gain)))
            if mover != self.seat:
                target = beaten + 1 if place == last or beaten > 0 else self.rules[mover]
                found = [(chance, after(gain)) for gain, chance in self.ends(target).items()]
                won = sum((chance * one for chance, (one, _) in found), Fraction(0))
                return won, sum((chance * level for chance, (_, level) in found), Fraction(0))
            return self._rows(after, worth, beaten + MOST)

        return played(())

    def _rows(
        self, held: Callable[[int], tuple[Fraction, Fraction]], worth: Fraction, most: int
    ) -> tuple[Fraction, Fraction]:
        """What comes of its turn in a round: chances to win, and of a tie."""
        (throw,), bust = self.turn.throws, held(self.turn.least_score)
        stands: dict[int, tuple[Fraction, Fraction]] = {}
        thrown = bust
        for total in range(most, -1, -1):
            ways = [(throw.bust, bust)]
            for one in throw.outcomes:
                ahead = total + one.gain
                ways.append((one.probability, stands[ahead] if ahead < most else held(ahead)))
            won = sum((chance * row[0] for chance, row in ways), Fraction(0))
            level = sum((chance * row[1] for chance, row in ways), Fraction(0))
            thrown = won, level
            options = [thrown] if total == 0 else [held(total), thrown]
            stands[total] = max(options, key=lambda row: row[0] + worth * row[1])
        return thrown

    def _after(self, mover: int, scores: tuple[int, ...]) -> Fraction:
        """Somebody before the mover has the goal."""
        best = max(scores)
        if mover == 3:
            return self.tied(tuple(seat for seat in range(3) if scores[seat] == best))
        target = max(1, best - scores[mover] + (0 if self.tie is Tie.LAST else 1))
        return self.turned(mover, target, self.chasing(mover, scores), target + MOST)

    def chasing(self, mover: int, scores: tuple[int, ...]) -> Held:
        """What a mover's gain is worth, somebody having the goal."""
        return cache(lambda gain: self.after(mover + 1, _with(scores, mover, gain)))

    def _cluster(self, scores: tuple[int, ...]) -> tuple[Fraction, ...]:
        """Nobody has the goal, by who is about to move."""
        best = Fraction(0)
        while True:
            # From what the response's turn is taken to be worth, by what comes before it.
            values = [Fraction(0)] * 3
            values[self.seat] = best
            for mover in ((self.seat + 2) % 3, (self.seat + 1) % 3):
                values[mover] = self._moved(mover, scores, values[(mover + 1) % 3])
            # Affine in what a bust leads to, while the choices stay: two places of it say the rest.
            bust = values[(self.seat + 1) % 3]
            worth, slope = self._slope(scores, bust)
            stay = Fraction(1)
            for mover in ((self.seat + 1) % 3, (self.seat + 2) % 3):
                gains = self.ends(min(self.rules[mover], self.goal - scores[mover]))
                stay *= gains.get(0, Fraction(0))
            better = (worth - slope * stay * best) / (1 - slope * stay)
            if better == best:
                return tuple(values)
            best = better

    def _slope(self, scores: tuple[int, ...], bust: Fraction) -> tuple[Fraction, Fraction]:
        """What its turn is worth if a bust is worth so much, and its chance to bust for that."""
        held = self.holding(scores, bust)
        (throw,), top = self.turn.throws, self.goal - scores[self.seat] + MOST
        lost = held(self.turn.least_score)
        stands: dict[int, tuple[Fraction, Fraction]] = {}
        row = (lost, Fraction(1))
        for total in range(top, -1, -1):
            ways = [(throw.bust, (lost, Fraction(self.turn.least_score == 0)))]
            for one in throw.outcomes:
                ahead = total + one.gain
                ways.append((one.probability, stands[ahead] if ahead < top else (held(ahead), Fraction(0))))
            row = (
                sum((chance * each[0] for chance, each in ways), Fraction(0)),
                sum((chance * each[1] for chance, each in ways), Fraction(0)),
            )
            stands[total] = row if total == 0 or row[0] > held(total) else (held(total), Fraction(0))
        return row

    def holding(self, scores: tuple[int, ...], bust: Fraction) -> Held:
        """What its gain is worth, nobody having the goal; none is what a bust is."""
        return cache(lambda gain: self._handed(self.seat, scores, gain) if gain > 0 else bust)

    def _moved(self, mover: int, scores: tuple[int, ...], bust: Fraction) -> Fraction:
        """What another's turn is worth, if a bust that scores nothing is worth so much."""
        gains = self.ends(min(self.rules[mover], self.goal - scores[mover]))
        parts = [
            chance * (self._handed(mover, scores, gain) if gain > 0 else bust)
            for gain, chance in gains.items()
        ]
        return sum(parts, Fraction(0))

    def _handed(self, mover: int, scores: tuple[int, ...], gain: int) -> Fraction:
        """What comes of a mover's gain."""
        moved = _with(scores, mover, gain)
        over = moved[mover] >= self.goal
        return self.after(mover + 1, moved) if over else self.cluster(moved)[(mover + 1) % 3]


def _with(scores: tuple[int, ...], mover: int, gain: int) -> tuple[int, ...]:
    return (*scores[:mover], scores[mover] + gain, *scores[mover + 1 :])

"""Equal turns of three in fractions, for tiny goals: a slow, obvious solution that knows no kernel.

Each cluster of states with the same scores is solved from the policies that stored values suggest: three
linear equations a seat. That they are best replies to each other is then looked at in fractions. Further
rounds take no guess: they are played for equal parts, then for what that leads to, until it leads to itself.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from solvers.games.turn import Turn

Chances = tuple[Fraction, Fraction, Fraction]
NOBODY: Chances = (Fraction(0), Fraction(0), Fraction(0))


class Ended(NamedTuple):
    """What a turn is worth to all seats, the bust left out, and its chance to bust."""

    worth: Chances
    busts: Fraction


def best_turn(
    turn: Turn, start: int, top: int, mover: int, hold: Callable[[int], Chances], bust: Fraction
) -> Ended:
    """The turn that is best for the mover, a tie holding; from `top` on it is held."""

    @cache
    def thrown(x: int, index: int) -> Ended:
        throw = turn.throws[index]
        worth, busts = list(NOBODY), throw.bust
        for outcome in throw.outcomes:
            after = stood(x + outcome.gain, outcome.position)
            busts += outcome.probability * after.busts
            for seat in range(3):
                worth[seat] += outcome.probability * after.worth[seat]
        return Ended((worth[0], worth[1], worth[2]), busts)

    @cache
    def stood(x: int, position: int) -> Ended:
        best = Ended(NOBODY, Fraction(1)) if x == start else Ended(hold(x), Fraction(0))
        for way in turn.positions[position].ways if x < top else ():
            ahead = thrown(x, way.throw)
            if ahead.worth[mover] + ahead.busts * bust > best.worth[mover] + best.busts * bust:
                best = ahead
        return best

    return thrown(start, turn.openings[0])


class Rounds:
    """Further rounds among those tied, in fractions.

    Parameters
    ----------
    turn : the game
    far : points ahead of all others at which holding is taken to be best
    """

    def __init__(self, turn: Turn, far: int) -> None:
        self.turn, self.far = turn, far
        self.after_tie = {2: self._comes_again(2)}
        self.after_tie[3] = self._comes_again(3)

    def _comes_again(self, players: int) -> tuple[Fraction, ...]:
        """Chances of those tied to win, which a round leads to that is played for them."""
        worth = (Fraction(1, players),) * players
        while True:
            decided = self._round(worth)
            leads_to = tuple(chance / sum(decided) for chance in decided)
            if leads_to == worth:
                return worth
            worth = leads_to

    def _round(self, worth: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        """Chances to win by a round in which a tie of all is played for as worth so much."""
        players = len(worth)

        def ended(gained: tuple[int, ...]) -> tuple[Fraction, ...]:
            tied = [seat for seat in range(players) if gained[seat] == max(gained)]
            parts = {1: (Fraction(1),), players: (Fraction(0),) * players} | (
                {2: self.after_tie[2]} if players == 3 else {}
            )
            return tuple(
                parts[len(tied)][tied.index(seat)] if seat in tied else Fraction(0) for seat in range(players)
            )

        @cache
        def rest(gained: tuple[int, ...]) -> tuple[Fraction, ...]:
            mover = len(gained)
            if mover == players:
                return ended(gained)
            top = max(gained, default=0) + (1 if mover == players - 1 else self.far)

            def counted(chances: tuple[Fraction, ...]) -> Fraction:
                return chances[mover] + (1 - sum(chances)) * worth[mover]

            @cache
            def thrown(x: int, index: int) -> tuple[Fraction, ...]:
                throw = self.turn.throws[index]
                parts = [(throw.bust, rest((*gained, 0)))]
                parts += [(one.probability, stood(x + one.gain, one.position)) for one in throw.outcomes]
                return tuple(sum(chance * after[seat] for chance, after in parts) for seat in range(players))

            @cache
            def stood(x: int, position: int) -> tuple[Fraction, ...]:
                best = rest((*gained, x))
                for way in self.turn.positions[position].ways if x < top else ():
                    if counted(thrown(x, way.throw)) > counted(best):
                        best = thrown(x, way.throw)
                return best

            return thrown(0, self.turn.openings[0])

        return rest(())


class Exactly:
    """The contest in fractions.

    Parameters
    ----------
    turn, goal, tie : the game
    top : the score from which on holding is taken to be best
    guess : what a bust is taken to be worth to the mover, by the mover and the three scores
    rounds : further rounds, where ties lead to them
    """

    def __init__(
        self,
        turn: Turn,
        goal: int,
        tie: int,
        top: int,
        guess: Callable[[int, tuple[int, ...]], float],
        rounds: Rounds | None = None,
    ) -> None:
        self.turn, self.goal, self.tie, self.top, self.guess = turn, goal, tie, top, guess
        self.rounds = rounds
        self.after = cache(self._after)
        self.cluster = cache(self._cluster)

    def _after(self, mover: int, scores: tuple[int, ...]) -> Chances:
        """Chances in the round in which somebody before the mover has the goal."""
        if mover == 3:
            best = max(scores)
            tied = [seat for seat in range(3) if scores[seat] == best]
            if self.rounds is not None and len(tied) > 1:
                parts = self.rounds.after_tie[len(tied)]
                won = [parts[tied.index(seat)] if seat in tied else Fraction(0) for seat in range(3)]
                return won[0], won[1], won[2]
            winners = {0: tied[:1], 1: tied[-1:], 2: tied, 3: tied}[self.tie]
            won = [Fraction(int(seat in winners), len(winners)) for seat in range(3)]
            return won[0], won[1], won[2]
        lost = self.after(mover + 1, scores)
        found = best_turn(
            self.turn,
            scores[mover],
            max(scores) + self.top - self.goal,
            mover,
            lambda x: self.after(mover + 1, _with(scores, mover, x)),
            lost[mover],
        )
        won = [found.worth[seat] + found.busts * lost[seat] for seat in range(3)]
        return won[0], won[1], won[2]

    def _handed(self, mover: int, scores: tuple[int, ...]) -> Chances:
        """Chances after the mover has banked."""
        if max(scores) >= self.goal:
            return self.after(mover + 1, scores)
        return self.cluster(scores)[(mover + 1) % 3]

    def _cluster(self, scores: tuple[int, ...]) -> tuple[Chances, ...]:
        """Chances of all seats, by who is about to move."""
        first = [Fraction(self.guess(mover, scores)) for mover in range(3)]
        turns = [self._best(mover, scores, first[mover]) for mover in range(3)]
        around = turns[0].busts * turns[1].busts * turns[2].busts
        values = []
        for mover in range(3):
            one, two, three = (turns[(mover + step) % 3] for step in range(3))
            won = [
                (one.worth[seat] + one.busts * (two.worth[seat] + two.busts * three.worth[seat]))
                / (1 - around)
                for seat in range(3)
            ]
            values.append((won[0], won[1], won[2]))
        for mover in range(3):
            bust = values[(mover + 1) % 3][mover]
            best, own = self._best(mover, scores, bust), turns[mover]
            assert best.worth[mover] + best.busts * bust == own.worth[mover] + own.busts * bust
        return tuple(values)

    def _best(self, mover: int, scores: tuple[int, ...], bust: Fraction) -> Ended:
        top = self.goal if mover == 2 else self.top
        return best_turn(
            self.turn,
            scores[mover],
            top,
            mover,
            lambda x: self._handed(mover, _with(scores, mover, x)),
            bust,
        )


def _with(scores: tuple[int, ...], mover: int, x: int) -> tuple[int, ...]:
    return (*scores[:mover], x, *scores[mover + 1 :])

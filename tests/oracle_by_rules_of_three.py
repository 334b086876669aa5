"""Three players with equal turns who play by rules, in fractions: every throw is followed.

It knows no rows and no differences of scores: whose turn it is, what everybody has, and who wins at the end.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from solvers.contests.tie import Tie
from solvers.games.turn import Turn

Won = tuple[Fraction, Fraction, Fraction]
Ends = dict[int, Fraction]
NOBODY: Won = (Fraction(0), Fraction(0), Fraction(0))


def ends(turn: Turn, hold_at: int) -> Ends:
    """Gains of a turn that holds there; a bust gains the least score."""
    found: Ends = {}
    standing: Ends = {0: Fraction(1)}
    while standing:
        total = min(standing)
        chance = standing.pop(total)
        if total >= hold_at:
            found[total] = found.get(total, Fraction(0)) + chance
            continue
        found[turn.least_score] = found.get(turn.least_score, Fraction(0)) + chance * turn.throws[0].bust
        for one in turn.throws[0].outcomes:
            after = total + one.gain
            standing[after] = standing.get(after, Fraction(0)) + chance * one.probability
    return found


def mean(parts: list[tuple[Fraction, Won]]) -> Won:
    """Chances to win, each part with its chance."""
    won = [sum((chance * each[seat] for chance, each in parts), Fraction(0)) for seat in range(3)]
    return won[0], won[1], won[2]


class ByRules:
    """The contest in fractions.

    Parameters
    ----------
    turn, goal, tie : the game
    rules : what the seats hold at
    """

    def __init__(self, turn: Turn, goal: int, tie: Tie, rules: tuple[int, int, int]) -> None:
        self.turn, self.goal, self.tie, self.rules = turn, goal, tie, rules
        self.ends = cache(lambda hold_at: ends(turn, hold_at))
        self.after = cache(self._after)
        self.cluster = cache(self._cluster)
        self.tied = cache(self._tied)

    def _tied(self, seats: tuple[int, ...]) -> Won:
        """Chances to win of those who have the most."""
        winners = {Tie.FIRST: seats[:1], Tie.LAST: seats[-1:]}.get(self.tie, seats)
        if self.tie is not Tie.AGAIN or len(seats) == 1:
            return self._shared(winners, Fraction(1, len(winners)))
        decided = self._round(seats, {})
        left = 1 - sum(decided)
        return decided[0] / (1 - left), decided[1] / (1 - left), decided[2] / (1 - left)

    @staticmethod
    def _shared(seats: tuple[int, ...], part: Fraction) -> Won:
        won = [part if seat in seats else Fraction(0) for seat in range(3)]
        return won[0], won[1], won[2]

    def _round(self, seats: tuple[int, ...], gained: dict[int, int]) -> Won:
        """Chances to win by a further round, a tie of all who play it counting nothing."""
        if len(gained) == len(seats):
            best = tuple(seat for seat in seats if gained[seat] == max(gained.values()))
            return NOBODY if best == seats else self.tied(best)
        mover, beaten = seats[len(gained)], max(gained.values(), default=0)
        last = len(gained) == len(seats) - 1
        target = beaten + 1 if last or beaten > 0 else self.rules[mover]
        return mean(
            [
                (chance, self._round(seats, gained | {mover: gain}))
                for gain, chance in self.ends(target).items()
            ]
        )

    def _after(self, mover: int, scores: tuple[int, ...]) -> Won:
        """Chances in a round in which somebody before the mover has the goal."""
        best = max(scores)
        if mover == 3:
            return self.tied(tuple(seat for seat in range(3) if scores[seat] == best))
        target = max(1, best - scores[mover] + (0 if self.tie is Tie.LAST else 1))
        return mean(
            [
                (chance, self.after(mover + 1, _with(scores, mover, gain)))
                for gain, chance in self.ends(target).items()
            ]
        )

    def _cluster(self, scores: tuple[int, ...]) -> tuple[Won, ...]:
        """Chances to win of all seats, by who is about to move."""
        known, stay = [], []
        for mover in range(3):
            gains = dict(self.ends(min(self.rules[mover], self.goal - scores[mover])))
            stay.append(gains.pop(0, Fraction(0)))
            known.append(
                mean([(chance, self._handed(mover, scores, gain)) for gain, chance in gains.items()])
            )
        around = stay[0] * stay[1] * stay[2]
        values = []
        for mover in range(3):
            one, two = (mover + 1) % 3, (mover + 2) % 3
            once = mean(
                [
                    (Fraction(1), known[mover]),
                    (stay[mover], known[one]),
                    (stay[mover] * stay[one], known[two]),
                ]
            )
            values.append((once[0] / (1 - around), once[1] / (1 - around), once[2] / (1 - around)))
        return tuple(values)

    def _handed(self, mover: int, scores: tuple[int, ...], gain: int) -> Won:
        """Chances after a mover's gain."""
        moved = _with(scores, mover, gain)
        over = moved[mover] >= self.goal
        return self.after(mover + 1, moved) if over else self.cluster(moved)[(mover + 1) % 3]


def _with(scores: tuple[int, ...], mover: int, gain: int) -> tuple[int, ...]:
    return (*scores[:mover], scores[mover] + gain, *scores[mover + 1 :])


def play(
    turn: Turn, goal: int, tie: Tie, rules: tuple[int, int, int], uniform: Callable[[], float]
) -> list[float]:
    """One game, thrown: the seats' parts of the win.

    Parameters
    ----------
    turn, goal, tie, rules : as in `ByRules`
    uniform : gives a number from 0 to 1
    """

    def taken(target: int) -> int:
        total = 0
        while total < target:
            drawn = uniform()
            for one in turn.throws[0].outcomes:
                drawn -= float(one.probability)
                if drawn < 0.0:
                    total += one.gain
                    break
            else:
                return turn.least_score
        return total

    scores, playing, to_beat = [0, 0, 0], [0, 1, 2], goal - 1
    while True:
        for place, mover in enumerate(playing):
            best = max(scores)
            last_of_more = to_beat == 0 and place == len(playing) - 1
            if best > to_beat or last_of_more:
                level = to_beat > 0 and tie is Tie.LAST
                scores[mover] += taken(max(1, best - scores[mover] + (0 if level else 1)))
            else:
                lacking = goal - scores[mover] if to_beat > 0 else rules[mover]
                scores[mover] += taken(min(rules[mover], lacking))
        if to_beat > 0 and max(scores) < goal:
            continue
        playing = [seat for seat in playing if scores[seat] == max(scores)]
        if len(playing) == 1 or tie is not Tie.AGAIN:
            winners = {Tie.FIRST: playing[:1], Tie.LAST: playing[-1:]}.get(tie, playing)
            return [float(seat in winners) / len(winners) for seat in range(3)]
        # A further round, in which any gain is to be beaten.
        scores, to_beat = [0 if seat in playing else -1 for seat in range(3)], 0

"""What comes after the goal in fractions: last turns, what a tie that goes on is worth, and from where on the
first player holds.

`docs/mathematics.md` derives it. What a tie is worth is found by the choices that are best by a guess: they
make the worth of a round a line, whose fixed point is the next guess, until it stays. So all equations hold.
"""

from fractions import Fraction
from functools import cache

from solvers.contests.tie import Tie
from solvers.equal_turns.fractions.exact_turn import ONE, ZERO, Worth, added, best_turn, known, unknown
from solvers.errors import NotConverged
from solvers.games.turn import Turn

# A line for a tie at 0 that never is.
NOTHING = (ZERO, ZERO, ZERO)
# Guesses of what a tie is worth; three are usual.
MOST_GUESSES = 100


class After:
    """What comes after the goal.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    tie : who wins with equal scores
    guess : what a tie is about worth to the first player
    """

    def __init__(self, turn: Turn, goal: int, tie: Tie, guess: Fraction) -> None:
        self.tie_value = _tie_worth(turn, guess) if tie.rule.worth is None else tie.rule.worth
        level = 1 - self.tie_value
        self.top = held_from(turn, goal, level, level)
        self._last = LastTurns(turn, known(level, 1))

    def last(self, behind: int) -> Fraction:
        """The second player's chance to win with the last turn."""
        return self._last(behind).value


class LastTurns:
    """The best last turns by how far one is behind, each throw by the points that are lacking to a tie.

    Parameters
    ----------
    turn : any turn
    level : what a tie is worth to who has the last turn
    level_at_zero : the same of a tie at the score 0, if who is 0 points behind has that, and a wipe is one
    """

    def __init__(self, turn: Turn, level: Worth, level_at_zero: Worth | None = None) -> None:
        self._turn, self._level, self._level_at_zero = turn, level, level_at_zero
        self._lost, self._won = (known(chance, len(level.line)) for chance in (0, 1))
        self._throws: list[list[Worth]] = []

    def __call__(self, behind: int) -> Worth:
        """The chance to win from so many points behind."""
        if behind <= self._turn.least_score:
            return self._near(behind)
        while len(self._throws) <= behind:
            self._add()
        return max((self._throws[behind][one] for one in self._turn.openings), key=lambda worth: worth.value)

    def _near(self, behind: int) -> Worth:
        """Where a bust may be a tie, or better."""

        at_zero = self._level_at_zero if behind == 0 else None
        level, wiped = (self._level, self._lost) if at_zero is None else (at_zero, at_zero)

        def held(gained: int) -> Worth:
            return level if gained == behind else self._won if gained > behind else self._lost

        return best_turn(self._turn, (0, behind + 1), held, held(self._turn.least_score), wiped)

    def _add(self) -> None:
        """The throws from where one point more is lacking; a bust loses, as a wipe does."""
        lacking, turn = len(self._throws), self._turn
        here: list[Worth] = [self._lost] * len(turn.throws)
        self._throws.append(here)
        # A throw that gains nothing leads to those further down the list.
        for index in reversed(range(len(turn.throws))):
            throw = turn.throws[index]
            ends = [
                (one.probability, self._standing(lacking - one.gain, one.position)) for one in throw.outcomes
            ]
            here[index] = added([*ends, (throw.bust + throw.wipe, self._lost)])

    def _standing(self, lacking: int, position: int) -> Worth:
        """With so many points lacking to a tie."""
        if lacking < 0:
            return self._won
        best = self._level if lacking == 0 else self._lost
        for way in self._turn.positions[position].ways:
            ahead = self._throws[lacking + way.given_up][way.throw]
            best = ahead if ahead.value > best.value else best
        return best


def held_from(turn: Turn, goal: int, least: Fraction, most: Fraction) -> int:
    """The score from which on no throw more is better than to hold.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    least, most : what a tie is worth to the second player, at least and at most
    """
    going_on = [turn.throws[index] for index in {way.throw for at in turn.positions for way in at.ways}]
    if not going_on:
        return goal
    high, low, without = (LastTurns(turn, known(worth, 1)) for worth in (most, least, ZERO))
    safe = [without(goal - 1 + turn.least_score - score).value for score in range(goal)]
    lost = min(throw.bust + throw.wipe for throw in going_on)
    far = goal
    # It does not rise, so that what holds here holds farther on.
    while high(far).value > lost * min(safe):
        far += 1
    top = goal
    for behind in range(1, far):
        gain = max(
            (
                high(behind).value
                - sum(one.probability * low(behind + one.gain).value for one in throw.outcomes)
            )
            / (throw.bust + throw.wipe)
            for throw in going_on
        )
        better = [score for score in range(goal) if gain > safe[score] and behind + score >= goal]
        top = max(top, behind + 1 + max(better)) if better else top
    return top


def _tie_worth(turn: Turn, guess: Fraction) -> Fraction:
    """What a tie at more than 0 is worth to the first player if rounds go on until somebody is ahead.

    Rounds from there and rounds from 0 are lines in what both ties are worth; where both lines meet is the
    next guess of both.

    Parameters
    ----------
    turn : any turn
    guess : of that worth
    """
    top, ties = held_from(turn, 1, ZERO, ONE), (guess, guess)
    for _ in range(MOST_GUESSES):
        one, of_zero, of_more = _round(turn, top, 1, ties).line
        zero, zero_of_zero, zero_of_more = _round(turn, top, 0, ties).line if turn.wipes else NOTHING
        both = (1 - zero_of_zero) * (1 - of_more) - zero_of_more * of_zero
        found = (
            (zero * (1 - of_more) + zero_of_more * one) / both,
            (one * (1 - zero_of_zero) + of_zero * zero) / both,
        )
        if found == ties:
            return found[1]
        ties = found
    raise NotConverged(f"worth of a tie: expected to stay within {MOST_GUESSES} guesses, got another.")


def _round(turn: Turn, top: int, score: int, ties: tuple[Fraction, Fraction]) -> Worth:
    """What a round from equal scores is worth to the first player, as a line in what ties are.

    Parameters
    ----------
    turn : any turn
    top : points gained from which on the first player holds
    score : of both, 0 or anything more
    ties : guesses of what a tie is worth at 0, and at more
    """
    at_zero, at_more = (unknown(tie, slot, 3) for slot, tie in enumerate(ties, 1))
    last = LastTurns(turn, at_more.left_to_other(), at_zero.left_to_other() if score == 0 else None)
    held = cache(lambda gained: last(gained).left_to_other())
    if score == 0:
        wiped = held(0)
    else:
        # The other throws once, and has won unless it is wiped, too.
        wipes = min(turn.throws[index].wipe for index in turn.openings)
        wiped = added([(wipes, at_zero), (1 - wipes, known(0, 3))])
    return best_turn(turn, (0, top), held, held(turn.least_score), wiped)

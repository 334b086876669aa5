"""What comes after the goal in fractions: last turns, what a tie that goes on is worth, and from where on the
first player holds.

`docs/mathematics.md` derives it. What a tie is worth is found by the choices that are best by a guess: they
make the worth of a round a line, whose fixed point is the next guess, until it stays. So all equations hold.
"""

from fractions import Fraction
from functools import cache

from solvers.equal_turns.fractions.exact_turn import ONE, ZERO, Worth, added, best_turn, known, unknown
from solvers.equal_turns.tie import WORTH, Tie
from solvers.errors import NotConverged
from solvers.games.turn import Turn

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
        self.tie_value = _tie_worth(turn, guess) if tie is Tie.AGAIN else Fraction(WORTH[tie])
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
    at_zero : whether who is 0 points behind has the score 0, so that a wipe is a tie
    """

    def __init__(self, turn: Turn, level: Worth, at_zero: bool = False) -> None:
        self._turn, self._level, self._at_zero = turn, level, at_zero
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

        def held(gained: int) -> Worth:
            return self._level if gained == behind else self._won if gained > behind else self._lost

        wiped = self._level if behind == 0 and self._at_zero else self._lost
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
    """What a tie is worth to the first player if rounds go on until somebody is ahead."""
    top = held_from(turn, 1, ZERO, ONE)
    at_zero = _settled(turn, top, 0, guess, ZERO) if turn.wipes else ZERO
    return _settled(turn, top, 1, guess, at_zero)


def _settled(turn: Turn, top: int, score: int, guess: Fraction, at_zero: Fraction) -> Fraction:
    """The worth of a tie that a round from it is worth.

    Parameters
    ----------
    turn : any turn
    top : points gained from which on the first player holds
    score : of both, 0 or anything more
    guess : of that worth
    at_zero : worth of a tie where both have the score 0
    """
    for _ in range(MOST_GUESSES):
        constant, slope = _round(turn, top, score, guess, at_zero).line
        found = constant / (1 - slope)
        if found == guess:
            return found
        guess = found
    raise NotConverged(f"worth of a tie: expected to stay within {MOST_GUESSES} guesses, got another.")


def _round(turn: Turn, top: int, score: int, tie: Fraction, at_zero: Fraction) -> Worth:
    """What a round from equal scores is worth to the first player, as a line in what a tie is."""
    level = unknown(tie, 1, 2).left_to_other()
    last = LastTurns(turn, level, score == 0)
    held = cache(lambda gained: last(gained).left_to_other())
    if score == 0:
        wiped = held(0)
    else:
        # The other throws once, and has won unless it is wiped, too.
        wiped = known(min(turn.throws[index].wipe for index in turn.openings) * at_zero, 2)
    return best_turn(turn, (0, top), held, held(turn.least_score), wiped)

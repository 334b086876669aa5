"""What follows the goal, in fractions: last turns, the value of a tie in further rounds, and the score from
which on the first player holds.

`docs/mathematics.md` derives it. The value of a tie is found by policy iteration: the policies that are best
for a guess make the value of a round a line, whose fixed point is the next guess, until it repeats.
"""

from fractions import Fraction
from functools import cache

from solvers.contests.tie import Tie
from solvers.equal_turns.fractions.exact_turn import ONE, ZERO, Worth, added, best_turn, known, unknown
from solvers.errors import NotConverged
from solvers.games.turn import Turn

# Line of a tie at 0, where there is none.
NOTHING = (ZERO, ZERO, ZERO)
# Most guesses of the value of a tie; three are usual.
MOST_GUESSES = 100


class After:
    """What follows the goal.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    tie : the tie rule
    guess : estimate of the value of a tie to the first player
    """

    def __init__(self, turn: Turn, goal: int, tie: Tie, guess: Fraction) -> None:
        self.tie_value = _tie_worth(turn, guess) if tie.rule.worth is None else tie.rule.worth
        level = 1 - self.tie_value
        self.top = held_from(turn, goal, level, level)
        self._last = LastTurns(turn, known(level, 1))

    def last(self, behind: int) -> Fraction:
        """The second player's chance to win in the last turn."""
        return self._last(behind).value


class LastTurns:
    """Optimal last turns by points behind; each throw by the points missing to a tie.

    Parameters
    ----------
    turn : any turn
    level : value of a tie to the player in the last turn
    level_at_zero : the same for a tie at score 0, if a player 0 points behind has score 0 and a wipe leads to
        a tie
    """

    def __init__(self, turn: Turn, level: Worth, level_at_zero: Worth | None = None) -> None:
        self._turn, self._level, self._level_at_zero = turn, level, level_at_zero
        self._lost, self._won = (known(chance, len(level.line)) for chance in (0, 1))
        self._throws: list[list[Worth]] = []

    def __call__(self, behind: int) -> Worth:
        """The chance to win from `behind` points behind."""
        if behind <= self._turn.least_score:
            return self._near(behind)
        while len(self._throws) <= behind:
            self._add()
        return max((self._throws[behind][one] for one in self._turn.openings), key=lambda worth: worth.value)

    def _near(self, behind: int) -> Worth:
        """The chance to win if a bust may lead to a tie or a win."""

        at_zero = self._level_at_zero if behind == 0 else None
        level, wiped = (self._level, self._lost) if at_zero is None else (at_zero, at_zero)

        def held(gained: int) -> Worth:
            return level if gained == behind else self._won if gained > behind else self._lost

        return best_turn(self._turn, (0, behind + 1), held, held(self._turn.least_score), wiped)

    def _add(self) -> None:
        """Add the throws with one more point missing; a bust or a wipe loses."""
        lacking, turn = len(self._throws), self._turn
        here: list[Worth] = [self._lost] * len(turn.throws)
        self._throws.append(here)
        # A throw without a gain leads to one later in the list.
        for index in reversed(range(len(turn.throws))):
            throw = turn.throws[index]
            ends = [
                (one.probability, self._standing(lacking - one.gain, one.position)) for one in throw.outcomes
            ]
            here[index] = added([*ends, (throw.bust + throw.wipe, self._lost)])

    def _standing(self, lacking: int, position: int) -> Worth:
        """Value of a position with `lacking` points missing to a tie."""
        if lacking < 0:
            return self._won
        best = self._level if lacking == 0 else self._lost
        for way in self._turn.positions[position].ways:
            ahead = self._throws[lacking + way.given_up][way.throw]
            best = ahead if ahead.value > best.value else best
        return best


def held_from(turn: Turn, goal: int, least: Fraction, most: Fraction) -> int:
    """The score from which on no further throw is better than holding.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    least, most : bounds on the value of a tie to the second player
    """
    going_on = [turn.throws[index] for index in {way.throw for at in turn.positions for way in at.ways}]
    if not going_on:
        return goal
    high, low, without = (LastTurns(turn, known(worth, 1)) for worth in (most, least, ZERO))
    safe = [without(goal - 1 + turn.least_score - score).value for score in range(goal)]
    lost = min(throw.bust + throw.wipe for throw in going_on)
    far = goal
    # It does not rise, so if the condition holds here, it holds beyond.
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
    """Value of a tie at scores above 0 to the first player, if rounds go on until somebody is ahead.

    The values of rounds from there and from 0 are lines in the values of both ties; the point where they meet
    is the next guess of both.

    Parameters
    ----------
    turn : any turn
    guess : estimate of that value
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
    """Value of a round from equal scores to the first player, as a line in the values of ties.

    Parameters
    ----------
    turn : any turn
    top : points gained from which on the first player holds
    score : score of both players, 0 or any other
    ties : estimates of the values of a tie at 0 and of a tie above 0
    """
    at_zero, at_more = (unknown(tie, slot, 3) for slot, tie in enumerate(ties, 1))
    last = LastTurns(turn, at_more.left_to_other(), at_zero.left_to_other() if score == 0 else None)
    held = cache(lambda gained: last(gained).left_to_other())
    if score == 0:
        wiped = held(0)
    else:
        # The other rolls once, and wins unless it is wiped, too.
        wipes = min(turn.throws[index].wipe for index in turn.openings)
        wiped = added([(wipes, at_zero), (1 - wipes, known(0, 3))])
    return best_turn(turn, (0, top), held, held(turn.least_score), wiped)

"""Length and changes of the lead of a race under optimal play, in fractions.

The race is solved in fractions, and its turns are played out. The expected number to the end is one equation
for each state: the mover's score i, the opponent's j, and who led last. A bust keeps the scores and exchanges
the players, which gives pairs of equations. All other ends lead to states with more points, which are known,
except (j, 0) after a wipe. So each value is affine in the values after wipes, which are solved for at last.

    X = r + sum over what is known of P X'  +  e Y,   Y = r' + ... + e' X   =>   X = (c + e c') / (1 - e e').

The distribution of turns is computed forwards in integers, over the n-th power of a common denominator of all
probabilities. Neither the solver nor its certificate, which use arrays of floats, share code with this
module.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.linear import solve_linear
from solvers.games.turn import Turn
from solvers.length.exact_turns import Scores, scores_after_turns
from solvers.length.leader import MOVER, NOBODY, OTHER
from solvers.race import exact as exact_race

# The mover's score, the opponent's, and who led last.
State = tuple[int, int, int]
# A constant, then slopes in the values after wipes.
Line = list[Fraction]
Turns = Mapping[tuple[int, int], Scores]
# Function of the next state, None after the end, and of whether the lead changes: what the step counts, and
# whether what follows counts, too.
Counted = Callable[[State | None, bool], tuple[Fraction, bool]]
SEEN_BY_OTHER = {NOBODY: NOBODY, MOVER: OTHER, OTHER: MOVER}


@dataclass(frozen=True)
class ExactLength:
    """The length of a race in fractions; None where there is no state.

    Attributes
    ----------
    tables : Fraction arrays by name, with the shapes of the stored ones
    improved : states in which the best choices by the values in floats are not optimal
    """

    tables: dict[str, NDArray[np.object_]]
    improved: int

    @property
    def expected_turns(self) -> Fraction:
        """Mean number of turns of a game."""
        found: Fraction = self.tables["turns_left"][0, 0]
        return found


def solve(turn: Turn, goal: int, guess: Array, most_turns: int, most_changes: int) -> ExactLength:
    """Solve the length of a race under optimal play in fractions.

    Parameters
    ----------
    turn : a game's turn without forced throws
    goal : points to win, 2 or more
    guess : float64[banked, opponent], the solver's values
    most_turns, most_changes : lengths of the distributions of turns, and of changes of the lead

    Raises
    ------
    InvalidRules, NotConverged
        as `solvers.race.exact.solve` does

    Examples
    --------
    >>> from solvers.games import piglet
    >>> found = solve(piglet.turn(), 2, np.full((2, 2), 0.5), 2, 1)
    >>> print(found.expected_turns, *found.tables["longer_probability"])  # one turn in four ends it
    4 1 3/4 9/16
    """
    race = exact_race.solve(turn, goal, guess)
    turns = scores_after_turns(turn, race.value)
    ends, longer = _distribution(turns, goal, most_turns)
    changes = _expected(turns, goal, lambda ahead, changed: (Fraction(changed), True))
    left = _expected(turns, goal, lambda ahead, changed: (Fraction(1), True))
    turns_left = np.empty((goal, goal), object)
    for (i, j, _), number in left.items():
        turns_left[i, j] = number
    tables = {
        "value": race.value,
        "turns_left": turns_left,
        "lead_changes_left": _table(changes, goal),
        "more_changes_left": _more_changes(turns, goal, most_changes),
        "ending_probability": ends,
        "longer_probability": longer,
    }
    return ExactLength(tables, race.improved)


def most_goal(turn: Turn, most_turns: int, most_changes: int) -> int:
    """Return the largest goal that takes at most about half a minute.

    It is less than a race's: each number of changes takes a further pass, and fractions grow with the turns.
    >>> from solvers.games import pig
    >>> most_goal(pig.turn(), 200, 20), most_goal(pig.turn(), 2000, 20)
    (48, 35)
    """
    work = 1 + most_changes / 20 + (most_turns / 1000) ** 2
    return int(exact_race.most_goal(turn) / work**0.3)


def states(goal: int) -> list[State]:
    """Return all states by falling sum of scores. The player ahead led last; nobody did only at the start."""
    found = []
    for points in range(2 * goal - 2, -1, -1):
        for i in range(max(0, points - goal + 1), min(points, goal - 1) + 1):
            j = points - i
            leaders = [MOVER] if i > j else [OTHER] if i < j else [MOVER, OTHER]
            found += [(i, j, led) for led in leaders]
    return [*found, (0, 0, NOBODY)]


def _after(state: State, score: int, goal: int) -> tuple[State | None, bool]:
    """The state after a turn as the opponent sees it, None after the end; and whether the lead changes."""
    _, other, led = state
    leads = MOVER if score > other else OTHER if score < other else led
    changed = led != NOBODY and leads != led
    return (None if score >= goal else (other, score, SEEN_BY_OTHER[leads])), changed


def _expected(turns: Turns, goal: int, counted: Counted) -> dict[State, Fraction]:
    """The expected count from every state to the end."""
    every = states(goal)
    wipes = any(0 in scores for (banked, _), scores in turns.items() if banked)
    slot = {state: place for place, state in enumerate((s for s in every if s[1] == 0), 1)} if wipes else {}
    known: dict[State, Line] = {}
    for state in every:
        if state not in known:
            # A bust keeps the scores, and never changes the lead.
            again = state[1], state[0], SEEN_BY_OTHER[state[2]]
            own, stay = _turn(turns, goal, counted, state, known, slot)
            other, stay_other = _turn(turns, goal, counted, again, known, slot)
            leave = 1 - stay * stay_other
            known[state] = [(one + stay * two) / leave for one, two in zip(own, other, strict=True)]
            known[again] = [(two + stay_other * one) / leave for one, two in zip(own, other, strict=True)]
    after_wipes = [Fraction(1), *_after_wipes(known, slot)]
    return {
        state: sum((slope * value for slope, value in zip(line, after_wipes, strict=True)), Fraction(0))
        for state, line in known.items()
    }


def _turn(
    turns: Turns,
    goal: int,
    counted: Counted,
    state: State,
    known: Mapping[State, Line],
    slot: Mapping[State, int],
) -> tuple[Line, Fraction]:
    """The count of a turn except after a bust to the same scores, and the probability of that bust.

    Parameters
    ----------
    turns : probabilities of the scores after a turn
    goal : points to win
    counted : what a step counts
    state : where the turn begins
    known : counts of states with more points
    slot : index in a line of each state after a wipe
    """
    line, stay = [Fraction(0)] * (1 + len(slot)), Fraction(0)
    for score, chance in turns[state[:2]].items():
        ahead, changed = _after(state, score, goal)
        paid, goes_on = counted(ahead, changed)
        line[0] += chance * paid
        if ahead is None or not goes_on:
            continue
        if score == state[0]:
            stay = chance
        elif score < state[0]:
            line[slot[ahead]] += chance
        else:
            line = [own + chance * more for own, more in zip(line, known[ahead], strict=True)]
    return line, stay


def _after_wipes(known: Mapping[State, Line], slot: Mapping[State, int]) -> list[Fraction]:
    """The values after a wipe, solved from the lines of their states."""
    left = [
        [Fraction(place == column) - slope for column, slope in enumerate(known[state][1:], 1)]
        for state, place in slot.items()
    ]
    return solve_linear(left, [known[state][0] for state in slot])


def _more_changes(turns: Turns, goal: int, most: int) -> NDArray[np.object_]:
    """Probabilities of more than n further changes of the lead, Fraction[n, banked, opponent, leader]."""
    tables, before = [], dict[State, Fraction]()
    for n in range(most + 1):

        def counted(
            ahead: State | None, changed: bool, n: int = n, before: dict[State, Fraction] = before
        ) -> tuple[Fraction, bool]:
            if not changed:
                return Fraction(0), True
            if n == 0:
                return Fraction(1), False
            return Fraction(0) if ahead is None else before[ahead], False

        before = _expected(turns, goal, counted)
        tables.append(_table(before, goal))
    return np.stack(tables)


def _table(found: Mapping[State, Fraction], goal: int) -> NDArray[np.object_]:
    """Values as an array [banked, opponent, leader]; None where there is no state."""
    out = np.full((goal, goal, 3), None, object)
    for state, number in found.items():
        out[state] = number
    return out


def _distribution(turns: Turns, goal: int, most: int) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
    """Probabilities that the game ends with turn n, and that it lasts more than n turns, Fraction[n] each."""
    whole = lcm(*(chance.denominator for scores in turns.values() for chance in scores.values()))
    ways = {
        state: [(score, int(chance * whole)) for score, chance in scores.items()]
        for state, scores in turns.items()
    }
    playing, ends, longer, power = {(0, 0): 1}, [Fraction(0)], [Fraction(1)], 1
    for _ in range(most):
        after, ended, power = dict[tuple[int, int], int](), 0, power * whole
        for (banked, opponent), often in playing.items():
            for score, count in ways[banked, opponent]:
                if score >= goal:
                    ended += often * count
                else:
                    after[opponent, score] = after.get((opponent, score), 0) + often * count
        playing = after
        ends.append(Fraction(ended, power))
        longer.append(Fraction(sum(playing.values()), power))
    return np.array(ends, object), np.array(longer, object)

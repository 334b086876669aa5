"""Slow and obvious answers on strategies of two players who throw at once. Nothing of the project is
imported.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

from tests.oracle import Affine, Game, Number, State, action_values, bust, ends_of
from tests.oracle_stopping import expectation, turn_worth

# What is drawn at (own score, opponent's score): turn totals to hold at with their chances.
Draws = Mapping[State, tuple[tuple[int, Fraction], ...]]


def states(goal: int) -> list[State]:
    """Highest scores first."""
    return sorted(product(range(goal), repeat=2), key=sum, reverse=True)


def deviation(game: Game, goal: int, draws: Draws) -> tuple[dict[State, Number], dict[State, int]]:
    """Chance of the best response to win, and its least turn total to hold at, in fractions."""
    won: dict[State, Number] = {}
    hold_at: dict[State, int] = {}
    for state in states(goal):
        values = [
            _over_own_turn(worth) for worth in _mixed_values(game, goal, draws[state[::-1]], state, won)
        ]
        won[state] = max(values)
        hold_at[state] = 1 + values.index(won[state])
    return won, hold_at


def against(game: Game, goal: int, own: Draws, other: Draws) -> dict[State, Number]:
    """Chance of one strategy to win against another."""
    won: dict[State, Number] = {}
    for state in states(goal):
        values = _mixed_values(game, goal, other[state[::-1]], state, won)
        drawn = [(chance, values[min(n, goal - state[0]) - 1]) for n, chance in own[state]]
        won[state] = _over_own_turn((sum(p * a for p, (a, _) in drawn), sum(p * b for p, (_, b) in drawn)))
    return won


def _mixed_values(
    game: Game, goal: int, drawn: tuple[tuple[int, Fraction], ...], state: State, won: dict[State, Number]
) -> list[Affine]:
    """For hold-at 1, 2, ...: what all outcomes but none for anybody are worth, and the chance of that, over
    the opponent's draw.
    """
    known = [(chance, action_values(game, goal, (n,), state, won)) for n, chance in drawn]
    ways = range(goal - state[0])
    return [
        (sum(p * found[k][0] for p, found in known), sum(p * found[k][1] for p, found in known)) for k in ways
    ]


def _over_own_turn(worth: Affine) -> Number:
    return worth[0] / (1 - worth[1])


def deviation_any_rule(game: Game, goal: int, draws: Draws) -> dict[State, Number]:
    """Chance of the best response over all stopping rules, by value iteration on each state."""
    won: dict[State, Number] = {}
    for banked, opponent in states(goal):
        drawn = draws[opponent, banked]
        worth: dict[int, Affine] = {}
        for x in range(banked, goal + 1):
            parts = [(chance, expectation(game, goal, (n,), (opponent,), x, won)) for n, chance in drawn]
            worth[x] = sum(p * a for p, (a, _) in parts), sum(p * b for p, (_, b) in parts)
        won[banked, opponent] = _rule_worth(game, goal, (banked, opponent), worth, won)
    return won


def _rule_worth(
    game: Game, goal: int, state: State, worth: dict[int, Affine], won: dict[State, Number]
) -> float:
    banked, opponent = state

    def hold(x: int) -> float:
        if x >= goal:
            # Who is past the goal has won or shares, whether the opponent scores or not.
            return float(worth[goal][0] + worth[goal][1])
        return float(worth[x][0] + worth[x][1] * won.get((x, opponent), 0))

    value, last = 0.0, 1.0
    while abs(value - last) > 1e-16:
        last = value
        bust = float(worth[banked][0]) + float(worth[banked][1]) * value
        constant, slope = turn_worth(game, goal, banked, hold, bust)
        value = float(constant) + float(slope) * bust
    return value


def sweep(game: Game, goal: int, value: dict[State, float], hold_at: dict[State, int]) -> None:
    """One sweep of symmetric value iteration in place, own scores in ascending order."""
    ends = [_ends_in_floats(game, n) for n in range(goal + 1)]
    for own, other in product(range(goal), repeat=2):
        theirs = ends[min(hold_at[other, own], goal - other)]
        expected = []
        for mine in ends[1 : goal - own + 1]:
            outcomes = [(p * q, own + x, other + y) for x, p in mine.items() for y, q in theirs.items()]
            expected.append(sum(chance * _outcome_worth(goal, i, j, value) for chance, i, j in outcomes))
        value[own, other] = max(expected)
        # The first of what differs by rounding alone.
        hold_at[own, other] = 1 + next(
            k for k, worth in enumerate(expected) if worth > value[own, other] - 1e-14
        )


def _outcome_worth(goal: int, own: int, other: int, value: dict[State, float]) -> float:
    if max(own, other) < goal:
        return value[own, other]
    return (own >= goal) / (1 + (other >= goal))


def _ends_in_floats(game: Game, hold_at: int) -> dict[int, float]:
    """Where a turn that holds at that turn total ends, turn total by turn total: there are too many ways to
    long ones to try each.
    """
    (throw,) = game
    still, ends = {0: 1.0}, {0: 0.0}
    for total in range(hold_at):
        chance = still.pop(total, 0.0)
        ends[0] += chance * float(bust(throw))
        for result in throw:
            still[total + result.gain] = still.get(total + result.gain, 0.0) + chance * float(
                result.probability
            )
    return ends | still


def _floats(values: list[Affine]) -> list[tuple[float, float]]:
    return [(float(worth), float(again)) for worth, again in values]


def stackelberg(game: Game, goal: int) -> dict[State, float]:
    """Chance of the one who answers, by value iteration on each state."""
    won: dict[State, Number] = {}
    for state in states(goal):
        values = [_floats(action_values(game, goal, (n,), state, won)) for n in range(1, goal - state[1] + 1)]
        value, last = 0.0, 1.0
        while value != last:
            last, value = (
                value,
                min(max(worth + again * value for worth, again in answers) for answers in values),
            )
        won[state] = value
    return {state: float(value) for state, value in won.items()}


def rolls(game: Game, hold_at: int, random: Callable[[], float]) -> int:
    """The gain of one played turn."""
    left = random()
    for gain, chance in ends_of(game, hold_at).items():
        left -= float(chance)
        if left < 0:
            return gain
    return 0

"""Three and more players in turn, slowly and in fractions: on each cluster of states, all policies are tried
with all others.

A game is as in `tests.oracle`. A policy of a state, for games of one throw, is the set of scores x at which
it throws again.
"""

from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product

from tests.oracle import Game, Number, State, bust

Seats = tuple[Number, ...]


def turn(
    game: Game, goal: int, state: State, rolls: frozenset[int], won: dict[State, Seats]
) -> tuple[Seats, Number]:
    """What a turn is worth to each seat under a policy, the bust left out, and its chance to bust."""
    (throw,) = game
    players = len(state)

    @cache
    def thrown(x: int) -> tuple[Seats, Number]:
        ahead = [(result.probability, standing(x + result.gain)) for result in throw]
        worth = tuple(sum(p * there[seat] for p, (there, _) in ahead) for seat in range(players))
        return worth, bust(throw) + sum(p * busts for p, (_, busts) in ahead)

    def standing(x: int) -> tuple[Seats, Number]:
        if x >= goal:
            return (Fraction(1), *[Fraction(0)] * (players - 1)), Fraction(0)
        if x in rolls:
            return thrown(x)
        after = won[(*state[1:], x)]
        return (after[-1], *after[:-1]), Fraction(0)

    return thrown(state[0])


def solve_round(turns: list[tuple[Seats, Number]]) -> list[Seats]:
    """Values of all rotations: V[r][seat] = worth[r][seat] + busts[r] V[r + 1][seat - 1], gone round once."""
    players = len(turns)
    values = []
    for rotation in range(players):
        own = []
        for seat in range(players):
            value, chance = Fraction(0), Fraction(1)
            for step in range(players):
                worth, busts = turns[(rotation + step) % players]
                value += chance * worth[(seat - step) % players]
                chance *= busts
            own.append(value / (1 - chance))
        values.append(tuple(own))
    return values


def best(
    game: Game, goal: int, state: State, after_bust: Number, won: dict[State, Seats]
) -> tuple[Number, frozenset[int]]:
    """The most that the mover can make of a turn, and where it then throws again; ties hold."""
    (throw,) = game
    value: dict[int, Number] = {}
    rolls = set()

    def standing(x: int) -> Number:
        return Fraction(1) if x >= goal else max(value[x], won[(*state[1:], x)][-1])

    for x in range(goal - 1, state[0] - 1, -1):
        value[x] = bust(throw) * after_bust + sum(
            result.probability * standing(x + result.gain) for result in throw
        )
        if x > state[0] and value[x] > won[(*state[1:], x)][-1]:
            rolls.add(x)
    return value[state[0]], frozenset(rolls)


def reachable(game: Game, goal: int, start: int) -> tuple[int, ...]:
    """The scores below the goal at which a turn can stand."""
    (throw,) = game
    found: set[int] = set()
    for x in range(start, goal):
        if x == start or x in found:
            found |= {x + result.gain for result in throw if x + result.gain < goal}
    return tuple(sorted(found))


def equilibria(game: Game, goal: int, state: State, won: dict[State, Seats]) -> list[list[Seats]]:
    """Values of all rotations, for each choice of policies, ties holding, that are best replies to each
    other.
    """
    players = len(state)
    states = [state[rotation:] + state[:rotation] for rotation in range(players)]
    distinct = list(dict.fromkeys(states))
    policies = []
    for own in distinct:
        scores = reachable(game, goal, own[0])
        every = chain.from_iterable(combinations(scores, size) for size in range(len(scores) + 1))
        policies.append([(frozenset(rolls), turn(game, goal, own, frozenset(rolls), won)) for rolls in every])
    found = []
    for taken in product(*policies):
        of_state = dict(zip(distinct, taken, strict=True))
        values = solve_round([of_state[own][1] for own in states])
        replies = [
            best(game, goal, own, values[(at + 1) % players][-1], won)[1] for at, own in enumerate(states)
        ]
        if all(
            reply & set(reachable(game, goal, own[0])) == of_state[own][0]
            for reply, own in zip(replies, states, strict=True)
        ):
            found.append(values)
    return found

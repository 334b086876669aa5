"""Equilibria of three players in turn, slowly: best responses over whole games, and the equilibria of one
cluster by bisection.

A strategy is a function of (scores, turn total) that gives the chance to throw again; what it is worth is
added up outcome by outcome.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

State = tuple[int, int, int]
Strategy = Callable[[State, int], float]
Faces = tuple[int, ...]


def ends(faces: Faces, sides: int, goal: int, state: State, strategy: Strategy) -> dict[int, float]:
    """Where a turn ends, by the score banked; a bust ends it at the score it began with."""
    ahead, out = {state[0]: 1.0}, {state[0]: 0.0}
    for x in range(state[0], goal):
        chance = ahead.pop(x, 0.0)
        throws = 1.0 if x == state[0] else strategy(state, x - state[0])
        out[x] = out.get(x, 0.0) + chance * (1.0 - throws)
        out[state[0]] += chance * throws * (1 - len(faces) / sides)
        for face in faces:
            ahead[x + face] = ahead.get(x + face, 0.0) + chance * throws / sides
    out[goal] = sum(ahead.values())
    return out


def best_turn(faces: Faces, sides: int, goal: int, banked: int, held: list[float], bust: float) -> float:
    """The most that can be made of a turn; what banking is worth begins with one point more than is
    banked.
    """
    worth = dict.fromkeys(range(goal, goal + max(faces)), 1.0)
    for x in range(goal - 1, banked - 1, -1):
        thrown = bust * (1 - len(faces) / sides) + sum(worth[x + face] for face in faces) / sides
        worth[x] = thrown if x == banked else max(held[x - banked - 1], thrown)
    return worth[banked]


def best_response(faces: Faces, sides: int, goal: int, strategy: Strategy) -> dict[tuple[State, int], float]:
    """Most that the player in a seat can win against the others' strategy, by scores and seat, whatever it
    does in all its turns.
    """
    won: dict[tuple[State, int], float] = {}

    def after(state: State, x: int, seat: int) -> float:
        if x >= goal:
            return float(seat == 0)
        return won[(state[1], state[2], x), (seat - 1) % 3]

    for state in sorted(product(range(goal), repeat=3), key=sum, reverse=True):
        if (state, 0) in won:
            continue
        states = [state[at:] + state[:at] for at in range(3)]
        turns = {own: ends(faces, sides, goal, own, strategy) for own in states}
        # What is banked is known; a bust leads to the next of the three states.
        held = {own: [after(own, x, 0) for x in range(own[0] + 1, goal)] for own in states}
        others = {
            (own, seat): sum(chance * after(own, x, seat) for x, chance in turns[own].items() if x > own[0])
            for own, seat in product(states, (1, 2))
        }
        won |= {(own, seat): 0.0 for own, seat in product(states, range(3))}
        change = 1.0
        while change > 1e-14:
            change = 0.0
            for own, seat in product(states, range(3)):
                bust = won[(own[1], own[2], own[0]), (seat - 1) % 3]
                found = (
                    others[own, seat] + turns[own][own[0]] * bust
                    if seat
                    else best_turn(faces, sides, goal, own[0], held[own], bust)
                )
                change, won[own, seat] = max(change, abs(found - won[own, seat])), found
    return won


class Piece(NamedTuple):
    """A candidate of one rotation: what a turn is worth to each seat, its chance to bust, and the bust values
    it is best for.
    """

    worth: tuple[Fraction, Fraction, Fraction]
    busts: Fraction
    low: Fraction
    high: Fraction


def bust_values(pieces: list[Piece]) -> list[Fraction]:
    """What a bust is worth to the mover of each rotation: the chances to win are followed round until
    somebody scores.
    """
    out = []
    for mover in range(3):
        chance, value, ends = (
            Fraction(1),
            Fraction(0),
            1 - pieces[0].busts * pieces[1].busts * pieces[2].busts,
        )
        for step in range(1, 4):
            at = pieces[(mover + step) % 3]
            value += chance * at.worth[-step % 3]
            chance *= at.busts
        out.append(value / ends)
    return out


def mixture(one: Piece, other: Piece, share: Any) -> Piece:
    """One with the rest of the chance, the other with the share."""
    blend = [
        (1 - share) * a + share * b
        for a, b in zip((*one.worth, one.busts), (*other.worth, other.busts), strict=True)
    ]
    return Piece((blend[0], blend[1], blend[2]), blend[3], one.high, one.high)


def pure(clusters: list[list[Piece]]) -> list[tuple[int, ...]]:
    """Candidates that are best replies to each other."""
    found = []
    for taken in product(*(range(len(own)) for own in clusters)):
        pieces = [own[at] for own, at in zip(clusters, taken, strict=True)]
        if all(
            piece.low < bust <= piece.high for piece, bust in zip(pieces, bust_values(pieces), strict=True)
        ):
            found.append(taken)
    return found


def mixed_by_two(clusters: list[list[Piece]]) -> list[list[Fraction]]:
    """What busts are worth in the equilibria in which two rotations mix, each share by bisection on the
    other's indifference.
    """
    found = []
    for kept in range(3):
        one, other = (kept + 1) % 3, (kept + 2) % 3
        for taken in product(
            *(range(len(own)) if at == kept else range(len(own) - 1) for at, own in enumerate(clusters))
        ):

            def pieces(shares: dict[int, Any], taken: tuple[int, ...] = taken) -> list[Piece]:
                return [
                    mixture(own[at], own[at + 1], shares[rotation]) if rotation in shares else own[at]
                    for rotation, (own, at) in enumerate(zip(clusters, taken, strict=True))
                ]

            # Once a mover is indifferent, its own share changes nothing for it: any serves to find the
            # other's.
            limits = clusters[one][taken[one]].high, clusters[other][taken[other]].high
            share_of_other = _root(
                lambda share: bust_values(pieces({one: Fraction(1, 2), other: share}))[one] - limits[0]  # noqa: B023
            )
            share_of_one = _root(
                lambda share: bust_values(pieces({one: share, other: Fraction(1, 2)}))[other] - limits[1]  # noqa: B023
            )
            if share_of_one is not None and share_of_other is not None:
                values = bust_values(pieces({one: share_of_one, other: share_of_other}))
                alone = clusters[kept][taken[kept]]
                if alone.low < values[kept] <= alone.high:
                    found.append(values)
    return found


def _root(of: Callable[[Fraction], Fraction]) -> Fraction | None:
    """Where a function of a share from 0 to 1 that goes one way only is zero, to 2^-60; None where it
    is not.
    """
    low, high = Fraction(0), Fraction(1)
    rises = of(high) > of(low)
    if of(low) * of(high) > 0:
        return None
    for _ in range(60):
        middle = (low + high) / 2
        if (of(middle) > 0) == rises:
            high = middle
        else:
            low = middle
    return low

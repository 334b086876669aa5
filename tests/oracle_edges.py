"""Slow and obvious answers where nearly every turn busts: decimals of 60 digits, of which cancellation may
eat 40. Nothing is imported.

A throw, over and over, is given by its gains, {points: chance}, and its bust is what they leave. An opponent
holds at n, or at what it lacks to the goal if that is less.
"""

from collections.abc import Callable
from decimal import Decimal, localcontext

Gains = dict[int, Decimal]
DIGITS = 60


def best_response(gains: Gains, goal: int, n: int) -> dict[tuple[int, int], Decimal]:
    """The chance to win of the one who responds to hold at n and is about to move, by (own score, opponent's
    score).

    Policy iteration on each state: the values of a rule's two equations, then the best choices by these
    values, until no value rises.
    """
    with localcontext(prec=DIGITS):
        bust, won, waiting = 1 - sum(gains.values()), {}, {}
        ends = [hold_at_ends(gains, lacking, min(n, lacking)) for lacking in range(1, goal + 1)]
        for total in range(2 * goal - 2, -1, -1):
            for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
                j = total - i
                theirs = ends[goal - j - 1]
                constant = sum(
                    chance * won[i, j + gain] for gain, chance in theirs.items() if j + gain < goal
                )
                leave, value = sum(theirs.values()), Decimal(0)
                rising = True
                while rising:
                    held, gained = _best_turn(
                        bust, gains, goal, i, constant + (1 - leave) * value, lambda x, j=j: waiting[x, j]
                    )
                    better = (gained + (1 - held) * constant) / (held + (1 - held) * leave)
                    rising, value = better > value * (1 + Decimal(10) ** -40), max(value, better)
                won[i, j], waiting[i, j] = value, constant + (1 - leave) * value
        return won


def _best_turn(
    bust: Decimal, gains: Gains, goal: int, banked: int, busted: Decimal, handed: Callable[[int], Decimal]
) -> tuple[Decimal, Decimal]:
    """The chance that the best turn does not bust, and what it is worth if a bust is worth nothing, by what a
    bust is worth.
    """
    standing: dict[int, tuple[Decimal, Decimal]] = {}
    for x in range(goal - 1, banked - 1, -1):
        held, gained = Decimal(0), Decimal(0)
        for gain, chance in gains.items():
            there = standing.get(x + gain, (Decimal(1), Decimal(1)))
            held, gained = held + chance * there[0], gained + chance * there[1]
        if x > banked and handed(x) >= gained + (1 - held) * busted:
            held, gained = Decimal(1), handed(x)
        standing[x] = held, gained
    return standing[banked]


def hold_at_ends(gains: Gains, lacking: int, n: int) -> Gains:
    """Where a turn ends that holds at n, busts left out."""
    reach, ends = {0: Decimal(1)}, {}
    for x in range(min(n, lacking)):
        for gain, chance in gains.items():
            where = reach if x + gain < n else ends
            where[x + gain] = where.get(x + gain, Decimal(0)) + reach.get(x, Decimal(0)) * chance
    return {end: chance for end, chance in ends.items() if chance}


def race(gains: Gains, goal: int) -> dict[tuple[int, int], Decimal]:
    """Optimal play of a race: the mover's chance to win by (own score, opponent's score); Newton steps on
    each pair of states.
    """
    with localcontext(prec=DIGITS):
        bust, won = 1 - sum(gains.values()), {}
        for total in range(2 * goal - 2, -1, -1):
            for i in range(max(0, total - goal + 1), total // 2 + 1):
                j = total - i
                pair, last = (Decimal("0.5"), Decimal("0.5")), None
                while pair != last:
                    last = pair
                    held, gained = _best_turn(bust, gains, goal, i, 1 - pair[1], lambda x, j=j: 1 - won[j, x])
                    other_held, other_gained = _best_turn(
                        bust, gains, goal, j, 1 - pair[0], lambda x, i=i: 1 - won[i, x]
                    )
                    leave = held + other_held - held * other_held
                    pair = (
                        (gained + (1 - held) * (other_held - other_gained)) / leave,
                        (other_gained + (1 - other_held) * (held - gained)) / leave,
                    )
                won[i, j], won[j, i] = pair
        return won

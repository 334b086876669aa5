"""Families of rules of thumb for one player alone, like those of `solvers.thumb.families` for two players.

The natural measure is the *even pace*: the points lacking to the goal divided by the turns left. As turns
bust, good rules hold at about twice that. In the last turn that is more than the points lacking, so such a
rule goes for the goal; one that holds at a number must say so. Tenths of a pace make whole numbers: 19 for
1.9.

In games with more decisions, a threshold may depend on the dice left, on the dice set aside for good, or on
the position's name, as in a race.
"""

from collections.abc import Sequence

from solvers.games.turn import Turn
from solvers.players.dice import dice_of
from solvers.thumb.families import Choices, Family, choices, going_for, shortest_first, told_apart

TENTHS = 100
# Largest number of conditions with their own thresholds: more would not fit in a line.
MOST_CONDITIONS = 3


def families_alone(turn: Turn, goal: int, turns: int, most_numbers: int) -> tuple[Family, ...]:
    """Return the families to search, by rising number of numbers.

    Parameters
    ----------
    turn : the game's turn, whose critical threshold gives the order of magnitude of a turn
    goal : points to reach
    turns : number of turns
    most_numbers : largest number of numbers in a family

    Examples
    --------
    >>> from solvers.games import pig
    >>> [family.text for family in families_alone(pig.turn(), 100, 10, 1)][:2]
    ['hold at {a}', 'hold when turn_total >= {a} and turns_left > 1']
    """
    worth = min(max(1, turn.critical_threshold()), goal)
    every = choices(1, goal, range(1, goal + 1))
    every_pace = choices(1, TENTHS, range(1, TENTHS + 1))
    total = choices(1, goal, [worth * tenth // 10 for tenth in range(7, 18, 2)])
    least = choices(0, goal, [worth * tenth // 10 for tenth in (0, 1, 2, 4, 6)])
    pace = choices(1, TENTHS, range(10, 35, 4))
    last = choices(0, turns, (0, 1, 2, 3))
    known = (
        Family("hold at {a}", (every,)),
        Family("hold when turn_total >= {a} and turns_left > 1", (every,)),
        Family("hold when turn_total * turns_left >= {a} * (goal - banked)", (every,)),
        Family("hold when (turn_total - {a}) * turns_left >= goal - banked", (every,)),
        Family("hold when 10 * turn_total * turns_left >= {a} * (goal - banked)", (every_pace,)),
        Family("hold when turn_total >= {a} and turns_left > {b}", (total, last)),
        Family("hold when 10 * (turn_total - {a}) * turns_left >= {b} * (goal - banked)", (least, pace)),
        Family(
            "hold when 10 * turn_total * turns_left >= {a} * (goal - banked) and goal - banked > {b}",
            (pace, least),
        ),
        Family(
            "hold when 10 * turn_total * turns_left >= {a} * (goal - banked) and turn_total >= {b}",
            (pace, least),
        ),
        Family(
            "hold when 10 * (turn_total - {a}) * turns_left >= {b} * (goal - banked) and goal - banked > {c}",
            (least, pace, least),
        ),
        Family(
            "hold when 10 * (turn_total - {a}) * turns_left >= {b} * (goal - banked) and turn_total >= {c}",
            (least, pace, least),
        ),
        Family(
            "hold when 10 * (turn_total - {a}) * turns_left >= {b} * (goal - banked) and turn_total >= {c}"
            " and goal - banked > {d}",
            (least, pace, least, least),
        ),
    )
    return tuple(family for family in known if family.numbers <= most_numbers)


def families_alone_by_position(turn: Turn, goal: int, most_numbers: int) -> tuple[Family, ...]:
    """Return the families to search in games with several positions, by rising number of numbers.

    Parameters
    ----------
    turn : the game's turn, whose critical threshold gives the order of magnitude of a turn
    goal : points to reach
    most_numbers : largest number of numbers in a family

    Examples
    --------
    >>> from solvers.games import ten_thousand
    >>> len(families_alone_by_position(ten_thousand.turn(), 200, 1))
    7
    """
    worth = min(max(2, turn.critical_threshold()), goal - 1)
    every = choices(1, goal, range(1, goal + 1))
    total = choices(1, goal, [worth * part // 12 for part in (1, 2, 3, 4, 6, 8)])
    every_pace = choices(1, TENTHS, range(1, TENTHS + 1))
    tenths = choices(1, TENTHS, range(5, 35, 5))
    known = [
        Family("hold at {a}", (every,)),
        Family("hold when turn_total >= {a} and turns_left > 1", (every,)),
        Family(_pace("turn_total", "a"), (every_pace,)),
    ]
    if (dice := dice_of(turn)) is not None:
        hot, step = f" and dice_left < {max(dice)}", choices(0, goal, (0, 1, 2, 3))
        least = choices(0, goal, [worth * part // 12 for part in (0, 1, 2, 4)])
        for way in ("", *going_for(turn)):
            known += [
                Family(f"hold when turn_total >= {{a}} and turns_left > 1{hot}{way}", (every,)),
                Family(f"{_pace('turn_total', 'a')}{hot}{way}", (every_pace,)),
                Family(
                    f"hold when turn_total >= {{a}} + {{b}} * dice_left and turns_left > 1{hot}{way}",
                    (total, step),
                ),
                Family(f"{_pace('(turn_total - {a})', 'b')}{hot}{way}", (least, tenths)),
                Family(f"{_pace('(turn_total - {a} * dice_left)', 'b')}{hot}{way}", (step, tenths)),
                Family(
                    f"{_pace('(turn_total - {a} - {b} * dice_left)', 'c')}{hot}{way}", (least, step, tenths)
                ),
            ]
    else:
        known += _by_name(told_apart(turn), total, tenths)
    return shortest_first(known, most_numbers)


def _pace(brought: str, tenths: str) -> str:
    """Return a rule that holds at a number of tenths of the even pace.

    >>> _pace("turn_total", "a")
    'hold when 10 * turn_total * turns_left >= {a} * (goal - banked)'
    """
    return f"hold when 10 * {brought} * turns_left >= {{{tenths}}} * (goal - banked)"


def _by_name(conditions: Sequence[str], total: Choices, tenths: Choices) -> list[Family]:
    """Families with a threshold for the first condition, for the first two, and so on; elsewhere they roll.

    Parameters
    ----------
    conditions : conditions of positions
    total, tenths : choices of turn totals to hold at, and of tenths of the even pace
    """
    found = []
    for count in range(1, min(len(conditions), MOST_CONDITIONS) + 1):
        named = list(zip("abc", conditions[:count], strict=False))
        at = " or ".join(f"turn_total >= {{{number}}} and {condition}" for number, condition in named)
        pace = " or ".join(
            f"10 * turn_total * turns_left >= {{{number}}} * (goal - banked) and {condition}"
            for number, condition in named
        )
        found.append(Family(f"hold when turns_left > 1 and ({at})", (total,) * count))
        found.append(Family(f"hold when {pace}", (tenths,) * count))
    return found

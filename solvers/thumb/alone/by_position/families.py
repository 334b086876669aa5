"""Families of rules of thumb for who plays alone for some turns, where there is more to decide.

As alone with one throw they go by the even pace, what lacks to the goal in equal parts over the turns left;
as in a race a threshold may hang on dice left, on dice set aside for good, or on the position's name.
"""

from collections.abc import Sequence

from solvers.games.turn import Turn
from solvers.players.dice import dice_of, out_of
from solvers.thumb.alone.families import TENTHS
from solvers.thumb.by_position.families import MOST_NAMED, going_for
from solvers.thumb.families import Choices, Family, choices

# Of a threshold for each condition: more would not fit in a line.
MOST_CONDITIONS = 3


def families_alone_by_position(turn: Turn, goal: int, most_numbers: int) -> tuple[Family, ...]:
    """The families that are searched, those of fewest numbers first.

    Parameters
    ----------
    turn : the game, whose critical threshold says about how much a turn is good for
    goal : points to reach
    most_numbers : of a family

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
    elif (out := out_of(turn)) is not None:
        known += _by_name([f"out = {number}" for number in range(max(out), -1, -1)], total, tenths)
    else:
        names = [position.name for position in turn.positions if position.ways]
        if 1 < len(names) <= MOST_NAMED:
            known += _by_name([f'position = "{name}"' for name in reversed(names)], total, tenths)
    fitting = [family for family in known if family.numbers <= most_numbers]
    return tuple(sorted(fitting, key=lambda family: family.numbers))


def _pace(brought: str, tenths: str) -> str:
    """Hold at so many tenths of the even pace.

    >>> _pace("turn_total", "a")
    'hold when 10 * turn_total * turns_left >= {a} * (goal - banked)'
    """
    return f"hold when 10 * {brought} * turns_left >= {{{tenths}}} * (goal - banked)"


def _by_name(conditions: Sequence[str], total: Choices, tenths: Choices) -> list[Family]:
    """Thresholds of the first condition, of the first two, and so on, one for each; elsewhere one throws.

    Parameters
    ----------
    conditions : each a condition of some positions
    total, tenths : turn totals to hold at, and tenths of the even pace
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

"""Families of rules of thumb for who plays alone for some turns, as those of `solvers.thumb.families` are for
two in turn.

The natural measure is the *even pace*: what lacks to the goal, in equal parts over the turns left. As turns
bust, a good rule holds at about twice of it. In the last turn that is more than what lacks, so that it goes
for the goal there without saying so; one that holds at a number must say it. Tenths of a pace are numbers as
people say them: 19 for 1.9.
"""

from solvers.games.turn import Turn
from solvers.thumb.families import Family, choices

TENTHS = 100


def families_alone(turn: Turn, goal: int, turns: int, most_numbers: int) -> tuple[Family, ...]:
    """The families that are searched, those of fewest numbers first.

    Parameters
    ----------
    turn : the game, whose critical threshold says about how much a turn is good for
    goal : points to reach
    turns : to play
    most_numbers : of a family

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

"""Certificates of what a rule of thumb's decisions give away, in plain NumPy by the written rules.

Turns are valued backwards over x = banked + turn total, then played forwards by these values, for all own
scores and some of the opponent's at once. No equation is solved: the numbers of turns after busts and wipes
are given with the others, and what other turns send to each pair of scores must equal them. The solver plays
out one turn after the other, by the points lacking to the goal, and shares no code with this module.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.games.turn import HOLD, Turn
from solvers.thumb.certificate_of_values import Stakes, Values
from solvers.turns.certificate_of_turns import TIE

# Size in bytes of an array of all own scores and some of the opponent's.
CACHED = 100_000
# Decisions that lose less are right, as in the solver.
RIGHT = 1e-12


def off_of_counts(one: Array, said: Array) -> float:
    """Return the largest difference of counts, relative to the largest count if that is more than 1.

    Parameters
    ----------
    one, said : counts by two routes
    """
    return float(np.abs(one - said).max() / max(1.0, float(np.abs(said).max(initial=0.0))))


class Said(Protocol):
    """Stored tables by name: a mapping, or an evaluation."""

    def __getitem__(self, name: str, /) -> NDArray[Any]:
        """Return the table with a name."""


class Decides(Protocol):
    """A player with known choices."""

    def takes(self, position: int, x: int, columns: Integers) -> Integers:
        """Return what it does at a position, int64[banked, column or 1]: HOLD or the place of a way.

        Whenever it goes on from a position, it takes the same way.
        """


@dataclass
class Sums:
    """Sums over turns that are played out.

    Attributes
    ----------
    group : int64[position], group of each position
    ends : float64[score, opponent], how often the turn is handed over with these scores
    lost : float64[banked, opponent], what decisions give away in the turns from these scores
    visits, lost_there, right : float64[turn_total, group], how often play gets there, what is given away, and
        how often a right decision is made
    inside : float64[banked, opponent, turn_total], how often play reaches the turn total; then only this and
        `group` and `ends` are used; empty if decisions are summed up
    past_goal : sums of decisions with the goal, if these are distinguished
    busted : float64[banked, opponent], how often turns bust, if that does not just hand over the turn; else
        empty
    """

    group: Integers
    ends: Array
    lost: Array
    visits: Array
    lost_there: Array
    right: Array
    inside: Array
    past_goal: "Sums | None" = None
    busted: Array = field(default_factory=lambda: np.zeros(0))

    @classmethod
    def of_stakes(cls, group: Integers, stakes: Stakes, totals: int, goal_apart: bool = False) -> "Sums":
        """Return empty sums over decisions.

        Parameters
        ----------
        group : int64[position], group of each position
        stakes : values of the turns' ends
        totals : number of turn totals; the greatest stands for more, too
        goal_apart : whether decisions with the goal are distinguished
        """
        groups = int(group.max()) + 1
        ends, lost = np.zeros(stakes.handed.shape), np.zeros((stakes.rows, stakes.handed.shape[1]))
        busted = np.zeros(0 if stakes.busting is None else stakes.busting.shape)

        def new(past_goal: Sums | None) -> Sums:
            visits, lost_there, right = np.zeros((3, totals, groups))
            return cls(group, ends, lost, visits, lost_there, right, np.zeros(0), past_goal, busted)

        return new(new(None) if goal_apart else None)

    @classmethod
    def empty(cls, group: Integers, others: int, said: Array) -> "Sums":
        """Return empty sums.

        Parameters
        ----------
        group : int64[position], group of each position
        others : number of the opponent's scores, or of numbers of turns left
        said : float64, the visits to compare with: of the shape of `inside`, or of `visits`
        """
        goal, by_state = len(said), said.ndim > 2
        ends, lost = np.zeros((2, goal, others))
        visits, lost_there, right = np.zeros((3, goal, 1 if by_state else two(said).shape[1]))
        inside = np.zeros((goal, others, goal) if by_state else 0)
        return cls(group, ends, lost, visits, lost_there, right, inside)

    def off(self, said: Said, lost: Array, loss: float) -> list[float]:
        """Return their differences from stored tables, if decisions are summed up.

        Parameters
        ----------
        said : `visits`, `lost_there` and `right_visits`
        lost : stored table of `lost`
        loss : all that is given away
        """
        there = two(said["lost_there"])
        return [
            off_of_counts(self.visits, two(said["visits"])),
            off_of_counts(self.right, two(said["right_visits"])),
            *(float(np.abs(one - of).max()) for one, of in ((self.lost, lost), (self.lost_there, there))),
            *(abs(float(table.sum()) - loss) for table in (lost, there)),
        ]


def two(table: NDArray[Any]) -> NDArray[Any]:
    """Return a table by turn total and by dice left, of which there may be only one column."""
    return table.reshape(len(table), -1)


def by_phase(table: NDArray[Any]) -> NDArray[Any]:
    """Return a table with the phase of the contest as its first dimension."""
    return table.reshape(*table.shape[:2], -1)


def play_out(turn: Turn, handed: Array, *players: tuple[Decides | None, Array, Sums]) -> None:
    """Play the turns of some players forwards, in a contest where the goal wins.

    Parameters
    ----------
    turn : the game's turn
    handed : float64[score, opponent], value to the mover of handing over the turn, below the goal
    players : for each player the rule, None for optimal play; float64[banked, opponent], how often its turns
        begin; and sums that are added to
    """
    goal, others = handed.shape
    won = np.ones((turn.longest_gain, others))
    play_at(
        Stakes(turn, goal, np.concatenate((handed, won)), goal, np.full(others, goal)),
        *players,
    )


def play_at(stakes: Stakes, *players: tuple[Decides | None, Array, Sums]) -> None:
    """Play the turns of some players forwards, some columns at a time.

    Parameters
    ----------
    stakes : values of the turns' ends
    players : as of `play_out`
    """
    others = stakes.handed.shape[1]
    some = max(4, CACHED // (8 * stakes.rows))
    summed_up = any(rule is None or not out.inside.size for rule, _, out in players)
    for first in range(0, others, some):
        columns = np.arange(first, min(others, first + some))
        values = Values(stakes.of(columns), summed_up)
        for rule, begun, out in players:
            play(rule, values, begun[:, columns], columns, out)


def play(rule: Decides | None, values: Values, begun: Array, columns: Integers, out: Sums) -> None:
    """Play turns forwards and sum up what happens.

    Parameters
    ----------
    rule : the player; None for optimal play
    values : values of all throws
    begun : float64[banked, column], how often turns begin
    columns : int64[column], indices of these columns
    out : sums, added to in these columns
    """
    turn, rows, _, top, *_ = values.stakes
    far = len(out.ends)
    if out.inside.size:
        out.inside[:, columns, 0] = begun
    standing = [{} for _ in range(top)]  # type: list[dict[int, Array]]
    # A turn begins at x = banked, which is the last row there.
    for x in range(rows):
        opening = _opening(values, x)
        for index in turn.openings:
            first = np.zeros((x + 1, len(columns)))
            first[x] = np.where(opening == index, begun[x], 0.0)
            standing[x][index] = first
    arrived: dict[tuple[int, int], Array] = {}
    depth = [position.most_given_up for position in turn.positions]

    def leave(x: int, position: int, mass: Array) -> None:
        """Decide at a position, and go on from there."""
        if not mass.any():
            return
        if out.inside.size:
            banked = np.arange(x + 1)[:, None]
            out.inside[banked, columns, x - banked] += mass
        taken = _decide(rule, values, (x, position), mass, columns, out)
        for place, way in enumerate(turn.positions[position].ways, 1):
            if rule is not None and place != taken.max():
                continue
            there = standing[x - way.given_up]
            gone = values.rows(x - way.given_up)
            there[way.throw] = there.get(way.throw, 0.0) + np.where(taken == place, mass, 0.0)[:gone]
        held = np.where(taken == 0, mass, 0.0)
        if x < far:
            out.ends[x, columns] += held.sum(axis=0)

    for x in range(top):
        # All that leads to a throw at x has arrived, except from throws that gain nothing.
        for position, given_up in enumerate(depth):
            if (key := (x + given_up, position)) in arrived and key[0] < top:
                leave(*key, arrived.pop(key))
        for index, throw in enumerate(turn.throws):
            if index not in standing[x]:
                continue
            mass = standing[x].pop(index)
            busted = (float(throw.bust) * mass)[: far - turn.least_score]
            if out.busted.size:
                out.busted[: len(busted), columns] += busted
            else:
                out.ends[turn.least_score : turn.least_score + len(busted), columns] += busted
            out.ends[0, columns] += float(throw.wipe) * mass.sum(axis=0)
            for outcome in throw.outcomes:
                if (there := x + outcome.gain) < top:
                    grown = np.zeros((values.rows(there), len(columns)))
                    grown[: len(mass)] = float(outcome.probability) * mass
                    if outcome.gain == 0:
                        leave(there, outcome.position, grown)
                    else:
                        key = there, outcome.position
                        arrived[key] = arrived.get(key, 0.0) + grown
                elif there < far:
                    out.ends[there, columns] += float(outcome.probability) * mass.sum(axis=0)


def _opening(values: Values, banked: int) -> Array:
    """The throw that opens the turn, int64[column]; among equal ones the first."""
    turn, handed = values.stakes.turn, values.stakes.handed
    best = np.full(handed.shape[1], turn.openings[0])
    if len(turn.openings) == 1:
        return best
    worth = values.throws[banked][turn.openings[0]][banked].copy()
    for index in turn.openings[1:]:
        other = values.throws[banked][index][banked]
        better = other > worth * (1.0 + TIE)
        best[better], worth[better] = index, other[better]
    return best


def _decide(
    rule: Decides | None,
    values: Values,
    at: tuple[int, int],
    mass: Array,
    columns: Integers,
    out: Sums,
) -> Integers:
    """The choice at a position, HOLD or the place of a way, int64[banked, column].

    Parameters
    ----------
    rule : the player; None for optimal play
    values : values of all throws
    at : x and position
    mass : float64[banked, column], how often play gets there
    columns : int64[column], indices of these columns
    out : sums, added to for a rule
    """
    x, position = at
    stakes = values.stakes
    if rule is None:
        return _best(values.choices(x, position), begins=x < stakes.rows)
    taken = rule.takes(position, x, columns)
    if out.inside.size:
        return taken
    choices = values.choices(x, position)
    best = choices.max(axis=0)
    chosen = np.where(taken == HOLD, choices[HOLD], choices[taken.max()])
    # Among the scores up to x the last row has turn total 0, where a player cannot hold, but may choose how
    # to go on. Below the entry that is so at every turn total.
    may_hold = x if x >= stakes.turn.entry else 0
    decided = mass[: (0, may_hold, x + 1)[min(2, len(stakes.turn.positions[position].ways))]]
    decided = np.where(x < stakes.end, decided, 0.0)
    lost = np.maximum(best - chosen, 0.0)[: len(decided)]
    totals = np.minimum(x - np.arange(len(decided)), len(out.visits) - 1)
    out.lost[: len(decided), columns] += decided * lost
    group, tables = out.group[position], out if x < stakes.rows or out.past_goal is None else out.past_goal
    for table, counted in (
        (tables.visits, decided),
        (tables.lost_there, decided * lost),
        (tables.right, np.where(lost <= RIGHT, decided, 0.0)),
    ):
        np.add.at(table[:, group], totals, counted.sum(axis=1))
    return taken


def _best(choices: Array, begins: bool) -> Integers:
    """The best choice, int64[banked, column]; ties, up to rounding, hold or take the first way.

    Parameters
    ----------
    choices : float64[choice, banked, column]
    begins : whether the turn total is 0 in the last row, where a player cannot hold
    """
    worth, taken = choices[0].copy(), np.zeros(choices.shape[1:], np.int64)
    if begins:
        worth[-1] = -1.0
    for place, ahead in enumerate(choices[1:], 1):
        better = ahead > worth + TIE * np.abs(worth)
        taken[better], worth[better] = place, ahead[better]
    return taken

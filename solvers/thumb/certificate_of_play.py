"""Certificates of what is said about the decisions of a rule of thumb, in plain NumPy on the rules as they
were written.

Turns are valued backwards over x = banked + turn total, then played forwards with what is then known, for all
own scores and some of the other's at once. Nothing is solved for: turns that begin after a bust and after a
wipe are given among the others, and what comes to each pair of scores must be what is sent there. The solver
plays out one turn after the other, by what lacks to the goal, and knows no array of this file.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.players.rule import RuleOfThumb
from solvers.turns.certificate_of_turns import TIE

# Bytes of an array of all own scores and some of the other's.
CACHED = 100_000
# Decisions that lose no more are right, as the solver has it.
RIGHT = 1e-12


def off_of_counts(one: Array, said: Array) -> float:
    """Largest difference of counts, as a share of the largest count if that is more than 1: thousands of
    visits can be as exact as their size allows.

    Parameters
    ----------
    one, said : counts by two routes
    """
    return float(np.abs(one - said).max() / max(1.0, float(np.abs(said).max(initial=0.0))))


class Said(Protocol):
    """What is said, by its names: a mapping, or an evaluation."""

    def __getitem__(self, name: str, /) -> NDArray[Any]:
        """What is said by that name."""


@dataclass
class Sums:
    """What comes of turns that are played out.

    Attributes
    ----------
    group : int64[position], in which group each is
    ends : float64[banked, opponent], how often the turn is handed over with these scores
    lost : float64[banked, opponent], what decisions give away in the turns from these scores
    visits, lost_there, right : float64[turn_total, group], how often play comes there, what is given away,
        and how often play comes there and decides right
    inside : float64[banked, opponent, turn_total], how often the turn total is that, instead of all but the
        first; empty where decisions are summed up
    """

    group: Integers
    ends: Array
    lost: Array
    visits: Array
    lost_there: Array
    right: Array
    inside: Array

    @classmethod
    def empty(cls, group: Integers, others: int, said: Array) -> "Sums":
        """Of no turn.

        Parameters
        ----------
        group : int64[position], in which group each is
        others : scores of the other, or numbers of turns left
        said : float64, the visits that are laid beside: as `inside`, or as `visits`
        """
        goal, by_state = len(said), said.ndim > 2
        ends, lost = np.zeros((2, goal, others))
        visits, lost_there, right = np.zeros((3, goal, 1 if by_state else two(said).shape[1]))
        inside = np.zeros((goal, others, goal) if by_state else 0)
        return cls(group, ends, lost, visits, lost_there, right, inside)

    def off(self, said: Said, lost: Array, loss: float) -> list[float]:
        """How far they are from what is said, each at most, where decisions are summed up.

        Parameters
        ----------
        said : `visits`, `lost_there` and `right_visits`
        lost : what is said of `lost`
        loss : what is given away in all
        """
        there = two(said["lost_there"])
        return [
            off_of_counts(self.visits, two(said["visits"])),
            off_of_counts(self.right, two(said["right_visits"])),
            *(float(np.abs(one - of).max()) for one, of in ((self.lost, lost), (self.lost_there, there))),
            *(abs(float(table.sum()) - loss) for table in (lost, there)),
        ]


def two(table: NDArray[Any]) -> NDArray[Any]:
    """A table by turn total, and by dice left, of which there may be but one column."""
    return table.reshape(len(table), -1)


@dataclass
class Values:
    """What throws are worth under optimal play, against some of the other's scores.

    Attributes
    ----------
    turn, goal : the game
    handed : float64[score, opponent], value to the mover of handing over the turn, also of who has won
    known : whether anything is valued at all
    throws : by x and throw, float64[banked, opponent], for banked scores up to x
    """

    turn: Turn
    goal: int
    handed: Array
    known: bool = True
    throws: list[dict[int, Array]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Value all throws, those at the greatest x first, and of these the last one first."""
        turn, self.throws = self.turn, [{} for _ in range(self.goal)]
        for x in range(self.goal - 1, -1, -1) if self.known else ():
            bust = self.handed[turn.least_score : turn.least_score + x + 1]
            standing: dict[tuple[int, int], Array] = {}
            for index, throw in reversed(list(enumerate(turn.throws))):
                worth = float(throw.bust) * bust + float(throw.wipe) * self.handed[:1]
                for outcome in throw.outcomes:
                    key = x + outcome.gain, outcome.position
                    if key not in standing:
                        standing[key] = (
                            np.ones((1, 1)) if key[0] >= self.goal else self.choices(*key).max(axis=0)
                        )
                    worth = worth + float(outcome.probability) * standing[key][: x + 1]
                self.throws[x][index] = worth

    def choices(self, x: int, position: int) -> Array:
        """What holding is worth, and each way in order, float64[choice, banked, opponent].

        A way that gives up what there is not to be given up is worth nothing, and so is holding below the
        entry.
        """
        ways = self.turn.positions[position].ways
        out = np.full((1 + len(ways), x + 1, self.handed.shape[1]), -1.0)
        if x >= self.turn.entry:
            out[0] = self.handed[x]
        for place, way in enumerate(ways, 1):
            ahead = self.throws[x - way.given_up][way.throw]
            out[place, : len(ahead)] = ahead
        return out


def play_out(turn: Turn, handed: Array, *players: tuple[RuleOfThumb | None, Array, Sums]) -> None:
    """Play the turns of some players forwards, some of the other's scores at a time.

    Parameters
    ----------
    turn : the game
    handed : float64[score, opponent], value to the mover of handing over the turn, below the goal
    players : each a rule, None for optimal play; float64[banked, opponent], how often its turns begin; and
        sums that are added to
    """
    goal, others = handed.shape
    beyond = np.concatenate((handed, np.ones((max(1, turn.least_score), others))))
    some, summed_up = max(4, CACHED // (8 * goal)), any(not out.inside.size for _, _, out in players)
    for first in range(0, others, some):
        columns = np.arange(first, min(others, first + some))
        values = Values(turn, goal, beyond[:, columns], summed_up)
        for rule, begun, out in players:
            play(rule, values, begun[:, columns], columns, out)


def play(rule: RuleOfThumb | None, values: Values, begun: Array, columns: Integers, out: Sums) -> None:
    """Play turns forwards, and add up what comes of them.

    Parameters
    ----------
    rule : whose turns, None for optimal play's
    values : of all throws
    begun : float64[banked, opponent], how often turns begin
    columns : int64[opponent], the other's scores
    out : sums are added to, in these columns
    """
    turn, goal = values.turn, values.goal
    if out.inside.size:
        out.inside[:, columns, 0] = begun
    standing = [{} for _ in range(goal)]  # type: list[dict[int, Array]]
    # The turn begins at x = banked, which is the last row there.
    for x in range(goal):
        opening = _opening(turn, values, x)
        for index in turn.openings:
            first = np.zeros((x + 1, len(columns)))
            first[x] = np.where(opening == index, begun[x], 0.0)
            standing[x][index] = first
    arrived: dict[tuple[int, int], Array] = {}
    depth = [position.most_given_up for position in turn.positions]

    def leave(x: int, position: int, mass: Array) -> None:
        """Decide at a position, and go on from there."""
        if out.inside.size:
            banked = np.arange(x + 1)[:, None]
            out.inside[banked, columns, x - banked] += mass
        taken = _decide(rule, values, (x, position), mass, columns, out)
        for place, way in enumerate(turn.positions[position].ways, 1):
            there = standing[x - way.given_up]
            rows = x - way.given_up + 1
            there[way.throw] = there.get(way.throw, 0.0) + np.where(taken == place, mass, 0.0)[:rows]
        held = np.where(taken == 0, mass, 0.0)
        if x < goal:
            out.ends[x, columns] += held.sum(axis=0)

    for x in range(goal):
        # Whatever leads to a throw at x has come by now, but for what gains nothing.
        for position, given_up in enumerate(depth):
            if (key := (x + given_up, position)) in arrived and key[0] < goal:
                leave(*key, arrived.pop(key))
        for index, throw in enumerate(turn.throws):
            if index not in standing[x]:
                continue
            mass = standing[x].pop(index)
            busted = (float(throw.bust) * mass)[: goal - turn.least_score]
            out.ends[turn.least_score : turn.least_score + len(busted), columns] += busted
            out.ends[0, columns] += float(throw.wipe) * mass.sum(axis=0)
            for outcome in throw.outcomes:
                if (there := x + outcome.gain) < goal:
                    grown = np.zeros((there + 1, len(columns)))
                    grown[: x + 1] = float(outcome.probability) * mass
                    if outcome.gain == 0:
                        leave(there, outcome.position, grown)
                    else:
                        key = there, outcome.position
                        arrived[key] = arrived.get(key, 0.0) + grown


def _opening(turn: Turn, values: Values, banked: int) -> Array:
    """Which throw opens the turn, int64[opponent]; of equally good ones the first."""
    best = np.full(values.handed.shape[1], turn.openings[0])
    if len(turn.openings) == 1:
        return best
    worth = values.throws[banked][turn.openings[0]][banked].copy()
    for index in turn.openings[1:]:
        other = values.throws[banked][index][banked]
        better = other > worth * (1.0 + TIE)
        best[better], worth[better] = index, other[better]
    return best


def _decide(
    rule: RuleOfThumb | None,
    values: Values,
    at: tuple[int, int],
    mass: Array,
    columns: Integers,
    out: Sums,
) -> Integers:
    """What is done at a position, HOLD or the place of a way, int64[banked, opponent].

    Parameters
    ----------
    rule : that decides, None for optimal play
    values : of all throws
    at : x and position
    mass : float64[banked, opponent], how often play comes there
    columns : int64[opponent], the other's scores
    out : sums are added to, for a rule
    """
    x, position = at
    if rule is None:
        return _best(values.choices(x, position))
    taken = rule.takes(position, x, columns)
    if out.inside.size:
        return taken
    choices = values.choices(x, position)
    best = choices.max(axis=0)
    chosen = np.take_along_axis(choices, taken[None], axis=0)[0]
    # The last row has a turn total of 0, at which one only decides how to go on, where that may be. Below the
    # entry that is so at every turn total.
    may_hold = x if x >= values.turn.entry else 0
    decided = mass[: (0, may_hold, x + 1)[min(2, len(values.turn.positions[position].ways))]]
    lost = np.maximum(best - chosen, 0.0)[: len(decided)]
    totals = x - np.arange(len(decided))
    out.lost[: len(decided), columns] += decided * lost
    group = out.group[position]
    out.visits[totals, group] += decided.sum(axis=1)
    out.lost_there[totals, group] += (decided * lost).sum(axis=1)
    out.right[totals, group] += np.where(lost <= RIGHT, decided, 0.0).sum(axis=1)
    return taken


def _best(choices: Array) -> Integers:
    """The best choice, int64[banked, opponent]; up to rounding, a tie holds, or takes the way named first.

    Nobody stops with nothing: that is the last row.
    """
    worth, taken = choices[0].copy(), np.zeros(choices.shape[1:], np.int64)
    worth[-1] = -1.0
    for place, ahead in enumerate(choices[1:], 1):
        better = ahead > worth + TIE * np.abs(worth)
        taken[better], worth[better] = place, ahead[better]
    return taken

"""Rules of thumb in any game: where they hold, and which way they take to go on.

A rule may use the turn total, the scores and the goal, or the turns left of a player alone. It may also use
the position after the last throw: its name (`position`), the number of dice that going on rolls
(`dice_left`), and the dice of a cup that are set aside for good (`out`). The number of dice is read from the
throws' names, as in "3 dice", if all have one; dice set aside from the positions' names.

If there are several ways to go on, a rule always takes the same one from a position: the one that maximises
what the rule goes for, by default `points`. `points` is what the way keeps of the throw: 0, or negative by
what it gives up. Ties go to the way that gives up least, then to the one with most dice, then to the first.
So `dice_left` does not depend on the turn total. Positions with equal `dice_left`, and equal in all else that
the rule uses, form a *kind*: a rule is a boolean for each kind, turn total and pair of scores.

A turn begins with a throw, so a rule never holds at turn total 0. It holds at positions without a way to go
on, and never with less than the game's entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Flags, Integers
from solvers.errors import expected
from solvers.games.plan import Choices
from solvers.games.turn import HOLD, Turn
from solvers.players.dice import dice_of, out_of
from solvers.players.language.beside import Beside, beside
from solvers.players.language.fractions import Exact
from solvers.players.language.grammar import names_in, parsed
from solvers.players.language.meaning import Meaning

# Evaluate this many numbers at a time.
MOST_SUMS = 4_000_000
# Largest number of kinds of positions: each takes a byte for every turn total and pair of scores.
MOST_KINDS = 24
NOTHING: Mapping[str, int] = {}


@dataclass(frozen=True)
class RuleOfThumb:
    """A rule of thumb for a game's turns with one opening, in a race or for a player alone.

    Attributes
    ----------
    name : the text of the rule
    turn, goal : the game
    way : int64[position], place of the way that it takes to go on, from 1 on; 0 where there is none
    kind : int64[position], index of the position's kind
    holds : bool[banked, opponent, turn_total, kind]; dimensions that the rule does not use have length 1; for
        a player alone, `opponent` is the turns left
    turns : number of turns of a player alone, 0 in a race
    """

    name: str
    turn: Turn
    goal: int
    way: Integers
    kind: Integers
    holds: Flags
    turns: int = 0

    @property
    def beside(self) -> Beside:
        """The opponent's score, or the turns left."""
        return beside(self.goal, self.turns)

    def at(self, banked: int, opponent: int) -> Flags:
        """Return what it does at two scores, int8[turn_total, position]: HOLD or the place of a way."""
        scores = self.holds[min(banked, self.holds.shape[0] - 1), min(opponent, self.holds.shape[1] - 1)]
        held = np.broadcast_to(scores, (self.goal, scores.shape[-1]))[:, self.kind].copy()
        held[0] = False
        return np.where(held, np.int8(HOLD), self.way.astype(np.int8))

    @property
    def opening(self) -> int:
        """Index of the throw that opens every turn."""
        return self.turn.openings[0]

    @cached_property
    def choices(self) -> Choices:
        """What it does. It never holds at turn total 0."""
        holds = np.repeat(self.holds, 2, axis=2) if self.holds.shape[2] == 1 else self.holds.copy()
        holds[:, :, 0] = False
        return Choices(holds, self.kind, self.way[None])

    def takes(self, position: int, x: int, opponents: Integers) -> Integers:
        """Return what it does at a position, int64[banked, opponent or 1]: HOLD or the place of a way.

        Parameters
        ----------
        position : index of the position
        x : banked score plus turn total, below the goal; banked scores go from 0 to x
        opponents : int64[opponent], scores of the opponent
        """
        totals = x - np.arange(x + 1)
        own = np.minimum(x - totals, self.holds.shape[0] - 1)[:, None]
        other = np.minimum(opponents, self.holds.shape[1] - 1)
        held = self.holds[own, other, totals[:, None], self.kind[position]] & (totals > 0)[:, None]
        return np.where(held, HOLD, self.way[position])

    @cached_property
    def dice(self) -> Integers | None:
        """Number of dice rolled next, int64[position], 0 where it must hold; None if no throw says it."""
        thrown = dice_of(self.turn)
        if thrown is None:
            return None
        return np.array(
            [
                thrown[position.ways[place - 1].throw] if place else 0
                for position, place in zip(self.turn.positions, self.way.tolist(), strict=True)
            ]
        )


def rule_of_thumb(
    rule: str,
    turn: Turn,
    goal: int,
    numbers: Mapping[str, int] | None = None,
    turns: int = 0,
    beside_all: Mapping[str, int] = NOTHING,
) -> RuleOfThumb:
    """Evaluate a rule at all scores and positions.

    Parameters
    ----------
    rule : the text
    turn : a game's turn with one opening
    goal : points to win, 2 or more
    numbers : values of {a} to {d}
    turns : number of turns of a player alone, 0 in a race
    beside_all : further names that it may use, each with a number that is the same at all scores

    Raises
    ------
    InvalidRules
        if it is no valid rule, with the column; if turns have several openings; or if it distinguishes too
        many kinds of positions

    Examples
    --------
    >>> from solvers.games import ten_thousand
    >>> turn = ten_thousand.turn()
    >>> found = rule_of_thumb("hold when turn_total >= 6 and dice_left < 5, go for most points", turn, 20)
    >>> found.holds.shape, bool(found.at(0, 0)[6, 0] == HOLD), bool(found.at(0, 0)[6, -1] == HOLD)
    ((1, 1, 20, 5), True, False)
    """
    if len(turn.openings) > 1:
        remedy = "A rule of thumb does not say how many dice to begin with."
        raise expected("rules", "a game whose turns open in one way", turn.name, remedy)
    given, also = _exact(numbers or {}), _exact(beside_all)
    way = _ways(rule, turn, also, given)
    kind, first = _kinds(rule, turn, way)
    scores, names, others = np.arange(goal, dtype=np.int64), names_in(rule), beside(goal, turns)
    # In parts by banked score: a sum takes eight bytes for each entry.
    some = max(1, MOST_SUMS // (goal * others.size * len(first))) if "banked" in names else goal
    holds = [
        np.atleast_1d(
            _meaning(
                rule,
                turn,
                _known(scores[low : low + some], others, others.values, scores, goal) | also,
                way,
                first,
                given,
            ).holds()
        )
        for low in range(0, goal if "banked" in names else 1, some)
    ]
    parts = [own.reshape((1,) * (4 - own.ndim) + own.shape) for own in holds]
    found = np.concatenate(parts, axis=0)
    everywhere = np.broadcast_to(found, (*found.shape[:2], goal, len(first))) if found.ndim == 4 else found
    may_hold = not_below(turn.entry, np.ascontiguousarray(everywhere))
    return RuleOfThumb(rule, turn, goal, way, kind, may_hold, turns)


def not_below(entry: int, holds: Flags) -> Flags:
    """Forbid holding with less than the entry. Banked scores from the entry on stay merged if they were.

    Parameters
    ----------
    entry : least score that may be banked, 0 if there is none
    holds : bool[banked, opponent, turn_total, kind], where the rule alone holds
    """
    if entry == 0:
        return holds
    goal = holds.shape[2]
    banked = np.arange(min(entry + 1, goal) if len(holds) == 1 else goal)
    found = holds[np.minimum(banked, len(holds) - 1)]
    return found & (banked[:, None] + np.arange(goal) >= entry)[:, None, :, None]


def check(
    rule: str,
    turn: Turn,
    goal: int,
    numbers: Mapping[str, int],
    turns: int = 0,
    beside_all: Mapping[str, int] = NOTHING,
) -> None:
    """Refuse an invalid rule, or one that is invalid with these numbers.

    Parameters
    ----------
    rule, turn, goal, numbers, turns, beside_all : as in `rule_of_thumb`

    Raises
    ------
    InvalidRules
        as `rule_of_thumb` does
    """
    if len(turn.openings) > 1:
        rule_of_thumb(rule, turn, 2)
    given, also = _exact(numbers), _exact(beside_all)
    way = _ways(rule, turn, also, given)
    _, first = _kinds(rule, turn, way)
    # Sums are largest at the corners.
    corner, others = np.array([0, goal - 1]), beside(goal, turns)
    known = _known(corner, others, others.ends, corner, goal) | also
    _meaning(rule, turn, known, way, first, given).holds()


def _exact(numbers: Mapping[str, int]) -> dict[str, Exact]:
    """Numbers as exact fractions."""
    return {name: Exact(np.array(number)) for name, number in numbers.items()}


def _known(
    banked: Integers, others: Beside, beside_it: Integers, totals: Integers, goal: int
) -> dict[str, Exact]:
    """Values of the names, arrays [banked, beside, turn_total, kind] for one kind.

    Parameters
    ----------
    banked : int64[banked], own scores
    others : the opponent's score, or the turns left
    beside_it : int64[beside], its values
    totals : int64[turn_total], turn totals
    goal : points to win
    """
    return {
        "banked": Exact(banked[:, None, None, None]),
        others.name: Exact(beside_it[:, None, None]),
        "turn_total": Exact(totals[:, None]),
        "goal": Exact(np.array(goal)),
    }


def _meaning(
    rule: str,
    turn: Turn,
    known: dict[str, Exact],
    way: Integers,
    first: Integers,
    given: Mapping[str, Exact],
) -> Meaning:
    """The rule with values for its names, arrays [banked, beside, turn_total, kind].

    Parameters
    ----------
    rule, turn : as in `rule_of_thumb`
    known : values from `_known`, and further names
    way : int64[position], place of the way taken
    first : int64[kind], a position of each kind
    given : values of the numbers beside the rule
    """
    of_positions = {name: Exact(numbers[first]) for name, numbers in _of_positions(turn, way).items()}
    return Meaning(rule, known | of_positions, given, [turn.positions[place].name for place in first])


def _of_positions(turn: Turn, way: Integers) -> dict[str, Integers]:
    """Values of the names that depend on the position, other than its own name, int64[position] each."""
    found: dict[str, Integers] = {}
    if (dice := dice_of(turn)) is not None:
        taken = zip(turn.positions, way.tolist(), strict=True)
        found["dice_left"] = np.array([dice[at.ways[own - 1].throw] if own else 0 for at, own in taken])
    if (out := out_of(turn)) is not None:
        found["out"] = np.array(out)
    return found


def _kinds(rule: str, turn: Turn, way: Integers) -> tuple[Integers, Integers]:
    """The kind of each position, int64[position], and a position of each kind, int64[kind].

    Parameters
    ----------
    rule, turn : as in `rule_of_thumb`
    way : int64[position], place of the way taken
    """
    names, own = names_in(rule), _of_positions(turn, way)
    asked = [numbers for name, numbers in own.items() if name in names]
    # Only tests of the position's name matter here; turn totals and scores need not be known.
    tests = Meaning(rule, {}, {}, [position.name for position in turn.positions]).tests()
    asked += [test.astype(np.int64) for test in tests]
    if not asked:
        return np.zeros(len(turn.positions), np.int64), np.zeros(1, np.int64)
    table = np.array(asked).T
    _, first, kind = np.unique(table, axis=0, return_index=True, return_inverse=True)
    if len(first) > MOST_KINDS:
        raise expected("rule", f"at most {MOST_KINDS} different kinds of positions", len(first))
    return np.asarray(kind.reshape(-1), np.int64), np.asarray(first, np.int64)


def _ways(rule: str, turn: Turn, also: Mapping[str, Exact], given: Mapping[str, Exact]) -> Integers:
    """Place of the way taken from each position, int64[position].

    Parameters
    ----------
    rule, turn : as in `rule_of_thumb`
    also : further names that it may use
    given : values of the numbers beside the rule
    """
    every = [way for position in turn.positions for way in position.ways]
    several = any(len(position.ways) > 1 for position in turn.positions)
    goes_for = parsed(rule).children[1:]
    count = np.array([len(position.ways) for position in turn.positions], np.int64)
    if not several and not goes_for:
        return np.minimum(count, 1)
    points = np.array([-way.given_up for way in every], np.int64)
    known, dice = {"points": Exact(points), **also}, dice_of(turn)
    thrown = np.array([dice[way.throw] if dice else 0 for way in every], np.int64)
    if dice is not None:
        known["dice_left"] = Exact(thrown)
    meaning = Meaning(rule, known, given)
    if goes_for and not several:
        remedy = "Each position has only one way to go on. Leave it out."
        raise meaning.refused("no `go for most`", goes_for[0], remedy)
    wanted = meaning.goes_for() or known["points"]
    most = np.broadcast_to(wanted.top, points.shape)
    at = np.repeat(np.arange(len(count)), count)
    # np.lexsort sorts by its last key first, and is stable.
    best_first = np.lexsort((-thrown, -points, -most, at))
    taken, start = np.zeros(len(count), np.int64), np.cumsum(count) - count
    taken[count > 0] = 1 + (best_first[start[count > 0]] - start[count > 0])
    return taken

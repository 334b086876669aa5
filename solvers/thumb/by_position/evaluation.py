"""What a rule of thumb is worth in games with more to decide: against optimal play, itself and its reply.

As in `solvers.thumb.evaluation`, what its decisions give away adds up to what it loses. Nothing is kept of
single decisions but sums, as there are too many.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.plans.head_to_head import race_of
from solvers.plans.played_turns import PlayedTurns, played_optimally
from solvers.plans.response import respond
from solvers.plans.response_with_entry import respond_with_entry
from solvers.race.solve import Race, optimal_play
from solvers.thumb.begun import Begun, turns_begun_of_played
from solvers.thumb.by_position.certificate import Tables, residual
from solvers.thumb.by_position.decisions import Decided, Grid, decided, sides
from solvers.thumb.by_position.rule import RuleByPosition, dice_of, out_of
from solvers.thumb.by_position.turns import played_by_rule
from solvers.thumb.region import Region
from solvers.thumb.regions import Decisions, found_in, steps

# Positions that a sentence tells apart, where no number of dice does.
MOST_NAMED = 8


@dataclass(frozen=True)
class Met:
    """Whom rules of thumb of a game meet, solved once: optimal play.

    Attributes
    ----------
    race : its answer
    turns : how its turns end
    """

    race: Race
    turns: PlayedTurns


@dataclass(frozen=True)
class EvaluationByPosition:
    """A rule of thumb and those whom it meets.

    Attributes
    ----------
    rule : what it means
    met : optimal play
    against_optimal, against_itself : the rule against optimal play, and against itself, float64[mover,
        banked, opponent]: its chance to win if it, or the other, is about to move
    against_reply : against its best reply
    begun : how often turns of the rule, and of optimal play, begin in a game of theirs
    decided : what the rule gives away
    dice_apart : whether tables tell dice left apart
    """

    rule: RuleByPosition
    met: Met
    against_optimal: Array
    against_itself: Array
    against_reply: Array
    begun: Begun
    decided: Decided
    dice_apart: bool = True

    @property
    def turn(self) -> Turn:
        """The game."""
        return self.rule.turn

    @property
    def loss(self) -> float:
        """What it gives away to optimal play: the chance to win that it lacks to a half."""
        return max(0.0, 0.5 - _wins(self.against_optimal))

    @property
    def loss_to_reply(self) -> float:
        """What it gives away to its best reply."""
        return max(0.0, 0.5 - _wins(self.against_reply))

    @property
    def decisions(self) -> float:
        """How often it decides in a game against optimal play."""
        return float(self.decided.visits.sum())

    @property
    def right_decisions(self) -> float:
        """Share of the decisions met in play that are right."""
        return float(self.decided.right.sum()) / self.decisions if self.decisions > 0.0 else 1.0

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where it gives most away, in words."""
        _, words = groups_of(self.rule)
        return found_in(Region.everywhere(self.rule.goal, False), _in_cells(self.decided, self.rule), words)

    @property
    def value(self) -> Array:
        """What optimal play is worth to whoever is about to move, float64[banked, opponent]."""
        return self.met.race.value

    @property
    def value_against_optimal(self) -> Array:
        """The rule's chance to win when about to move, float64[banked, opponent]; likewise those below."""
        return np.asarray(self.against_optimal[0])

    @property
    def waiting_value_against_optimal(self) -> Array:
        """While optimal play is about to move."""
        return np.asarray(self.against_optimal[1])

    @property
    def value_against_itself(self) -> Array:
        """Against itself, when about to move."""
        return np.asarray(self.against_itself[0])

    @property
    def value_against_reply(self) -> Array:
        """Against its best reply, when about to move."""
        return np.asarray(self.against_reply[0])

    @property
    def waiting_value_against_reply(self) -> Array:
        """While its best reply is about to move."""
        return np.asarray(self.against_reply[1])

    @property
    def lost(self) -> Array:
        """What it gives away in a game in the turns from these scores, float64[banked, opponent]."""
        return self.decided.lost

    def by_dice(self, table: Array) -> Array:
        """A table of `decided`, float64[turn_total, position], by dice left: float64[turn_total, dice].

        It has one column where these are not told apart.
        """
        column, count = dice_columns(self.rule, self.dice_apart)
        out = np.zeros((len(table), count))
        np.add.at(out.T, column, table.T)
        return out

    @cached_property
    def residual(self) -> float:
        """Of all that is proved: see `solvers.thumb.by_position.certificate`."""
        column, _ = dice_columns(self.rule, self.dice_apart)
        return residual(
            self.rule,
            column,
            Tables(
                self.value,
                self.against_optimal,
                np.array([self.value_against_itself, 1.0 - self.value_against_itself.T]),
                self.against_reply,
                np.array(self.begun),
                self.lost,
                *map(self.by_dice, (self.decided.visits, self.decided.lost_there, self.decided.right)),
            ),
        )


def _wins(chances: Array) -> float:
    """Over both seats, from the start."""
    return float(chances[:, 0, 0].mean())


def meet(turn: Turn, goal: int) -> Met:
    """Solve optimal play, and play out its turns.

    Parameters
    ----------
    turn : any turn
    goal : points to win, 2 or more

    Raises
    ------
    NotConverged
        if the race does not converge
    """
    race = optimal_play(turn, goal)
    return Met(race, played_optimally(race))


def best_reply(turn: Turn, name: str, own: PlayedTurns, met: Met) -> tuple[Array, Array]:
    """The best reply's chances to win, float64[banked, opponent] with its own score first, if it is about to
    move, and if the rule is.

    Parameters
    ----------
    turn : the game
    name : of the rule
    own : its turns, played out
    met : optimal play

    Raises
    ------
    NotConverged
        if a solver does not converge
    """
    if turn.entry:
        return respond_with_entry(turn, name, own, met.turns)
    return respond(turn, name, own)


def evaluate_by_position(
    rule: RuleByPosition, met: Met | None = None, dice_apart: bool = True
) -> EvaluationByPosition:
    """Solve all that is asked of a rule of thumb.

    Parameters
    ----------
    rule : what it means
    met : optimal play, if it has been solved
    dice_apart : whether tables tell dice left apart, where throws are named by their dice

    Raises
    ------
    NotConverged
        if a solver does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.thumb.by_position.rule import rule_by_position
    >>> found = evaluate_by_position(rule_by_position("hold at 20", pig.turn(), 100))
    >>> print(round(0.5 - found.loss, 4), round(found.right_decisions, 4))  # as `solvers.thumb.evaluation`
    0.4601 0.9131
    """
    turn, own = rule.turn, played_by_rule(rule)
    best = meet(turn, rule.goal) if met is None else met
    who = f"{rule.name} against optimal play"
    begun = turns_begun_of_played(turn, who, own, best.turns)
    value, waiting = best_reply(turn, rule.name, own, best)
    group, words = groups_of(rule)
    grid = Grid(rule.goal, *steps(rule.goal), group, max(1, len(words)))
    return EvaluationByPosition(
        rule,
        best,
        np.array(race_of(turn, who, own, best.turns)),
        np.array(race_of(turn, f"{rule.name} against itself", own, own)),
        np.array([1.0 - waiting.T, 1.0 - value.T]),
        begun,
        decided(best.race, rule, begun.own, grid),
        dice_apart,
    )


def dice_columns(rule: RuleByPosition, apart: bool) -> tuple[Integers, int]:
    """In which column of a table by dice left each position is, int64[position], and how many there are: one
    where throws are not named by their dice, or dice left are not told apart.
    """
    dice = dice_of(rule.turn)
    if not apart or dice is None or rule.dice is None:
        return np.zeros(len(rule.turn.positions), np.int64), 1
    return np.maximum(rule.dice - 1, 0), max(dice)


def groups_of(rule: RuleByPosition) -> tuple[Integers, tuple[str, ...]]:
    """Groups of positions that a sentence tells apart: by dice left, else by dice set aside for good, else by
    name where there are few.

    Returns
    -------
    group : int64[position], of each
    words : of each group; none where all are one
    """
    if dice_of(rule.turn) is not None and rule.dice is not None:
        numbers = sorted({int(number) for number in rule.dice})
        group = np.array([numbers.index(int(number)) for number in rule.dice])
        return group, tuple(f"with {number} {'die' if number == 1 else 'dice'} left" for number in numbers)
    if (out := out_of(rule.turn)) is not None:
        numbers = sorted(set(out))
        return np.array([numbers.index(number) for number in out]), tuple(
            f"with {one} out" for one in numbers
        )
    names = [position.name for position in rule.turn.positions]
    if 1 < len(names) <= MOST_NAMED:
        return np.arange(len(names)), tuple(f"at {name!r}" for name in names)
    return np.zeros(len(names), np.int64), ()


def _in_cells(decided: Decided, rule: RuleByPosition) -> Decisions:
    """The decisions in sums: each cell by one place in it, as no edge of a region divides one.

    Those at a turn total of 0, how to go on after a throw that gained nothing, count among those at 1.
    """
    group, words = groups_of(rule)
    score_step, total_step = steps(rule.goal)
    grid = Grid(rule.goal, score_step, total_step, group, max(1, len(words)))
    error, cell = np.nonzero(decided.cells.met)
    mine, yours, behind, total, own = np.unravel_index(cell, sides(grid))
    # Of scores in these two steps, those the least apart that are in the step of what lies between them.
    banked = mine * score_step + np.where(behind == 0, 1, 0)
    return Decisions(
        error.astype(np.int8),
        banked,
        yours * score_step,
        np.maximum(1, total * total_step),
        own,
        np.zeros(len(banked), np.intp),
        decided.cells.lost[error, cell],
        decided.cells.gain[error, cell],
    )

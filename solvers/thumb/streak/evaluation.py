"""What a rule of thumb is worth where busts in a row cost: against optimal play, itself and its reply."""

from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.streak.rule import Rule
from solvers.streak.solve import Streak, optimal_play
from solvers.thumb.contest import AgainstThree
from solvers.thumb.streak.certificate import Tables, residual
from solvers.thumb.streak.rounds import played_against, replied_to
from solvers.thumb.streak.rule import RuleByBusts
from solvers.thumb.streak.turns import TurnsByBusts, by_rule, optimally


@dataclass(frozen=True)
class Met:
    """Whom rules of thumb meet, solved once: optimal play.

    Attributes
    ----------
    contest : its answer
    turns : how its turns end
    """

    contest: Streak
    turns: TurnsByBusts


@dataclass(frozen=True)
class StreakEvaluation(AgainstThree):
    """A rule of thumb and those whom it meets.

    Its chances are float64[mover, banked, opponent, own_busts, opponent_busts].

    Attributes
    ----------
    rule : what it means
    met : optimal play
    """

    rule: RuleByBusts
    met: Met

    @property
    def value(self) -> Array:
        """What optimal play is worth to whoever is about to move, float64[banked, opponent, own_busts,
        opponent_busts].
        """
        return self.met.contest.value

    @cached_property
    def residual(self) -> float:
        """Of all values: see `solvers.thumb.streak.certificate`."""
        return residual(
            self.rule,
            Tables(self.value, self.against_optimal, self.value_against_itself, self.against_reply),
        )


def meet(turn: Turn, goal: int, streak: Rule) -> Met:
    """Solve optimal play, and play out its turns.

    Parameters
    ----------
    turn : any in which a bust scores nothing
    goal : points to win, 2 or more
    streak : what busts in a row cost

    Raises
    ------
    InvalidRules, NotConverged
        as `solvers.streak.solve.optimal_play`
    """
    contest = optimal_play(turn, goal, streak)
    return Met(contest, optimally(contest))


def evaluate(rule: RuleByBusts) -> StreakEvaluation:
    """Solve all that is asked of a rule of thumb.

    Parameters
    ----------
    rule : what it means

    Raises
    ------
    InvalidRules, NotConverged
        if a solver refuses the game, or does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.thumb.streak.rule import rule_by_busts
    >>> found = evaluate(rule_by_busts("hold at 20", pig.turn(), 100, Rule(busts=3, cost=0)))
    >>> print(round(0.5 - found.loss, 4))  # as `solvers.thumb.evaluation`, where busts cost nothing
    0.4601
    """
    met, own = meet(rule.turn, rule.goal, rule.streak), by_rule(rule)
    return StreakEvaluation(
        played_against(met.contest, own, met.turns, f"{rule.name} against optimal play"),
        played_against(met.contest, own, own, f"{rule.name} against itself"),
        replied_to(met.contest, own, f"{rule.name} against its best reply"),
        rule,
        met,
    )

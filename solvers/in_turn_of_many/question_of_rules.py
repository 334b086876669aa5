"""The question about three rules of thumb in a race: each seat's chance to win, and the length."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.contests.contest import RACE
from solvers.contests.of_three import OfThree
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import Counted, residual
from solvers.in_turn_of_many.question_parts import (
    SEAT_VALUE,
    STATE,
    VALUE,
    WIN_PROBABILITY,
    Asked,
    InTurn,
)
from solvers.in_turn_of_many.rules import race_by_rules
from solvers.outputs import lengths
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.questions.following import first_of
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.rule_parameters import rule_told
from solvers.turns.chances import chances
from solvers.turns.played import flat
from solvers.turns.wipes import refuse_unknown

# Largest goal: all states of three to 100 take a tenth of a gigabyte.
MOST_GOAL, USUAL_GOAL = 100, 50
# Seconds of a state, and of its proof per move and point to the goal, on one core of 3 GHz; values after
# wipes grow with the fourth power of the goal.
SECONDS, SECONDS_OF_PROOF, SECONDS_OF_WIPES = 1e-6, 2.5e-9, 1.2e-7


@dataclass(frozen=True)
class RaceByRules(OfThree):
    """Three rules of thumb against each other.

    Attributes
    ----------
    value : float64[mover, first, second, third, seat], each seat's chance to win, all scores below the goal
    turns_left : float64[mover, first, second, third], expected turns of all players to come
    residual : largest difference between these and one backup of them by another route, relative for turns;
        in games that wipe, a bound on their error
    """

    value: Array
    turns_left: Array
    residual: float

    @property
    def expected_turns(self) -> float:
        """Expected turns of a game."""
        return float(self.turns_left[0, 0, 0, 0])


def race_of_rules(*rules: RuleOfThumb) -> RaceByRules:
    """Solve the race of three rules of thumb.

    Parameters
    ----------
    rules : rules by seat, for one turn and goal

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe are not accurate enough

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = race_of_rules(*(rule_of_thumb(f"hold at {n}", pig.turn(), 30) for n in (20, 20, 15)))
    >>> print(found.win_probability.round(4), round(found.expected_turns, 2))
    [0.443  0.3203 0.2367] 6.7
    """
    turn, who = rules[0].turn, ", ".join(rule.name for rule in rules)
    flattened = flat(turn)
    told = race_by_rules(turn, who, [played_by_rule(rule, flattened) for rule in rules])
    seats = len(rules)
    value, turns_left = chances(np.ascontiguousarray(told[..., :seats]), who), told[..., seats].copy()
    proof = _residual(rules, value, turns_left)
    refuse_unknown(turn, proof, who)
    return RaceByRules(value, turns_left, proof)


def _residual(rules: Sequence[RuleOfThumb], value: NDArray[Any], turns_left: NDArray[Any]) -> float:
    kept = np.eye(len(rules) + 1)
    told = np.concatenate((value, turns_left[..., None]), axis=-1)
    turn, won = rules[0].turn, [own[None, None] for own in kept[:-1]]
    backed = residual(turn, rules, Counted(told, won, kept[-1]))
    # See `certificate_of_pair`: the expected turns to come bound the total error of one backup's errors.
    # There is at least one turn, whatever is stored.
    return backed * max(1.0, float(turns_left.max())) if turn.wipes else backed


def _certify(
    turn: Turn, given: Parameters, rules: Sequence[RuleOfThumb], stored: Mapping[str, NDArray[Any]]
) -> float:
    value, turns_left = stored["seat_value"], stored["turns_left"]
    return _residual(rules, value, turns_left) if turns_left.shape == value.shape[:-1] else inf


def _seconds(game: Game, given: Parameters) -> float:
    goal = float(given["goal"])
    proof = SECONDS_OF_PROOF * game.moves(given) * goal
    wipes = SECONDS_OF_WIPES * goal if game.turn(given).wipes else 0.0
    return 0.005 + game.making(given) + goal**3 * (SECONDS + proof + wipes)


A_RACE = InTurn(
    RACE,
    # Rules do not say how a turn of Hog opens.
    tuple(game for game in WITH_HOUSE_RULES if game.name != "hog"),
    lambda game: game.goal(min(MOST_GOAL, game.most_race_goal), USUAL_GOAL),
    rule_told,
)
ASKED = Asked(
    name="race_of_three_rules",
    version=1,
    title="Three rules of thumb in a race of {}: what each wins, and how long it lasts",
    among=A_RACE,
    best=False,
    outputs=lambda game: (
        WIN_PROBABILITY,
        lengths.expected_turns(**first_of("turns_left")),
        VALUE,
        SEAT_VALUE,
        lengths.turns_left(dims=STATE, proved=True),
    ),
    solve=lambda given, rules: race_of_rules(*rules),
    certify=_certify,
    seconds=_seconds,
)
QUESTIONS = ASKED.questions

"""The question about two rules of thumb with equal turns: chances to win, and length."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.of_two import OfTwo
from solvers.contests.tie import Tie
from solvers.equal_turns.question import OUTCOME, SURFACES, TIE, points_behind
from solvers.errors import expected
from solvers.fixed.question_head_to_head import turns_outputs
from solvers.fixed.question_of_rules import MOST_GOAL, SECONDS_OF_WIPES
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_equal_turns import Said, equal_turns_residual
from solvers.in_turn.equal_turns import with_equal_turns
from solvers.outputs import lengths, proofs
from solvers.players.played_rule import player_by_rule
from solvers.players.player import by_rule, seated
from solvers.players.ruled import Ruled
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_ALL_GAINS
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import PREFIXES, WHOSE, ruled_told, rules_of_seats
from solvers.race.question import how_fair
from solvers.turns.played import flat
from solvers.turns.wipes import refuse_unknown

# Seconds of the proof: per outcome, score and pair of scores; and of last turns, per outcome and score.
SECONDS_OF_PROOF, SECONDS_OF_LAST_TURNS = 2.2e-9, 2e-6


@dataclass(frozen=True)
class RulesWithEqualTurns(OfTwo):
    """Two rules of thumb against each other with equal turns.

    Attributes
    ----------
    turn, goal, tie : the game
    value : float64[banked, opponent], the first player's chance to win when about to move, both below the
        goal
    second_value : float64[banked, opponent], the second's when about to move, `banked` its own score
    turns_left, second_turns_left : float64[banked, opponent], expected turns of both players to come, when
        the first, or the second, is about to move
    last_value : float64[behind], the second's chance to win in the last turn, for 1 to the goal points behind
    tie_value : value of a tie to the first player
    residual : largest difference between these and one backup of them by another route
    """

    turn: Turn
    goal: int
    tie: Tie
    value: Array
    second_value: Array
    turns_left: Array
    second_turns_left: Array
    last_value: Array
    tie_value: float
    residual: float

    @property
    def expected_turns(self) -> float:
        """Expected turns of a game."""
        return float(self.turns_left[0, 0])


def rules_with_equal_turns(first: Ruled, second: Ruled, tie: Tie) -> RulesWithEqualTurns:
    """Solve the contest of two rules of thumb with equal turns.

    Parameters
    ----------
    first, second : rules for the same turn and goal
    tie : the tie rule

    Raises
    ------
    InvalidRules
        if the goal is less than 2
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe do not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.ruled import ruled
    >>> first, second = (ruled(f"hold at {n}", pig.turn(), 100) for n in (20, 25))
    >>> found = rules_with_equal_turns(first, second, Tie.SHARED)
    >>> print(round(found.win_probability, 4), round(found.expected_turns, 2))
    0.4402 19.98
    """
    turn, goal, rules = first.rule.turn, first.rule.goal, flat(first.rule.turn)
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    contest = with_equal_turns(
        turn, tie, player_by_rule(first, tie, rules), player_by_rule(second, tie, rules)
    )
    (value, waiting), (left, waiting_left) = contest.pair.wins(), contest.pair.turns()
    said = Said(
        value,
        (1.0 - waiting).T.copy(),
        left,
        waiting_left.T.copy(),
        contest.rounds.tie_value,
        contest.last_value[1 : goal + 1],
    )
    found = equal_turns_residual(turn, tie, first, second, said)
    refuse_unknown(turn, found, f"{first.rule.name} against {second.rule.name} with equal turns")
    return RulesWithEqualTurns(
        turn,
        goal,
        tie,
        said.value,
        said.second_value,
        said.turns_left,
        said.second_turns_left,
        said.last_value,
        contest.rounds.tie_value,
        found,
    )


def _question(game: Game) -> Question:
    def solve(**given: Any) -> RulesWithEqualTurns:
        first, second = (ruled_told(game.turn(given), given, prefix) for prefix in PREFIXES)
        return rules_with_equal_turns(first, second, Tie(given["tie"]))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        said = Said(*(stored[name] for name in Said._fields))
        shapes = [np.shape(table) for table in said]
        if shapes != [(goal, goal)] * 4 + [(), (goal,)]:
            return inf
        first, second = (ruled_told(turn, given, prefix) for prefix in PREFIXES)
        return equal_turns_residual(turn, Tie(int(given["tie"])), first, second, said)

    def seconds(given: Parameters) -> float:
        goal, turn = float(given["goal"]), game.turn(given)
        rows = sum(len(throw.outcomes) for throw in turn.throws) * (goal + turn.longest_gain)
        wipes = 2.0 * SECONDS_OF_WIPES * goal**4 if turn.wipes else 0.0
        return (
            0.003 + game.making(given) + rows * (SECONDS_OF_LAST_TURNS + SECONDS_OF_PROOF * goal**2) + wipes
        )

    return Question(
        name=f"equal_turns_rules.{game.name}",
        version=1,
        title=f"Two rules of thumb in {game.title} with equal turns: what each wins, and how long it lasts",
        game=game,
        contest=EQUAL_TURNS,
        players=seated(*map(by_rule, PREFIXES)),
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_race_goal)),
            *rules_of_seats(game.turn, WHOSE),
            TIE,
            *game.parameters,
        ),
        dimensions=(
            game.scores("banked", "the player about to move"),
            game.scores("opponent", "the other player"),
            points_behind(game),
        ),
        outputs=(
            *OUTCOME,
            *how_fair(game),
            *turns_outputs(lengths.second_turns_left),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=SURFACES,
    )


# If a player also chooses how many dice to roll, it needs more than a rule.
QUESTIONS = tuple(_question(game) for game in WITH_ALL_GAINS if game.name != "hog")

"""Questions: plans of Ten Thousand, Farkle and Hog, against each other and against best responses."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.fixed.given_away import GivenAway, given_away
from solvers.fixed.head_to_head import HeadToHead
from solvers.fixed.hold_at_pairs import HoldAtPairs
from solvers.fixed.question_head_to_head import pair_outputs, pair_residual, pairs_outputs, proved_pair
from solvers.fixed.question_parts import PAIR, REGRET, certified, in_each_state
from solvers.fixed.question_response_to_rule import WINS, values
from solvers.games.turn import Turn
from solvers.outputs import policies, proofs
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.plans import certificate_of_pairs as pairs_certificate
from solvers.plans import response as plan_response
from solvers.plans.head_to_head import plan_pairs
from solvers.plans.question_families import FAMILIES, Family
from solvers.players.known import Known, parts_of
from solvers.players.player import BEST, BEST_OR_OPTIMAL_WINS, OPTIMAL, Player, Wins, by_rule, seated
from solvers.questions.decision import first_turn, loses_by
from solvers.questions.dimension import Dimension
from solvers.questions.following import SEAT, Loses
from solvers.questions.game import Game, Inside
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import counting_told, refuse_no_rule, rule_parameters
from solvers.turns.certificate_of_choices import loss_of_first_turn, loss_of_opening
from solvers.turns.certificate_of_turns import Ends

FIRST = ("turn_total", "position")


def _response(family: Family) -> Question:
    game, opponents = family.game, family.parameters("opponent_", "the opponent")

    def solve(**given: Any) -> GivenAway:
        plan = family.plan(game.turn(given), given, "opponent_")
        return given_away(plan, given["goal"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn = game.certificate_turn(given)
        return certified(turn, (family.plan(turn, given, "opponent_"),), stored)

    inside, dimensions = _inside(game)
    return Question(
        name=f"race_response.{family.number}_{game.name}",
        version=1 + game.version_of("race_response"),
        title=f"Best response and optimal play against a fixed policy in a race of {game.title}",
        game=game,
        contest=RACE,
        players=seated((BEST, OPTIMAL), family.player("opponent_")),
        wins=BEST_OR_OPTIMAL_WINS,
        positions=game.positions,
        parameters=(family.goal(), *opponents, *game.parameters),
        dimensions=(
            SEAT,
            game.scores("banked", "the best response"),
            game.scores("opponent", "the fixed policy"),
            *dimensions,
        ),
        outputs=(
            *WINS,
            *values(
                PAIR,
                lambda solution: solution.response.value[0],
                lambda solution: solution.response.waiting_value[0],
            ),
            *inside,
            *in_each_state(PAIR),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=lambda given: (
            0.006
            + family.made(given, "opponent_")
            + family.cubic * game.weight(given) * float(given["goal"]) ** 3
            + 2.0 * _certificate(game, given)
        ),
        pictures=(REGRET,),
    )


def _inside(game: Game) -> tuple[tuple[Output, ...], tuple[Dimension, ...]]:
    """Outputs for what the best response does, and their dimensions.

    Farkle's positions cannot be labels: they depend on the scoring table, which a sweep may vary.
    """
    if game.inside is Inside.DICE:
        dice = policies.dice.of(RESPONSE)(
            dims=PAIR,
            of=lambda one: plan_response.openings(one.response) + 1,
            **_loses(game, lambda turn, ends, own: loss_of_opening(turn, ends, own - 1)),
        )
        return (dice,), ()
    if game.inside is Inside.NOTHING:
        return (), ()
    loses = _loses(game, loss_of_first_turn)
    policy = policies.first_turn_policy.of(RESPONSE)
    return first_turn(game, lambda one: plan_response.first_turn(one.response), loses, policy=policy)


def _loses(game: Game, loss: Callable[[Turn, Ends, NDArray[Any]], NDArray[Any]]) -> Loses:
    """How choices lose, by a function of the turn, of the values of its ends, and of the choices."""
    return loses_by(game, loss, lambda waiting: waiting, "waiting_value")


def _pair(family: Family, against_rule: bool = False) -> Question:
    """The question about a plan against another plan, or against a rule of thumb."""
    # Prefixes of the parameters of both players, the same as in the question about the best response.
    game, own, others = family.game, "first_" if family.number == "dice" else "", "opponent_"

    def fits(given: Parameters) -> None:
        refuse_no_rule(game.turn(given), given, "second_")

    if against_rule:
        second, opponent = by_rule("second_"), rule_parameters(fits, "second_", "the opponent")
    else:
        second, opponent = family.player(others), family.parameters(others, "the opponent")

    def other(turn: Turn, given: Parameters) -> Known:
        if against_rule:
            return counting_told(turn, given, "second_")
        return family.plan(turn, given, others)

    def solve(**given: Any) -> HeadToHead:
        turn = game.turn(given)
        return proved_pair(family.plan(turn, given, own), other(turn, given), given["goal"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn = game.certificate_turn(given)
        return pair_residual(turn, (family.plan(turn, given, own),), parts_of(other(turn, given)), stored)

    def seconds(given: Parameters) -> float:
        # A plan that rolls dice once evaluates only its own number of dice.
        turn = 2.5e-8 if game.inside is Inside.DICE else family.cubic * game.weight(given) / 20.0
        plans = (own,) if against_rule else (own, others)
        made = family.made(given, *plans) + 4.0 * _certificate(game, given) / _count(given)
        return 0.002 + made + turn * float(given["goal"]) ** 3

    return Question(
        name=f"head_to_head.{'plan_and_rule' if against_rule else 'pair'}_{game.name}",
        version=2 if against_rule else 1 + game.version,
        title=(
            f"{'A plan and a rule of thumb' if against_rule else 'Two fixed policies'} in a race of"
            f" {game.title}, with the values of all scores"
        ),
        game=game,
        contest=RACE,
        players=seated(family.player(own), second),
        wins=(Wins(family.kind),),
        positions=game.positions,
        parameters=(family.goal(), *family.parameters(own, "the player"), *opponent, *game.parameters),
        dimensions=(SEAT, game.scores("banked", "the player"), game.scores("opponent", "the opponent")),
        outputs=pair_outputs(game.unit),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


def _all_pairs(family: Family) -> Question:
    game, (parameters, every) = family.game, family.every
    dims = f"first_{family.number}", f"second_{family.number}"

    def solve(**given: Any) -> HoldAtPairs:
        return plan_pairs(every(game.turn(given), given), given["goal"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return pairs_certificate.residual(
            every(game.certificate_turn(given), given), int(given["goal"]), stored["win_probability"]
        )

    def labels(given: Parameters) -> NDArray[Any]:
        return np.arange(1, _count(given) + 1)

    def seconds(given: Parameters) -> float:
        # Many dice nearly always bust, so their certificate takes MOST_TURNS turns.
        pairs = float(_count(given)) ** 2
        if game.inside is Inside.DICE:
            slow = pairs * (1e-5 + 3e-7 * float(given["most_dice"]) * float(given["sides"]))
        else:
            slow = 0.02 + family.planning * pairs / 2.0
        return (
            0.004
            + family.made(given)
            + slow
            + game.weight(given) * family.square * pairs * float(given["goal"]) ** 2
        )

    dice = family.number == "dice"
    unit = "dice" if dice else game.unit
    what = "Dice that {} throws." if dice else "Turn total at which {} holds."
    return Question(
        name=f"head_to_head.{family.number}_{game.name}",
        version=1 + game.version,
        title=(
            f"All pairs of fixed policies in a race of {game.title}, by"
            f" {'dice thrown' if dice else 'turn total to hold at'}"
        ),
        game=game,
        contest=RACE,
        players=seated(*(Player(family.kind, (dim,)) for dim in dims)),
        positions=game.positions,
        parameters=(family.goal(), *parameters, *game.parameters),
        dimensions=(
            Dimension(dims[0], unit, what.format("the first player"), labels),
            Dimension(dims[1], unit, what.format("the second player"), labels),
        ),
        outputs=pairs_outputs(unit, dims),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


def _certificate(game: Game, given: Parameters) -> float:
    """Time of the certificate of a pair in seconds: outcome by outcome in NumPy."""
    return 2e-6 * game.written(given) * float(given["goal"]) if game.inside is Inside.DICE else 0.0


def _count(given: Parameters) -> int:
    return int(given.get("most_hold_at", given.get("most_dice", 1)))


QUESTIONS = (
    *(_response(family) for family in FAMILIES),
    *(_all_pairs(family) for family in FAMILIES),
    *(_pair(family) for family in FAMILIES),
    # Questions against rules of thumb exist only for families that hold at n.
    *(_pair(family, against_rule=True) for family in FAMILIES if family.number == "hold_at"),
)

"""The question about most points on average in one turn."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.alone import exact as exact_solitaire
from solvers.alone.certificate_of_one_turn import residual, standing_value
from solvers.alone.one_turn import SolitaireTurn, best_turn
from solvers.contests.contest import ONE_TURN
from solvers.games.house_rules import with_entry
from solvers.outputs import chances, policies, proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, seated
from solvers.questions.dimension import Dimension
from solvers.questions.exact import Exact, largest_difference
from solvers.questions.following import Follows, Loses
from solvers.questions.game import Game, Inside
from solvers.questions.own_rules import WITH_ALL_GAINS
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Picture
from solvers.questions.question import Question
from solvers.turns.certificate_of_choices import loss_in_a_turn

# Seconds for one outcome at one turn total.
STEP_SECONDS = 2e-8

_LAST = Follows(
    follows=lambda given, policy: np.flatnonzero(policy.any(axis=1)).max(initial=-1) + 1,
    follows_from=("policy",),
)


def _outputs(game: Game) -> tuple[Output, ...]:
    at, thrown, unit = ("turn_total", "position"), ("turn_total", "throw"), game.unit
    openings = Follows(
        follows=lambda given, thrown: thrown[0, list(game.turn(given).openings)].max(),
        follows_from=("throw_value",),
    )
    actions = Loses(
        loses=lambda given, own, thrown: loss_in_a_turn(
            game.turn(given), with_entry(game.turn(given), np.arange(float(len(thrown)))), thrown, own
        ),
        follows_from=("throw_value",),
    )
    dice = Loses(
        loses=lambda given, own, thrown: thrown[0].max() - thrown[0, own - 1], follows_from=("throw_value",)
    )
    standing = Follows(
        follows=lambda given, thrown: standing_value(game.turn(given), thrown), follows_from=("throw_value",)
    )
    outputs = (
        chances.expected_score(points=unit, **openings),
        policies.threshold(points=unit, **_LAST),
        tables.score_value(of=attrgetter("value"), dims=at, points=unit, **standing),
        policies.policy(dims=at, flags=game.actions, **actions),
        tables.throw_value(dims=thrown, points=unit, proved=True),
        policies.dice(of=lambda turn: turn.opening + 1, **dice),
        proofs.residual(),
    )
    # Farkle's positions depend on its scoring table, which a sweep may vary, so they cannot label a
    # dimension.
    absent = {"score_value", "policy"} if game.inside is Inside.NOTHING else set()
    return tuple(
        output
        for output in outputs
        if output.name not in absent and (output.name != "dice" or game.inside is Inside.DICE)
    )


def _question(game: Game) -> Question:
    turn, unit = game.turn, game.unit

    def solve(**given: Any) -> SolitaireTurn:
        return best_turn(turn(given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual(game.certificate_turn(given), stored["throw_value"])

    def exact(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> Exact:
        rules = game.certificate_turn(given)
        value = exact_solitaire.thrown(rules)
        worse = exact_solitaire.not_optimal(rules, value, stored["policy"]) if "policy" in stored else 0
        best = max(value[0, opening] for opening in rules.openings)
        return Exact("expected score", best, largest_difference(stored["throw_value"], value), worse)

    def seconds(given: Parameters) -> float:
        # A turn of one roll needs means only; otherwise every outcome counts at every turn total.
        steps = float(given["most_dice"]) if game.inside is Inside.DICE else game.steps(given)
        height = max(game.threshold(given), float(turn(given).entry))
        fixed = 4e-4 + 9e-6 * game.effort + (2e-3 if game.must_throw else 0.0)
        return fixed + game.making(given) / 2.0 + STEP_SECONDS * steps * height

    def totals(given: Parameters) -> NDArray[Any]:
        return np.arange(turn(given).always_held_from() + 1)

    def positions(given: Parameters) -> NDArray[Any]:
        return np.array([position.name for position in turn(given).positions])

    def throws(given: Parameters) -> NDArray[Any]:
        return np.array([throw.name for throw in turn(given).throws])

    return Question(
        name=f"solitaire.{game.name}",
        version=1 + game.version,
        title=f"Most points from one turn of {game.title}",
        game=game,
        contest=ONE_TURN,
        players=seated(BEST),
        positions=game.positions,
        parameters=game.parameters,
        dimensions=(
            Dimension("turn_total", unit, "Points at risk, those of the last roll included.", totals),
            Dimension("position", "", "Position after the last roll.", positions, words="turn position"),
            Dimension("throw", "", "What is thrown.", throws, words="dice thrown"),
        ),
        outputs=_outputs(game),
        solve=solve,
        certify=certify,
        seconds=seconds,
        exact=exact,
        pictures=(POLICY,) if game.positions and game.inside is not Inside.NOTHING else (),
    )


POLICY = Picture(
    name="policy", title="Best choice in a turn", output="policy", dims=("position", "turn_total")
)
QUESTIONS = tuple(_question(game) for game in WITH_ALL_GAINS)

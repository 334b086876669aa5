"""Questions about the equilibrium of two in simultaneous play, for games whose busts keep the score."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.at_once_equilibrium.certificate import Stages, stages
from solvers.at_once_equilibrium.solve import Equilibrium, equilibrium
from solvers.contests.contest import AT_ONCE
from solvers.outputs import chances, mixtures, policies, proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST_THRESHOLD, two
from solvers.questions import own_rules
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows, first_of, first_row
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Form, Picture
from solvers.questions.question import Question

MOST_GOAL = 1000
PAIR = ("banked", "opponent")
MIXTURE = (*PAIR, "choice")
_MIXED = Follows(follows=lambda given, support: np.count_nonzero(support > 1), follows_from=("support",))
_SUPPORT = Follows(
    follows=lambda given, probability: np.count_nonzero(probability, axis=2), follows_from=("probability",)
)


def _question(game: Game, room: int) -> Question:

    def solve(**given: Any) -> Equilibrium:
        return equilibrium(game.turn(given), given["goal"], room)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        kept = (stored[name] for name in ("value", "mixed_hold_at", "probability"))
        return float(stages(game.certificate_turn(given), int(given["goal"]), *kept).exploitability)

    def seconds(given: Parameters) -> float:
        # The certificate sums over all outcomes of a throw at each score.
        goal, longest = float(given["goal"]), game.turn(given).longest_gain
        return 1e-4 + 2e-4 * goal + 2e-8 * goal**3 + longest * (5e-5 + 7e-5 * goal + 3.7e-7 * goal**2)

    return Question(
        name=f"equilibrium.simultaneous_{game.name}",
        version=2,
        title=(
            f"Equilibrium of two players of {game.title} who throw at the same time and choose turn totals to"
            " hold at"
        ),
        game=game,
        contest=AT_ONCE,
        players=two(BEST_THRESHOLD),
        positions=False,
        parameters=(game.goal(MOST_GOAL), *game.parameters),
        dimensions=(
            game.scores("banked", "the player"),
            game.scores("opponent", "the other player"),
            Dimension(
                "choice",
                "",
                "Which of the turn totals that are mixed, the least first.",
                lambda given: np.arange(room),
                words="mixture choice",
            ),
        ),
        outputs=_outputs(game),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(MIXING,),
    )


MIXING = Picture(
    name="mixture",
    title="Turn totals that are mixed",
    output="mixed_hold_at",
    form=Form.MIXTURE,
    dims=MIXTURE,
    chance="probability",
)


def _stages(game: Game, given: Parameters, *kept: NDArray[Any]) -> Stages:
    """Gains by deviations, from the value, the mixed turn totals, and their probabilities."""
    return stages(game.certificate_turn(given), int(given["goal"]), *kept)


def _lost(stage: Stages, own: NDArray[Any]) -> NDArray[Any]:
    """Loss, for each choice, of its mixture: its difference from the value, or the other player's gain."""
    return np.broadcast_to(np.maximum(stage.deviation, stage.residual)[..., None], own.shape)


def _outputs(game: Game) -> tuple[Output, ...]:
    points, all_three = game.unit, ("value", "mixed_hold_at", "probability")

    def loses_hold_at(given: Parameters, own: NDArray[Any], *others: NDArray[Any]) -> NDArray[Any]:
        value, probability = others
        return _lost(_stages(game, given, value, own, probability), own)

    def loses_chance(given: Parameters, own: NDArray[Any], *others: NDArray[Any]) -> NDArray[Any]:
        improper = np.maximum(np.abs(own.sum(axis=2) - 1.0), -own.min(axis=2))
        lost: NDArray[Any] = np.maximum(_lost(_stages(game, given, *others, own), own), improper[..., None])
        return lost

    def gap(given: Parameters, *kept: NDArray[Any]) -> NDArray[Any]:
        # Rounding may leave a negative gap.
        return np.maximum(_stages(game, given, *kept).gap, 0.0)

    return (
        chances.win_probability(**first_of("value")),
        policies.opening_hold_at(
            dims=("choice",),
            points=points,
            of=lambda found: found.strategy.hold_at[0, 0],
            **first_row("mixed_hold_at"),
        ),
        mixtures.opening_probability(
            dims=("choice",), of=lambda found: found.strategy.probability[0, 0], **first_row("probability")
        ),
        mixtures.mixed_states(**_MIXED),
        tables.value(dims=PAIR, proved=True),
        policies.mixed_hold_at(
            points=points,
            of=attrgetter("strategy.hold_at"),
            loses=loses_hold_at,
            follows_from=("value", "probability"),
        ),
        mixtures.probability(
            of=attrgetter("strategy.probability"), loses=loses_chance, follows_from=("value", "mixed_hold_at")
        ),
        mixtures.support(**_SUPPORT),
        proofs.gap(follows=gap, follows_from=all_three),
        proofs.exploitability(),
    )


QUESTIONS = (
    *(_question(game, game.most_mixed) for game in GAMES.values() if game.most_mixed),
    _question(own_rules.AT_ONCE, own_rules.AT_ONCE.most_mixed),
)

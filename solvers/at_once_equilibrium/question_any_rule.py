"""Questions about the equilibrium of two players over all stopping rules in simultaneous play."""

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.at_once_equilibrium.any_rule import AnyRuleEquilibrium, any_rule_equilibrium
from solvers.at_once_equilibrium.certificate_of_any_rule import deviation_value, exploitability
from solvers.at_once_equilibrium.certificate_of_confined import residual_of_both, residual_of_one, throws_on
from solvers.contests.contest import AT_ONCE
from solvers.games.turn import Turn
from solvers.outputs import decisions, mixtures, proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, two
from solvers.questions import own_rules
from solvers.questions.certify import solved_anew
from solvers.questions.dimension import Dimension, below_goal
from solvers.questions.following import first_of
from solvers.questions.game import Game
from solvers.questions.games import PIG
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question

_STATE = ("banked", "opponent")
# Outputs about confined players, which the certificate solves again.
CONFINED = ("state_loss", "threshold_state_loss", "threshold_value", "threshold_loss")


def _solve(game: Game, **parameters: Any) -> AnyRuleEquilibrium:
    return any_rule_equilibrium(game.turn(parameters), parameters["goal"])


def _certify(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """Residual from the value and the strategy; losses of confined players are solved again."""
    turn, goal = game.certificate_turn(parameters), int(parameters["goal"])
    found = exploitability(turn, goal, stored["value"], stored["throws_on"])
    losses = {name: stored[name] for name in CONFINED if name in stored}
    if losses:
        question = next(own for own in QUESTIONS if own.game is game)
        proof = solved_anew(question, parameters, losses, partial(_proof_of_confined, turn, goal))
        found = float(np.maximum(found, proof))
    return found


def _proof_of_confined(turn: Turn, goal: int, found: AnyRuleEquilibrium) -> float:
    """By how much confined players' values exceed what either secures, and losses differ from the values."""
    free, one, both = found.free, found.one, found.both
    in_state = residual_of_one(turn, goal, free.value - found.state_loss, free.mix, free.answer, free.value)
    for_good = residual_of_one(turn, goal, found.value - found.loss, one.mix, one.answer)
    of_both = residual_of_both(turn, goal, found.threshold_value, both.mix)
    gained = deviation_value(turn, goal, throws_on(turn, goal, both.mix)) - found.threshold_value
    wrong = np.abs(np.maximum(gained, 0.0) - found.threshold_loss).max()
    return float(np.max([in_state, for_good, of_both, wrong]))


def _gap(game: Game, given: Parameters, value: NDArray[Any], own: NDArray[Any]) -> NDArray[Any]:
    """Sum of both players' gains by their best rules in a state, given the values of later states."""
    gained = deviation_value(game.certificate_turn(given), int(given["goal"]), own, value) - value
    gap: NDArray[Any] = np.maximum(gained + gained.T, 0.0)
    return gap


def _seconds(game: Game, parameters: Parameters) -> float:
    goal = float(parameters["goal"])
    # A stage game for each pair of scores; each of its rules extends to the longest throw.
    cubic = 7e-7 + 2.2e-8 * game.turn(parameters).longest_gain
    return 8e-4 + 1e-4 * goal**2 + cubic * goal**3


def _outputs(game: Game) -> tuple[Output, ...]:
    """All outputs."""

    def loses(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        if not ((own >= 0.0) & (own <= 1.0)).all():
            return np.where((own >= 0.0) & (own <= 1.0), 0.0, np.inf)
        most = deviation_value(game.certificate_turn(given), int(given["goal"]), own)
        return np.broadcast_to(np.abs(most - value).T[..., None], own.shape)

    proved = (
        mixtures.throws_on(loses=loses, follows_from=("value",)),
        proofs.gap(follows=partial(_gap, game), follows_from=("value", "throws_on")),
    )
    by_name = {output.name: output for output in proved}
    return tuple(by_name.get(output.name, output) for output in OUTPUTS)


def _mixed(given: Parameters, throws_on: NDArray[Any]) -> Any:
    return np.count_nonzero(((throws_on > 0.0) & (throws_on < 1.0)).any(axis=2))


OUTPUTS = (
    mixtures.mixed(follows=_mixed, follows_from=("throws_on",)),
    mixtures.threshold_loss_states(
        of=attrgetter("not_thresholds"),
        follows=lambda given, lost: np.count_nonzero(lost > 1e-12),
        follows_from=("state_loss",),
    ),
    decisions.opening_loss(**first_of("threshold_state_loss")),
    decisions.opening_threshold_loss(**first_of("threshold_loss")),
    tables.value(dims=_STATE, proved=True),
    proofs.gap(),
    decisions.state_loss(proved=True),
    decisions.threshold_state_loss(of=attrgetter("loss"), proved=True),
    tables.threshold_value(proved=True),
    decisions.threshold_loss(dims=_STATE, proved=True),
    mixtures.throws_on(),
    proofs.exploitability(),
)


def _question(name: str, game: Game) -> Question:
    return Question(
        name=name,
        version=2,
        title=(
            f"Two players of {game.title} at the same time, both playing for the win by any stopping rule"
        ),
        game=game,
        contest=AT_ONCE,
        players=two(BEST),
        positions=False,
        # There are goal cubed probabilities to roll again.
        parameters=(game.goal(200), *game.parameters),
        dimensions=(
            PIG.scores("banked", "the player"),
            PIG.scores("opponent", "the opponent"),
            Dimension("turn_total", "points", "Points at risk in this turn.", below_goal),
        ),
        outputs=_outputs(game),
        solve=partial(_solve, game),
        certify=partial(_certify, game),
        seconds=partial(_seconds, game),
    )


QUESTIONS = (
    _question("equilibrium.any_rule", PIG),
    _question("equilibrium.any_rule.own", own_rules.AT_ONCE),
)

"""The question about the best deviation from strategies of simultaneous Pig."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import AT_ONCE
from solvers.deviations import certificate_of_stackelberg, certificate_of_value_iteration
from solvers.deviations.certificate import loss_of_hold_at, residual
from solvers.deviations.certificate_of_stackelberg import losses
from solvers.deviations.exploitability import Deviation, exploit
from solvers.deviations.question_stackelberg import seconds_of_stackelberg
from solvers.deviations.question_value_iteration import seconds_of_cycle
from solvers.deviations.stackelberg import stackelberg
from solvers.deviations.strategy import Strategy
from solvers.deviations.symmetric_value_iteration import symmetric_value_iteration
from solvers.games.turn import Turn
from solvers.outputs import chances, mixtures, policies, proofs, tables
from solvers.players.player import BEST, BEST_THRESHOLD, Kind, Player, seated
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows, first_of
from solvers.questions.games import BUST_FACE, PIG, SIDES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.picture import Picture
from solvers.questions.question import Question

HOLD_AT, FIRST_CYCLING, SECOND_CYCLING, MIXED, ANSWERING, COMMITTING = range(6)
CHOICES = 2

_STRATEGY = Parameter(
    "strategy",
    int,
    "Strategy of the opponent. 0: hold at n. 1 and 2: the policies between which symmetric value iteration"
    " cycles, from hold at n. 3: both mixed, with a new draw at each pair of scores. 4 and 5: the Stackelberg"
    " policies, of the player who answers and of the player who commits.",
    "",
    HOLD_AT,
    COMMITTING,
    HOLD_AT,
    words="opposing strategy",
)
_HOLD_AT = Parameter(
    "opponent_hold_at",
    int,
    "The n of hold at n, or what is lacking to the goal if that is less.",
    "points",
    1,
    2000,
    25,
)
_ANY_RULE = Parameter(
    "any_rule",
    bool,
    "Whether the deviation may be any stopping rule, not only a turn total to hold at.",
    "",
    default=False,
)


def named(turn: Turn, goal: int, strategy: int, hold_at: int) -> Strategy:
    """The strategy with this code."""
    if strategy == HOLD_AT:
        return Strategy.pure(np.full((goal, goal), min(hold_at, goal)))
    if strategy in (ANSWERING, COMMITTING):
        found = stackelberg(turn, goal)
        return Strategy.pure(found.hold_at if strategy == ANSWERING else found.leader_hold_at)
    cycle = symmetric_value_iteration(turn, goal, hold_at)
    if strategy == MIXED:
        return Strategy.pure(cycle.hold_at).mixed_with(Strategy.pure(cycle.second_hold_at), 0.5)
    return Strategy.pure(cycle.hold_at if strategy == FIRST_CYCLING else cycle.second_hold_at)


def _solve(**parameters: Any) -> Deviation:
    turn = PIG.turn(parameters)
    strategy = named(turn, parameters["goal"], parameters["strategy"], parameters["opponent_hold_at"])
    return exploit(turn, strategy, parameters["any_rule"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """The residual from the values and the strategy, which is proved to be the one asked for; a strategy that
    is not stored is recomputed.
    """
    turn, value = PIG.turn(parameters), stored["value"]
    if all(name in stored for name in _STRATEGY_TABLES):
        strategy = Strategy(*(stored[name] for name in _STRATEGY_TABLES))
    else:
        strategy = _padded(
            named(
                turn,
                int(parameters["goal"]),
                int(parameters["strategy"]),
                int(parameters["opponent_hold_at"]),
            )
        )
    found = residual(turn, strategy, bool(parameters["any_rule"]), value)
    return float(np.maximum(found, _wrong_strategy(parameters, strategy)))


def _wrong_strategy(parameters: Parameters, strategy: Strategy) -> float:
    """Residual of a strategy that should have this code, or what its choices lose; infinity if it is another.

    For the policies of symmetric value iteration, the second is proved to be one sweep from the first.
    """
    turn, goal, code = PIG.turn(parameters), int(parameters["goal"]), int(parameters["strategy"])
    n, share = int(parameters["opponent_hold_at"]), 0.5 if code == MIXED else 0.0
    hold_at, probability = strategy.hold_at, strategy.probability
    proof, expected = 0.0, np.ones_like(hold_at)
    if code == HOLD_AT:
        expected[..., 0] = min(n, goal)
    elif code in (ANSWERING, COMMITTING):
        found, own = stackelberg(turn, goal), hold_at[..., 0]
        lost = losses(turn, found.value, own, own if code == COMMITTING else found.leader_hold_at)
        loss = lost.commitments if code == COMMITTING else lost.answers
        proof = float(np.maximum(certificate_of_stackelberg.residual(turn, found.value), loss.max()))
        expected[..., 0] = own
    else:
        cycle = symmetric_value_iteration(turn, goal, n)
        sweep = cycle.value, cycle.second_value, cycle.hold_at, cycle.second_hold_at
        proof = certificate_of_value_iteration.residual(turn, *sweep)
        expected[..., 0] = cycle.second_hold_at if code == SECOND_CYCLING else cycle.hold_at
        if code == MIXED:
            expected[..., 1] = cycle.second_hold_at
    chances = np.abs(probability - [1.0 - share, share]).max()
    return float(np.maximum(proof, chances)) if (hold_at == expected).all() else np.inf


def _loss(
    parameters: Parameters, own: NDArray[Any], value: NDArray[Any], *strategy: NDArray[Any]
) -> NDArray[Any]:
    asked = PIG.turn(parameters), Strategy(*strategy), bool(parameters["any_rule"])
    return loss_of_hold_at(*asked, value, own)


def _seconds(parameters: Parameters) -> float:
    goal, sides, strategy = float(parameters["goal"]), float(parameters["sides"]), int(parameters["strategy"])
    # Any stopping rule is valued outcome by outcome, hold-at rules by the gains of whole turns.
    cubic = 7.5e-9 * sides if parameters["any_rule"] else 9e-8 + 2.5e-9 * sides
    deviating = 8e-5 * goal + 5e-6 * goal**2 + cubic * goal**3
    if strategy == HOLD_AT:
        return deviating
    made = seconds_of_stackelberg if strategy in (ANSWERING, COMMITTING) else seconds_of_cycle
    return made(parameters) + deviating


def _padded(own: Strategy) -> Strategy:
    """A strategy with as many choices as the table has; unused ones have probability 0."""
    width = ((0, 0), (0, 0), (0, CHOICES - own.hold_at.shape[2]))
    return Strategy(np.pad(own.hold_at, width, constant_values=1), np.pad(own.probability, width))


_SCORES = ("banked", "opponent")
_STRATEGY_TABLES = ("strategy_hold_at", "strategy_probability")
_CHOICE = Dimension(
    "choice",
    "",
    "Which of the turn totals that the strategy draws from.",
    lambda _: np.arange(CHOICES),
    words="mixture choice",
)

_GAINED = Follows(follows=lambda given, value: max(value[0, 0] - 0.5, 0.0), follows_from=("value",))
_TOGETHER = Follows(
    follows=lambda given, value: np.maximum(value + value.T - 1.0, 0.0), follows_from=("value",)
)

REGRET = Picture(
    name="regret",
    title="Where a deviation gains most",
    output="nash_conv",
    dims=("banked", "opponent"),
)

EXPLOITABILITY = Question(
    name="equilibrium.exploitability",
    version=1,
    title="What the best deviation from a strategy of simultaneous Pig gains",
    game=PIG,
    contest=AT_ONCE,
    players=seated((BEST_THRESHOLD, BEST), Player(Kind.STRATEGY, (_STRATEGY.name, _HOLD_AT.name))),
    positions=False,
    study=True,
    parameters=(PIG.goal(300), _STRATEGY, _HOLD_AT, _ANY_RULE, SIDES, BUST_FACE),
    dimensions=(
        PIG.scores("banked", "the player"),
        PIG.scores("opponent", "the opponent"),
        _CHOICE,
    ),
    outputs=(
        proofs.exploitability(**_GAINED),
        chances.win_probability(**first_of("value")),
        tables.value(dims=_SCORES, proved=True),
        proofs.nash_conv(**_TOGETHER),
        policies.hold_at(dims=_SCORES, loses=_loss, follows_from=("value", *_STRATEGY_TABLES)),
        policies.strategy_hold_at(of=lambda found: _padded(found.strategy).hold_at, proved=True),
        mixtures.strategy_probability(of=lambda found: _padded(found.strategy).probability, proved=True),
        proofs.residual(),
    ),
    solve=_solve,
    certify=_certify,
    seconds=_seconds,
    pictures=(REGRET,),
)

QUESTIONS = (EXPLOITABILITY,)

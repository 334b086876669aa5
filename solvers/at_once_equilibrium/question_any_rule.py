"""Two players who throw at the same time and stop by any rule: equilibrium, and what hold-at play loses."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from numpy.typing import NDArray

from solvers.at_once_equilibrium.any_rule import AnyRuleEquilibrium, any_rule_equilibrium
from solvers.at_once_equilibrium.certificate_of_any_rule import exploitability
from solvers.contests.contest import AT_ONCE
from solvers.players.player import BEST, two
from solvers.questions import own_rules, pig_rules, usual
from solvers.questions.following import first_of
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.question import Dimension, Output, Question, Role

_STATE = ("banked", "opponent")


def _solve(game: Game, **parameters: Any) -> AnyRuleEquilibrium:
    return any_rule_equilibrium(game.turn(parameters), parameters["goal"])


def _certify(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    turn, goal = game.certificate_turn(parameters), int(parameters["goal"])
    return exploitability(turn, goal, stored["value"], stored["throws_on"])


def _seconds(game: Game, parameters: Parameters) -> float:
    goal = float(parameters["goal"])
    # A stage game for each pair of scores; each rule of it reaches as far as a throw can bring it.
    cubic = 7e-7 + 2.2e-8 * game.turn(parameters).longest_gain
    return 8e-4 + 1e-4 * goal**2 + cubic * goal**3


OUTPUTS = (
    Output(
        name="mixed",
        role=Role.COUNT,
        dtype="int32",
        unit="states",
        long_name="mixed states",
        meaning="Number of states in which a player leaves to chance whether to throw again.",
    ),
    Output(
        name="not_thresholds",
        role=Role.COUNT,
        dtype="int32",
        unit="states",
        long_name="non-threshold states",
        meaning=(
            "Number of states in which every mixture of turn totals to hold at loses more than 1e-12 to"
            " the equilibrium over all rules."
        ),
    ),
    Output(
        name="opening_loss",
        role=Role.DIFFERENCE,
        long_name="opening threshold loss",
        meaning=(
            "What a player loses from the start who is confined to mixtures of turn totals to hold at,"
            " and whose opponent is not."
        ),
        **first_of("loss"),
    ),
    Output(
        name="opening_threshold_loss",
        role=Role.DIFFERENCE,
        long_name="opening threshold exploitability",
        meaning=(
            "What the equilibrium of two players confined to turn totals to hold at loses from the start"
            " to one who may stop by any rule."
        ),
        **first_of("threshold_loss"),
    ),
    usual.value(
        dims=_STATE,
        meaning="Chance to win from these scores at the start of a turn, a shared win counting half.",
    ),
    Output(
        name="gap",
        role=Role.DIFFERENCE,
        dims=_STATE,
        long_name="duality gap",
        meaning="What both players' best rules would gain together in this turn.",
    ),
    Output(
        name="state_loss",
        role=Role.DIFFERENCE,
        dims=_STATE,
        long_name="state loss",
        meaning=(
            "What a player loses who is confined to mixtures of turn totals to hold at in this state only."
        ),
    ),
    Output(
        name="loss",
        role=Role.DIFFERENCE,
        dims=_STATE,
        long_name="threshold loss",
        meaning=(
            "What a player loses who is confined to mixtures of turn totals to hold at for the rest of"
            " the game, and whose opponent is not."
        ),
    ),
    Output(
        name="threshold_value",
        role=Role.VALUE,
        dims=_STATE,
        long_name="threshold win probability",
        meaning="Chance to win if both players are confined to turn totals to hold at.",
    ),
    Output(
        name="threshold_loss",
        role=Role.DIFFERENCE,
        dims=_STATE,
        long_name="threshold exploitability",
        meaning=(
            "What a player who may stop by any rule gains against the equilibrium of two who are confined"
            " to turn totals to hold at."
        ),
    ),
    Output(
        name="throws_on",
        role=Role.MIXTURE,
        dims=(*_STATE, "turn_total"),
        long_name="throw-again probability",
        meaning=(
            "Probability to throw again; where a turn total does not come up, what is best against the "
            "opponent's strategy, and 0 from the goal on."
        ),
    ),
    usual.exploitability(
        meaning=(
            "Largest difference, over all states, between the value and what the best deviation in the"
            " whole game wins, by a route that shares no kernel with the solver."
        ),
    ),
)


def _question(name: str, game: Game) -> Question:
    return Question(
        name=name,
        version=1,
        title=(
            f"Two players of {game.title} at the same time, both playing for the win by any stopping rule"
        ),
        game=game,
        contest=AT_ONCE,
        players=two(BEST),
        positions=False,
        # Probabilities to throw again are goal cubed numbers.
        parameters=(game.goal(200), *game.parameters),
        dimensions=(
            pig_rules.scores("banked", "the player"),
            pig_rules.scores("opponent", "the opponent"),
            Dimension("turn_total", "points", "Points at risk in this turn.", pig_rules.below_goal),
        ),
        outputs=OUTPUTS,
        solve=partial(_solve, game),
        certify=partial(_certify, game),
        seconds=partial(_seconds, game),
    )


QUESTIONS = (
    _question("equilibrium.any_rule", pig_rules.PIG),
    _question("equilibrium.any_rule.own", own_rules.AT_ONCE),
)

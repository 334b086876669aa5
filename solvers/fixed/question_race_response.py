"""What fixed policies give away in a race: to the best response, and to optimal play."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.fixed import policies, race_response
from solvers.fixed.certificate import response_residual, waiting_residual
from solvers.fixed.given_away import GivenAway, given_away, out_of_order
from solvers.fixed.policies import Policy
from solvers.fixed.question_parts import (
    ONE_THROW,
    PAIR,
    REGRET,
    InEachState,
    goal,
    hold_at,
    in_each_state,
    named,
    scores,
    with_optimal,
)
from solvers.outputs import chances, proofs, tables
from solvers.outputs import policies as declared
from solvers.outputs.output import Output
from solvers.players.player import BEST, BEST_OR_OPTIMAL_WINS, OPTIMAL, Kind, Player, seated
from solvers.questions.following import SEAT, Loses, in_seats, starts
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Dimension, Question
from solvers.turns import certificate_of_choices as choices

Read = Callable[[GivenAway], NDArray[Any]]


WINS = (
    *in_seats(
        chances.average_best_response_win_probability,
        chances.best_response_win_probability,
        attrgetter("response.wins_first", "response.wins_second"),
        starts("value", "waiting_value"),
    ),
    *in_seats(
        chances.average_optimal_win_probability,
        chances.optimal_win_probability,
        attrgetter("optimal.wins_first", "optimal.wins_second"),
        starts("value_of_optimal", "waiting_value_of_optimal"),
    ),
)


def _tables(dims: tuple[str, ...], game: Game) -> tuple[Output, ...]:
    """What the best response does and is worth; without counts of scoring turns the only one is left out."""

    def of(read: Callable[[race_response.RaceResponse], NDArray[Any]]) -> Read:
        return lambda solution: read(solution.response) if len(dims) == 3 else read(solution.response)[0]

    def loss(given: Parameters, own: NDArray[Any], waiting: NDArray[Any]) -> NDArray[Any]:
        # Scoring turns that the opponent has had are more lanes.
        banking, held = (np.moveaxis(table, -2, 0).reshape(table.shape[-2], -1) for table in (waiting, own))
        turn = game.certificate_turn(given)
        found = choices.loss_of_hold_at(turn, choices.Stakes(banking, 1.0).ends(turn), held)
        return np.moveaxis(found.reshape(own.shape[-2], *own.shape[:-2], own.shape[-1]), 0, -2)

    best, unit = Loses(loses=loss, follows_from=("waiting_value",)), game.unit
    return (
        *values(dims, of(attrgetter("value")), of(attrgetter("waiting_value"))),
        declared.hold_at_of_reply(dims=dims, points=unit, of=of(race_response.hold_at), **best),
    )


def values(dims: tuple[str, ...], value: Read, waiting_value: Read) -> tuple[Output, ...]:
    """What the best response is worth at all scores."""
    return (
        tables.value_of_reply(dims=dims, of=value, proved=True),
        tables.waiting_value_of_reply(dims=dims, of=waiting_value, proved=True),
    )


def _question(
    game: Game,
    rule: str,
    against: str,
    kind: Kind,
    parameters: tuple[Parameter, ...],
    policy: Callable[[Parameters], Policy],
    counted: tuple[Dimension, ...] = (),
) -> Question:
    """A row of the catalogue for one family of policies."""

    def solve(**given: Any) -> InEachState:
        return InEachState.of(given_away(game.turn(given), policy(given)))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        shape = (-1, int(given["goal"]), int(given["goal"]))
        value, waiting = stored["value"].reshape(shape), stored["waiting_value"].reshape(shape)
        turn, rolls = game.certificate_turn(given), policy(given).rolls
        response = response_residual(turn, shape[1], rolls, value, waiting)

        def theirs(wins: NDArray[Any], waits: NDArray[Any]) -> float:
            return waiting_residual(turn, rolls, wins, waits)

        return with_optimal(in_order(response, stored), turn, stored, theirs)

    def seconds(given: Parameters) -> float:
        goal = float(given["goal"])
        counts = (1.0 + 2.0 * float(given.get("turns", 1))) / 3.0
        cubic = game.width * game.weight(given) * counts * goal**3
        # Each score of the opponent, states, and turns at all of them.
        played = 8e-4 + 9e-5 * goal + 1.5e-6 * goal**2 + 3e-8 * cubic
        # Values after a wipe must settle.
        return played + (1.6e-3 + 7.5e-6 * goal**2 + 1.5e-6 * cubic if game.wipes else 0.0)

    dims = (*(dimension.name for dimension in counted), *PAIR)
    return Question(
        name=named("race_response", rule, game),
        version=3,
        title=f"Best response and optimal play against {against} in a race of {game.title}",
        game=game,
        contest=RACE,
        players=seated((BEST, OPTIMAL), Player(kind, tuple(own.name for own in parameters))),
        wins=BEST_OR_OPTIMAL_WINS,
        positions=False,
        parameters=(goal(game), *parameters, *game.parameters),
        dimensions=(
            SEAT,
            *counted,
            scores("banked", "the best response", game),
            scores("opponent", "the fixed policy", game),
        ),
        outputs=(
            *WINS,
            *_tables(dims, game),
            *in_each_state(dims),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(
            replace(
                REGRET,
                dims=dims,
                words=(*REGRET.words, *((own.name, "policy's scoring turns") for own in counted)),
            ),
        ),
    )


def in_order(residual: float, stored: Mapping[str, NDArray[Any]]) -> float:
    """A residual, or how far the stored chances are out of order if that is more."""
    names = "average_optimal_win_probability", "average_best_response_win_probability"
    if {*names} <= set(stored):
        return max(residual, out_of_order(*(float(stored[name]) for name in names)))
    return residual


def _hold_at(game: Game) -> Question:
    opponent = hold_at("opponent_hold_at", "the opponent", game)
    return _question(
        game,
        "hold_at",
        "hold at n",
        Kind.HOLD_AT,
        (opponent,),
        lambda given: policies.hold_at(int(given["goal"]), int(given["opponent_hold_at"])),
    )


KEEP_PACE = _question(
    GAMES["pig"],
    "keep_pace",
    "end race or keep pace",
    Kind.KEEP_PACE,
    (
        Parameter(
            "end_race",
            int,
            "Score of either player from which on the opponent throws for the win.",
            "points",
            0,
            300,
            71,
        ),
        Parameter(
            "base",
            int,
            "Turn total at which the opponent holds while the scores are equal.",
            "points",
            1,
            300,
            21,
            words="base threshold",
        ),
        Parameter(
            "divisor",
            int,
            "Points between the scores that move that turn total by one.",
            "points",
            1,
            300,
            8,
            words="score divisor",
        ),
    ),
    lambda given: policies.end_race_or_keep_pace(
        int(given["goal"]), int(given["end_race"]), int(given["base"]), int(given["divisor"])
    ),
)

SCORING_TURNS = _question(
    GAMES["pig"],
    "scoring_turns",
    "a number of scoring turns",
    Kind.SCORING_TURNS,
    (
        Parameter(
            "turns",
            int,
            "Scoring turns in which the opponent means to reach the goal.",
            "1",
            1,
            10,
            4,
            words="turns played",
        ),
    ),
    lambda given: policies.scoring_turns(int(given["goal"]), int(given["turns"])),
    (
        Dimension(
            "opponent_scored",
            "1",
            "Scoring turns that the opponent has had.",
            lambda given: np.arange(int(given["turns"])),
            words="opponent's scoring turns",
        ),
    ),
)


QUESTIONS = (*(_hold_at(game) for game in ONE_THROW), KEEP_PACE, SCORING_TURNS)

"""Questions about what rules of thumb give away in a race: to the best response, and to optimal play."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.fixed import race_response
from solvers.fixed.given_away import GivenAway, given_away
from solvers.fixed.question_parts import (
    ONE_THROW,
    PAIR,
    REGRET,
    certified,
    in_each_state,
    scored,
)
from solvers.outputs import chances, proofs, tables
from solvers.outputs import policies as declared
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.players.player import BEST, BEST_OR_OPTIMAL_WINS, COUNTING, OPTIMAL, RULE, seated
from solvers.questions.following import SEAT, Loses, in_seats, starts
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import (
    counting_told,
    refuse_no_rule,
    rule_parameters,
)
from solvers.turns import certificate_of_choices as choices

# Largest goal of games with other choices than roll or hold, and seconds of the proof for each outcome at one
# turn total, as for rules of thumb in a race.
MOST_GOAL_BY_POSITION, SECONDS_AN_OUTCOME = 200, 1.5e-5
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
    """Outputs about the best response; a rule that does not count its scoring turns has a dimension less."""

    def of(read: Callable[[race_response.RaceResponse], NDArray[Any]]) -> Read:
        return lambda solution: read(solution.response) if len(dims) == 3 else read(solution.response)[0]

    def loss(given: Parameters, own: NDArray[Any], waiting: NDArray[Any]) -> NDArray[Any]:
        # The opponent's numbers of scoring turns are more lanes.
        banking, held = (np.moveaxis(table, -2, 0).reshape(table.shape[-2], -1) for table in (waiting, own))
        turn = game.certificate_turn(given)
        found = choices.loss_of_hold_at(turn, choices.Stakes(banking, 1.0).ends(turn), held)
        return np.moveaxis(found.reshape(own.shape[-2], *own.shape[:-2], own.shape[-1]), 0, -2)

    best, unit = Loses(loses=loss, follows_from=("waiting_value",)), game.unit
    held = declared.hold_at.of(RESPONSE)(dims=dims, points=unit, of=of(race_response.hold_at), **best)
    worth = values(dims, of(attrgetter("value")), of(attrgetter("waiting_value")))
    # If there are other choices than roll or hold, no turn total describes the policy.
    return worth if game.positions else (*worth, held)


def values(dims: tuple[str, ...], value: Read, waiting_value: Read) -> tuple[Output, ...]:
    """Outputs about the values of the best response at all scores."""
    return (
        tables.value.of(RESPONSE)(dims=dims, of=value, proved=True),
        tables.waiting_value.of(RESPONSE)(dims=dims, of=waiting_value, proved=True),
    )


def _question(game: Game, counting: bool) -> Question:
    """The question about replies to a rule of thumb; one that counts its scoring turns adds a dimension."""
    kind = "counting_rule" if counting else "rule"

    def solve(**given: Any) -> GivenAway:
        return given_away(counting_told(game.turn(given), given), int(given["goal"]))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn = game.certificate_turn(given)
        return certified(turn, counting_told(turn, given).parts, stored)

    def seconds(given: Parameters) -> float:
        goal = float(given["goal"])
        counts = (1.0 + 2.0 * len(counting_told(game.turn(given), given).parts)) / 3.0 if counting else 1.0
        cubic = game.width * game.weight(given) * counts * goal**3
        # Each score of the opponent, states, and turns at all of them.
        played = 8e-4 + 9e-5 * goal + 1.5e-6 * goal**2 + 3e-8 * cubic + game.making(given)
        played += SECONDS_AN_OUTCOME * game.written(given) * goal if game.positions else 0.0
        # Values after a wipe are iterated.
        return played + (1.6e-3 + 7.5e-6 * goal**2 + 1.5e-6 * cubic if game.turn(given).wipes else 0.0)

    def fits(given: Parameters) -> None:
        refuse = counting_told if counting else refuse_no_rule
        refuse(game.turn(given), given)

    dims = ("scored", *PAIR) if counting else PAIR
    who, counts = "a rule of thumb", " that counts its scoring turns" if counting else ""
    return Question(
        name=f"race_response_to_{kind}.{game.name}",
        version=1 + game.version_of("race_response"),
        title=f"Best response and optimal play against {who}{counts} in a race of {game.title}",
        game=game,
        contest=RACE,
        players=seated((BEST, OPTIMAL), COUNTING if counting else RULE),
        wins=BEST_OR_OPTIMAL_WINS,
        positions=game.positions,
        parameters=(
            game.goal(game.most_policy_goal or MOST_GOAL_BY_POSITION),
            *rule_parameters(fits, who="the opponent"),
            *game.parameters,
        ),
        dimensions=(
            SEAT,
            *((scored(game, "scored"),) if counting else ()),
            game.scores("banked", "the best response"),
            game.scores("opponent", "the fixed policy"),
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
                words=(*REGRET.words, *((("scored", "policy's scoring turns"),) if counting else ())),
            ),
        ),
    )


_GAMES = (*ONE_THROW, *(game for game in WITH_HOUSE_RULES if game.name == "own"))
QUESTIONS = tuple(_question(game, counting) for counting in (False, True) for game in _GAMES)

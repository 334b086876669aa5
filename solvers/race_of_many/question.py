"""Optimal play of a race of several players in turn: three by name, or two to five."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags
from solvers.contests.contest import RACE
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.outputs import chances, policies, proofs, tables
from solvers.players.player import BEST, any_number, three
from solvers.questions import own_rules, pig_rules
from solvers.questions.following import Follows, first_row
from solvers.questions.game import Game, Inside
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Dimension, Output, Question
from solvers.race.question_handicaps import handicaps_of_many, option
from solvers.race_of_many import policy as race_of_many_policy
from solvers.race_of_many import solve as race_of_many
from solvers.race_of_many.certificate import backup, residual_of
from solvers.race_of_many.reach import UNSETTLED
from solvers.race_of_many.solve import RaceOfMany

SEATS = ("mover", "next", "after")
WHOSE = ("the player about to move", "the player who moves next", "the player who moves after that")
# Rows for the list of clusters for each point of the goal: at goal 100 no die has a hundred clusters on which
# policy iteration does not end.
CLUSTERS_A_POINT = 10
FLAGS = ("exact", "depends_on_unsettled", "unsettled")


def _players(parameters: Parameters) -> int:
    return int(parameters.get("players", 3))


def _seats(parameters: Parameters) -> NDArray[Any]:
    return np.arange(1, _players(parameters) + 1)


def _by_state(race: RaceOfMany) -> Array:
    return race.value.reshape(-1, race.players)


def _rows(parameters: Parameters) -> NDArray[Any]:
    return np.arange(CLUSTERS_A_POINT * int(parameters["goal"]))


CLUSTER = Dimension(
    "cluster",
    "",
    "Clusters of states, the rotations of the same scores, in the order in which they are solved.",
    _rows,
    words="state cluster",
)


def filled(listed: NDArray[Any], goal: int, filler: float) -> NDArray[Any]:
    """A list with an entry for each cluster, filled up to the length of the dimension.

    Raises
    ------
    NotConverged
        if there are more than that
    """
    most = CLUSTERS_A_POINT * goal
    if len(listed) > most:
        raise NotConverged(
            f"clusters without an end: expected at most {most} to list, got {len(listed)} (goal {goal})."
        )
    out = np.full((most, *listed.shape[1:]), filler, listed.dtype)
    out[: len(listed)] = listed
    return out


_MOVERS = Follows(follows=lambda given, values: values[..., 0], follows_from=("seat_value",))
WIN_PROBABILITY = chances.win_probability(dims=("seat",), **first_row("seat_value"))
NUMBERS = (
    proofs.unsettled_clusters(),
    proofs.cycling_clusters(),
    proofs.oscillation(),
    proofs.deviation_gain(),
)
UNSETTLED_SCORES = proofs.unsettled_scores(
    of=lambda race: filled(race.searched.scores[race.searched.unsettled], race.goal, -1)
)
STATES = (
    tables.value(dims=SEATS, of=lambda race: race.value[..., 0], **_MOVERS),
    tables.seat_value(dims=(*SEATS, "seat"), of=attrgetter("value")),
    policies.hold_at(dims=SEATS, of=race_of_many_policy.hold_at),
    proofs.settled(dims=SEATS, flags=FLAGS),
)
SEAT = Dimension(
    "seat",
    "",
    "Players in the order of moving, 1 for the player about to move.",
    _seats,
    words="player's seat",
)
OPTION = option(_players)


def _residual(turn: Turn, value: NDArray[Any], stored: Mapping[str, NDArray[Any]]) -> float:
    """Outside of the clusters without equilibrium."""
    return residual_of(value, backup(turn, value.shape[0], value), _settled(value.shape[:-1], stored))


def _settled(shape: tuple[int, ...], stored: Mapping[str, NDArray[Any]]) -> Flags:
    """Which states are in clusters without equilibrium, as listed, or as flagged."""
    if "unsettled_scores" not in stored and "settled" in stored:
        return stored["settled"].reshape(shape).astype(np.int8)
    out, scores = np.zeros(shape, np.int8), stored["unsettled_scores"]
    for rotation in range(len(shape)):
        out[tuple(np.roll(scores[scores[:, 0] >= 0], -rotation, axis=1).T)] = UNSETTLED
    return out


def _certify_three(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    value = stored["seat_value"]
    residual = _residual(game.certificate_turn(parameters), value, stored)
    return (
        float(np.maximum(residual, np.abs(stored["value"] - value[..., 0]).max()))
        if "value" in stored
        else residual
    )


def _solve_three(game: Game, **parameters: Any) -> RaceOfMany:
    return race_of_many.optimal_play(game.turn(parameters), parameters["goal"])


def _seconds_of_three(game: Game, parameters: Parameters) -> float:
    goal = float(parameters["goal"])
    # Sweeps of all sums of scores, the states, and what their turns can bring.
    return 5e-4 + 1.1e-4 * goal + goal**3 * (4.5e-7 + 1.4e-8 * _weight(game, parameters) * goal)


def _weight(game: Game, parameters: Parameters) -> float:
    """How much longer than Pig's a turn takes; with other dice the estimates are as they were measured."""
    return game.weight(parameters) if game.inside is Inside.POSITION else 1.0


def _states_of(game: Game) -> tuple[Output, ...]:
    """Where there is more than one way on, no turn total says all."""
    return tuple(one for one in STATES if one.name != "hold_at" or game.inside is Inside.HOLD_AT)


def _three(game: Game) -> Question:
    return Question(
        name=f"race_of_three.{game.name}",
        version=2,
        title=f"Three players in turn at {game.title}, each playing for the own win",
        game=game,
        contest=RACE,
        players=three(BEST),
        positions=game.positions,
        parameters=(game.goal(200), *game.parameters),
        dimensions=(
            *(pig_rules.scores(seat, whose) for seat, whose in zip(SEATS, WHOSE, strict=True)),
            SEAT,
            OPTION,
            CLUSTER,
        ),
        outputs=(
            WIN_PROBABILITY,
            *handicaps_of_many(game.unit, "seat_value", attrgetter("value")),
            *NUMBERS,
            UNSETTLED_SCORES,
            *_states_of(game),
            proofs.residual(),
        ),
        solve=partial(_solve_three, game),
        certify=partial(_certify_three, game),
        seconds=partial(_seconds_of_three, game),
    )


THREE_PLAYERS = _three(GAMES["pig"])
PIGLET_THREE_PLAYERS = _three(GAMES["piglet"])
OWN_THREE_PLAYERS = _three(own_rules.OF_MANY)


def _states(parameters: Parameters) -> NDArray[Any]:
    return np.arange(int(parameters["goal"]) ** _players(parameters))


def _solve_many(game: Game, **parameters: Any) -> RaceOfMany:
    return race_of_many.optimal_play(game.turn(parameters), parameters["goal"], parameters["players"])


def _certify_many(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    goal, players = int(parameters["goal"]), _players(parameters)
    return _residual(
        game.certificate_turn(parameters), stored["value"].reshape((goal,) * players + (players,)), stored
    )


def _seconds_of_many(game: Game, parameters: Parameters) -> float:
    players, goal = _players(parameters), float(parameters["goal"])
    state = players * (2e-7 + 4.5e-9 * _weight(game, parameters) * goal)
    return 1e-4 + 1.5e-4 * players + 6e-5 * goal + state * goal**players


def many(game: Game) -> Question:
    """Two to five players of a game."""
    return Question(
        name=f"race_of_many.{game.name}",
        version=2,
        title=f"Two to five players in turn at {game.title}, each playing for the own win",
        game=game,
        contest=RACE,
        players=any_number(BEST, "players"),
        positions=game.positions,
        parameters=(
            game.goal(200),
            Parameter(
                "players",
                int,
                "How many play.",
                minimum=2,
                maximum=race_of_many.MOST_PLAYERS,
                default=3,
                words="number of players",
            ),
            *game.parameters,
        ),
        dimensions=(
            SEAT,
            Dimension(
                "state",
                "",
                "The scores as digits of one number of base goal, the mover's first.",
                _states,
                words="state number",
            ),
            OPTION,
            CLUSTER,
        ),
        outputs=(
            replace(WIN_PROBABILITY, **first_row("value")),
            *handicaps_of_many(game.unit, "value", _by_state),
            *NUMBERS,
            UNSETTLED_SCORES,
            tables.value_of_seats(of=_by_state),
            proofs.settled(dims=("state",), of=lambda race: race.settled.ravel(), flags=FLAGS),
            proofs.residual(),
        ),
        solve=partial(_solve_many, game),
        certify=partial(_certify_many, game),
        seconds=partial(_seconds_of_many, game),
    )


N_PLAYERS = many(GAMES["pig"])

QUESTIONS = (THREE_PLAYERS, PIGLET_THREE_PLAYERS, OWN_THREE_PLAYERS)

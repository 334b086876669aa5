"""Questions: optimal play of a race of three players, and of two to five."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.contests.contest import RACE
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.outputs import chances, policies, proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, any_number, three
from solvers.questions import own_rules
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows, first_row
from solvers.questions.game import Game, Inside
from solvers.questions.games import GAMES, PIG
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.race.question_handicaps import handicaps_of_many, option
from solvers.race_of_many import policy as race_of_many_policy
from solvers.race_of_many import solve as race_of_many
from solvers.race_of_many.certificate import backup, gain_of, residual_of
from solvers.race_of_many.certificate_of_unsettled import (
    UNSETTLED,
    flags,
    in_order,
    of_race,
    unsettled_residual,
)
from solvers.race_of_many.solve import RaceOfMany
from solvers.turns import certificate_of_choices as choices

SEATS = ("mover", "next", "after")
WHOSE = ("the player about to move", "the player who moves next", "the player who moves after that")
# Number of rows for listed clusters, relative to the goal: at goal 100 no die has a hundred clusters on which
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
    """Return a list with an entry for each cluster, padded to the length of the dimension.

    Raises
    ------
    NotConverged
        if there are more clusters than that
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
UNSETTLED_CLUSTERS = proofs.unsettled_clusters(
    follows=lambda given, scores: np.count_nonzero(scores[:, 0] >= 0), follows_from=("unsettled_scores",)
)
# Records of how policy iteration went.
ITERATION = (proofs.cycling_clusters(record=True), proofs.oscillation(record=True))
DEVIATION_GAIN = proofs.deviation_gain(proved=True)
UNSETTLED_SCORES = proofs.unsettled_scores(
    of=lambda race: filled(race.searched.scores[race.searched.unsettled], race.goal, -1), proved=True
)
STATES = (
    tables.value(dims=SEATS, of=lambda race: race.value[..., 0], **_MOVERS),
    tables.seat_value(dims=(*SEATS, "seat"), of=attrgetter("value"), proved=True),
    proofs.settled(dims=SEATS, flags=FLAGS, proved=True),
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
    """Residual of all states: by one backup or, in clusters without a pure equilibrium, by all policies."""
    clusters = _unsettled(value.shape[:-1], stored)
    if clusters is None:
        return np.inf
    settled = np.zeros(value.shape[:-1], np.int8)
    if len(clusters):
        settled = flags(turn, value.shape[0], clusters)
    if "settled" in stored and (settled != stored["settled"].reshape(settled.shape)).any():
        return np.inf
    backed = backup(turn, value.shape[0], value)
    found = [residual_of(value, backed, settled), unsettled_residual(turn, value, clusters)]
    if "deviation_gain" in stored:
        found.append(abs(gain_of(value, backed) - float(stored["deviation_gain"])))
    return float(np.max(found))


def _unsettled(shape: tuple[int, ...], stored: Mapping[str, NDArray[Any]]) -> Integers | None:
    """Scores of the clusters without a pure equilibrium, int64[cluster, seat]; None if the list is invalid.

    They are read off the list, or off the flags if the list is not stored.
    """
    if "unsettled_scores" not in stored and "settled" in stored:
        return in_order(np.argwhere(stored["settled"].reshape(shape) == UNSETTLED))
    scores = stored["unsettled_scores"].astype(np.int64)
    listed = scores[: np.count_nonzero(scores[:, 0] >= 0)]
    return listed if (scores[len(listed) :] == -1).all() else None


def _hold_at(game: Game) -> Output:
    """The output for the least turn total at which the mover holds."""
    return policies.hold_at(
        dims=SEATS,
        of=race_of_many_policy.hold_at,
        loses=partial(loss_of_hold_at, game),
        follows_from=("seat_value", "unsettled_scores"),
    )


def loss_of_hold_at(
    game: Game, given: Parameters, own: NDArray[Any], value: NDArray[Any], scores: NDArray[Any] | None = None
) -> NDArray[Any]:
    """Return what stored turn totals lose; without an equilibrium, by their movers' assumed values."""
    goal, turn = len(value), game.certificate_turn(given)
    # A player who hands over the turn is last to move.
    ends = choices.Stakes(value[..., -1].transpose(2, 0, 1).reshape(goal, -1), 1.0).ends(turn)
    bust = ends.bust.reshape((goal,) * 3).copy()
    listed = None if scores is None else _unsettled(bust.shape, {"unsettled_scores": scores})
    for cluster in () if listed is None else listed:
        for ahead, believed in enumerate(of_race(turn, value, cluster).believed):
            bust[tuple(np.roll(cluster, -ahead))] = believed
    played = ends._replace(bust=bust.reshape(goal, -1))
    return choices.loss_of_hold_at(turn, played, own.reshape(goal, -1)).reshape(own.shape)


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
    # Sweeps of all sums of scores, the states, and all results of their turns.
    return 5e-4 + 1.1e-4 * goal + goal**3 * (4.5e-7 + 1.4e-8 * _weight(game, parameters) * goal)


def _weight(game: Game, parameters: Parameters) -> float:
    """Time of a turn relative to Pig's; estimates for other dice were measured."""
    return game.weight(parameters) if game.inside is Inside.POSITION else 1.0


def _states_of(game: Game) -> tuple[Output, ...]:
    """Outputs for turn totals to hold at, in games where they describe the policy."""
    *values, settled = STATES
    return (*values, *((_hold_at(game),) if game.inside is Inside.HOLD_AT else ()), settled)


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
            *(PIG.scores(seat, whose) for seat, whose in zip(SEATS, WHOSE, strict=True)),
            SEAT,
            OPTION,
            CLUSTER,
        ),
        outputs=(
            WIN_PROBABILITY,
            *handicaps_of_many(game.unit, "seat_value", attrgetter("value")),
            UNSETTLED_CLUSTERS,
            *ITERATION,
            DEVIATION_GAIN,
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
    """Return the question about two to five players of a game."""
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
            UNSETTLED_CLUSTERS,
            *ITERATION,
            DEVIATION_GAIN,
            UNSETTLED_SCORES,
            tables.value(dims=("state", "seat"), of=_by_state, proved=True),
            proofs.settled(dims=("state",), of=lambda race: race.settled.ravel(), flags=FLAGS, proved=True),
            proofs.residual(),
        ),
        solve=partial(_solve_many, game),
        certify=partial(_certify_many, game),
        seconds=partial(_seconds_of_many, game),
    )


N_PLAYERS = many(GAMES["pig"])

QUESTIONS = (THREE_PLAYERS, PIGLET_THREE_PLAYERS, OWN_THREE_PLAYERS)

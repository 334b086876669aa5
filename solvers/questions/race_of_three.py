"""Equilibria of a race of three players in turn, mixed where they have to be."""

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.race_of_three import certify
from solvers.equilibria.race_of_three import GUESSES, RaceOfThree, equilibrium
from solvers.question import Dimension, Output, Parameter, Parameters, Question
from solvers.questions import race_of_many
from solvers.questions.clusters import CLUSTER, filled
from solvers.questions.rules import GAMES, Rules

START = Parameter(
    "start",
    int,
    "Where policy iteration starts: 0 from states with more points, 1 from busts worth nothing, 2 from busts worth a win.",
    "",
    minimum=0,
    maximum=len(GUESSES) - 1,
    default=0,
)

EVERY = Parameter(
    "every", bool, "Whether every cluster has its equilibria counted, not only those without an end of policy iteration.", "", default=False
)


def _number(name: str, kind: str, unit: str, long_name: str, meaning: str) -> Output:
    return Output(name, (), kind, unit, long_name, meaning, attrgetter(name))


def _listed(race: RaceOfThree, of: str, filler: float) -> NDArray[Any]:
    return filled(getattr(race.clusters, of), race.goal, filler)


NUMBERS = (
    _number("mixed_clusters", "int32", "", "mixed clusters", "Clusters of states in which somebody mixes."),
    _number(
        "listed_clusters",
        "int32",
        "",
        "listed clusters",
        "Clusters without an end of policy iteration, or seen to have several equilibria.",
    ),
    _number("clusters_of_several", "int32", "", "clusters of several equilibria", "Clusters listed that have more than one equilibrium."),
)
CLUSTERS = (
    Output(
        "cluster_scores",
        ("cluster", "seat"),
        "int16",
        "points",
        "scores",
        "Scores in a cluster listed, in the order of moving.",
        partial(_listed, of="scores", filler=-1),
    ),
    Output(
        "cluster_equilibria",
        ("cluster",),
        "int16",
        "",
        "equilibria",
        "How many equilibria a cluster listed has, pure and mixed, the values further up being given.",
        partial(_listed, of="equilibria", filler=-1),
    ),
    Output(
        "share",
        ("cluster", "seat"),
        "float64",
        "1",
        "share of the bold policy",
        "How likely the player with that score plays the bold policy, which goes on where it is indifferent; 0 where it does not mix.",
        partial(_listed, of="share", filler=0.0),
    ),
    Output(
        "indifferent_at",
        ("cluster", "seat"),
        "int16",
        "points",
        "indifferent at",
        "Least turn total at which the player with that score is indifferent; none where it does not mix.",
        lambda race: filled(race.indifferent_at, race.goal, -1),
    ),
)
HOLD_AT = Output(
    "hold_at",
    race_of_many.SEATS,
    "int16",
    "points",
    "least turn total to hold at",
    "Least turn total at which the policy holds, where somebody mixes the cautious one; it may throw again at a greater one.",
    RaceOfThree.hold_at,
)
CERTIFICATES = (
    _number(
        "exploitability",
        "float64",
        "1",
        "exploitability",
        "The most that a mover gains by other play of one turn, at any state, or of the rest of it at any turn total.",
    ),
    _number(
        "residual",
        "float64",
        "1",
        "residual",
        "The exploitability, or the largest difference between the value and one turn by these strategies if that is more; by a route that "
        "shares no kernel with the solver.",
    ),
)


def _solve(game: Rules, **parameters: Any) -> RaceOfThree:
    return equilibrium(game.turn(parameters), parameters["goal"], parameters["start"], parameters["every"])


def _certify(game: Rules, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    value, scores, share = stored["seat_value"], stored["cluster_scores"], stored["share"]
    listed = scores[:, 0] >= 0
    found = certify(game.certificate_turn(parameters), value, scores[listed].astype(np.int64), share[listed])
    other = np.abs(stored["value"] - value[..., 0]).max() if "value" in stored else 0.0
    return float(np.max([*found, other]))


def _scores(seat: str, whose: str, unit: str) -> Dimension:
    return Dimension(seat, unit, f"Banked score of {whose}.", lambda parameters: np.arange(int(parameters["goal"])))


def _seconds(game: Rules, parameters: Parameters) -> float:
    # How much longer all equilibria take than one depends on how many states mix: up to a hundred times.
    each = 30.0 if parameters["every"] else 1.0
    return 0.01 + 4e-8 * game.effort * (0.7 + float(parameters.get("sides", 6)) / 60.0) * each * float(parameters["goal"]) ** 4


def _question(name: str, game: Rules, most: int) -> Question:
    value, seat_value = race_of_many.STATES[:2]
    return Question(
        name=name,
        version=1,
        title=f"Three players in turn at {game.title}: an equilibrium, mixed where policies are not enough",
        parameters=(game.goal(most), *game.parameters, START, EVERY),
        dimensions=(
            *(_scores(seat, whose, game.unit) for seat, whose in zip(race_of_many.SEATS, race_of_many.WHOSE, strict=True)),
            race_of_many.SEAT,
            CLUSTER,
        ),
        outputs=(
            race_of_many.WIN_PROBABILITY,
            *NUMBERS,
            value,
            seat_value,
            *((HOLD_AT,) if game.decides == "hold_at" else ()),
            *CLUSTERS,
            *CERTIFICATES,
        ),
        solve=partial(_solve, game),
        certify=partial(_certify, game),
        seconds=partial(_seconds, game),
    )


PIG = _question("equilibrium.race_of_three", GAMES["pig"], 200)
TEN_THOUSAND = _question("equilibrium.race_of_three.ten_thousand", GAMES["ten_thousand"], 200)

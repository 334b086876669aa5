"""Equilibria of a race of three players in turn, mixed where they have to be."""

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.players.player import BEST, three
from solvers.questions import own_rules, usual
from solvers.questions.game import Game, Inside
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Dimension, Output, Question, Role
from solvers.race.question_handicaps import handicaps_of_many
from solvers.race_of_many import question as race_of_many
from solvers.race_of_many.certificate_of_mixing import certify
from solvers.race_of_many.equilibrium import GUESSES, RaceOfThree, equilibrium

START = Parameter(
    "start",
    int,
    "Where policy iteration starts: 0 from states with more points, 1 from busts worth nothing, 2 from busts"
    " worth a win.",
    "",
    minimum=0,
    maximum=len(GUESSES) - 1,
    default=0,
    words="iteration start",
)

EVERY = Parameter(
    "every",
    bool,
    "Whether every cluster has its equilibria counted, not only those without an end of policy iteration.",
    "",
    default=False,
    words="every cluster",
)


def _listed(race: RaceOfThree, of: str, filler: float) -> NDArray[Any]:
    return race_of_many.filled(getattr(race.clusters, of), race.goal, filler)


NUMBERS = (
    Output(
        name="mixed_clusters",
        role=Role.COUNT,
        dtype="int32",
        unit="",
        long_name="mixed clusters",
        meaning="Clusters of states in which somebody mixes.",
    ),
    Output(
        name="listed_clusters",
        role=Role.COUNT,
        dtype="int32",
        unit="",
        long_name="listed clusters",
        meaning="Clusters without an end of policy iteration, or seen to have several equilibria.",
    ),
    Output(
        name="clusters_of_several",
        role=Role.COUNT,
        dtype="int32",
        unit="",
        long_name="ambiguous clusters",
        meaning="Clusters listed that have more than one equilibrium.",
    ),
)
CLUSTERS = (
    Output(
        name="cluster_scores",
        role=Role.PLACE,
        dims=("cluster", "seat"),
        dtype="int16",
        unit="points",
        long_name="state's scores",
        meaning="Scores in a cluster listed, in the order of moving.",
        of=partial(_listed, of="scores", filler=-1),
    ),
    Output(
        name="cluster_equilibria",
        role=Role.KIND,
        dims=("cluster",),
        dtype="int16",
        unit="",
        long_name="cluster equilibria",
        meaning=(
            "How many equilibria a cluster listed has, pure and mixed, the values further up being given."
        ),
        of=partial(_listed, of="equilibria", filler=-1),
    ),
    Output(
        name="share",
        role=Role.MIXTURE,
        dims=("cluster", "seat"),
        long_name="bold share",
        meaning=(
            "How likely the player with that score plays the bold policy, which goes on where it is"
            " indifferent; 0 where it does not mix."
        ),
        of=partial(_listed, of="share", filler=0.0),
    ),
    Output(
        name="indifferent_at",
        role=Role.CHOICE,
        dims=("cluster", "seat"),
        dtype="int16",
        unit="points",
        long_name="indifferent at",
        meaning=(
            "Least turn total at which the player with that score is indifferent; none where it does not mix."
        ),
        of=lambda race: race_of_many.filled(race.indifferent_at, race.goal, -1),
    ),
)
HOLD_AT = usual.hold_at(
    dims=race_of_many.SEATS,
    unit="points",
    long_name="least hold at",
    meaning=(
        "Least turn total at which the policy holds, where somebody mixes the cautious one; it may throw"
        " again at a greater one."
    ),
    of=RaceOfThree.hold_at,
)
CERTIFICATES = (
    usual.exploitability(
        meaning=(
            "The most that a mover gains by other play of one turn, at any state, or of the rest of it at any"
            " turn total."
        ),
    ),
    Output(
        name="residual",
        role=Role.CERTIFICATE,
        long_name="backup residual",
        meaning=(
            "The exploitability, or the largest difference between the value and one turn by these strategies"
            " if that is more; by a route that shares no kernel with the solver."
        ),
    ),
)


def _solve(game: Game, **parameters: Any) -> RaceOfThree:
    return equilibrium(game.turn(parameters), parameters["goal"], parameters["start"], parameters["every"])


def _certify(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    value, scores, share = stored["seat_value"], stored["cluster_scores"], stored["share"]
    listed = scores[:, 0] >= 0
    found = certify(game.certificate_turn(parameters), value, scores[listed].astype(np.int64), share[listed])
    other = np.abs(stored["value"] - value[..., 0]).max() if "value" in stored else 0.0
    return float(np.max([*found, other]))


def _scores(seat: str, whose: str, unit: str) -> Dimension:
    return Dimension(
        seat,
        unit,
        f"Banked score of {whose}.",
        lambda parameters: np.arange(int(parameters["goal"])),
        words=f"{seat} score",
    )


def _seconds(game: Game, parameters: Parameters) -> float:
    # How much longer all equilibria take than one depends on how many states mix: up to a hundred times.
    each = 30.0 if parameters["every"] else 1.0
    goal = float(parameters["goal"])
    return 5e-4 + 1e-4 * goal + game.moves(parameters) * goal**3 * (4e-8 + 1.4e-9 * each * goal)


def _question(name: str, game: Game, most: int) -> Question:
    value, seat_value = race_of_many.STATES[:2]
    return Question(
        name=name,
        version=2,
        title=f"Three players in turn at {game.title}: an equilibrium, mixed where policies are not enough",
        game=game,
        contest=RACE,
        players=three(BEST),
        positions=game.positions,
        parameters=(game.goal(most), *game.parameters, START, EVERY),
        dimensions=(
            *(
                _scores(seat, whose, game.unit)
                for seat, whose in zip(race_of_many.SEATS, race_of_many.WHOSE, strict=True)
            ),
            race_of_many.SEAT,
            race_of_many.OPTION,
            race_of_many.CLUSTER,
        ),
        outputs=(
            race_of_many.WIN_PROBABILITY,
            *handicaps_of_many(game.unit, "seat_value", attrgetter("value")),
            *NUMBERS,
            value,
            seat_value,
            *((HOLD_AT,) if game.inside is Inside.HOLD_AT else ()),
            *CLUSTERS,
            *CERTIFICATES,
        ),
        solve=partial(_solve, game),
        certify=partial(_certify, game),
        seconds=partial(_seconds, game),
    )


PIG = _question("equilibrium.race_of_three", GAMES["pig"], 200)
TEN_THOUSAND = _question("equilibrium.race_of_three.ten_thousand", GAMES["ten_thousand"], 200)
OWN = _question("equilibrium.race_of_three.own", own_rules.OF_MANY, 200)
QUESTIONS = (PIG, TEN_THOUSAND, OWN)

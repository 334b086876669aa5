"""Equilibria of a race of three players in turn, mixed where they have to be."""

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.outputs import mixtures, policies, proofs
from solvers.players.player import BEST, three
from solvers.questions import own_rules
from solvers.questions.game import Game, Inside
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Dimension, Question
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
    proofs.mixed_clusters(),
    proofs.listed_clusters(),
    proofs.clusters_of_several(),
)
CLUSTERS = (
    proofs.cluster_scores(of=partial(_listed, of="scores", filler=-1)),
    proofs.cluster_equilibria(of=partial(_listed, of="equilibria", filler=-1)),
    mixtures.share(of=partial(_listed, of="share", filler=0.0)),
    policies.indifferent_at(of=lambda race: race_of_many.filled(race.indifferent_at, race.goal, -1)),
)
HOLD_AT = policies.hold_at(dims=race_of_many.SEATS, of=RaceOfThree.hold_at)
CERTIFICATES = (
    proofs.exploitability_in_turn(),
    proofs.residual_of_mixing(),
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

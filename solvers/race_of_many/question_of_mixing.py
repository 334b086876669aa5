"""Questions: equilibria of a race of three players in turn, mixed where necessary."""

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.outputs import mixtures, policies, proofs
from solvers.outputs.output import Output
from solvers.players.player import BEST, three
from solvers.questions import own_rules
from solvers.questions.dimension import Dimension
from solvers.questions.game import Game, Inside
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.race.question_handicaps import handicaps_of_many
from solvers.race_of_many import question as race_of_many
from solvers.race_of_many.certificate_of_equilibria import equilibria
from solvers.race_of_many.certificate_of_mixing import certify, indifferent_at, loss_of_shares
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


MIXED_CLUSTERS = proofs.mixed_clusters(
    follows=lambda given, share: np.count_nonzero((share > 0.0).any(axis=1)), follows_from=("share",)
)
# Records of where policy iteration does not end.
LISTED = (
    proofs.listed_clusters(
        follows=lambda given, scores: np.count_nonzero(scores[:, 0] >= 0), follows_from=("cluster_scores",)
    ),
    proofs.cluster_scores(of=partial(_listed, of="scores", filler=-1), record=True),
)
SEVERAL = proofs.clusters_of_several(
    follows=lambda given, equilibria: np.count_nonzero(equilibria > 1), follows_from=("cluster_equilibria",)
)
CERTIFICATES = (
    proofs.exploitability(proved=True),
    proofs.residual(),
)


def share(game: Game, value: str) -> Output:
    """Return the output for the probabilities to play boldly, checked by the stored values.

    Parameters
    ----------
    game : the game
    value : name of the output with each seat's win probabilities
    """

    def loses(
        given: Parameters, own: NDArray[Any], scores: NDArray[Any], values: NDArray[Any]
    ) -> NDArray[Any]:
        by_scores = values.reshape((int(given["goal"]),) * scores.shape[1] + (scores.shape[1],))
        return loss_of_shares(game.certificate_turn(given), by_scores, scores.astype(np.int64), own)

    read = partial(_listed, of="share", filler=0.0)
    return mixtures.share(of=read, loses=loses, follows_from=("cluster_scores", value))


def _equilibria(game: Game) -> Output:
    """The output for the number of equilibria of each cluster, counted again for the check."""

    def counted(given: Parameters, scores: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        out, turn = np.full(len(scores), -1), game.certificate_turn(given)
        for cluster in np.flatnonzero(scores[:, 0] >= 0):
            out[cluster] = equilibria(turn, value, scores[cluster].astype(np.int64))
        return out

    return proofs.cluster_equilibria(
        of=partial(_listed, of="equilibria", filler=-1),
        follows=counted,
        follows_from=("cluster_scores", "seat_value"),
    )


def _indifferent_at(game: Game) -> Output:
    """The output for the turn total at which each player who mixes is indifferent."""

    def found(
        given: Parameters, scores: NDArray[Any], share: NDArray[Any], value: NDArray[Any]
    ) -> NDArray[Any]:
        out = np.full(share.shape, -1)
        cluster, seat = np.nonzero(share)
        states = np.stack([scores[cluster, (seat + ahead) % 3] for ahead in range(3)], axis=1)
        if len(states):
            out[cluster, seat] = indifferent_at(game.certificate_turn(given), value, states.astype(np.int64))
        return out

    return policies.indifferent_at(
        of=lambda race: race_of_many.filled(race.indifferent_at, race.goal, -1),
        follows=found,
        follows_from=("cluster_scores", "share", "seat_value"),
    )


def wrong_gain(gain: float, stored: Mapping[str, NDArray[Any]]) -> float:
    """Return the difference of the stored exploitability from the computed one; 0 if it is not stored.

    Parameters
    ----------
    gain : the computed one
    stored : arrays by name
    """
    return abs(gain - float(stored["exploitability"])) if "exploitability" in stored else 0.0


def _solve(game: Game, **parameters: Any) -> RaceOfThree:
    return equilibrium(game.turn(parameters), parameters["goal"], parameters["start"], parameters["every"])


def _certify(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    value, scores, share = stored["seat_value"], stored["cluster_scores"], stored["share"]
    listed = scores[:, 0] >= 0
    found = certify(game.certificate_turn(parameters), value, scores[listed].astype(np.int64), share[listed])
    other = np.abs(stored["value"] - value[..., 0]).max() if "value" in stored else 0.0
    return float(np.max([*found, other, wrong_gain(found[0], stored)]))


def _scores(seat: str, whose: str, unit: str) -> Dimension:
    return Dimension(
        seat,
        unit,
        f"Banked score of {whose}.",
        lambda parameters: np.arange(int(parameters["goal"])),
        words=f"{seat} score",
    )


def _seconds(game: Game, parameters: Parameters) -> float:
    # The time of counting all equilibria depends on the number of mixed states: up to a hundred times that of
    # one.
    each = 30.0 if parameters["every"] else 1.0
    goal = float(parameters["goal"])
    return 5e-4 + 1e-4 * goal + game.moves(parameters) * goal**3 * (4e-8 + 1.4e-9 * each * goal)


def _hold_at(game: Game) -> Output:
    return policies.hold_at(
        dims=race_of_many.SEATS,
        of=RaceOfThree.hold_at,
        loses=partial(race_of_many.loss_of_hold_at, game),
        follows_from=("seat_value",),
    )


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
            MIXED_CLUSTERS,
            LISTED[0],
            SEVERAL,
            value,
            seat_value,
            *((_hold_at(game),) if game.inside is Inside.HOLD_AT else ()),
            LISTED[1],
            _equilibria(game),
            share(game, "seat_value"),
            _indifferent_at(game),
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

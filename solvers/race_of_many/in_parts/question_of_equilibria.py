"""Questions: equilibria of a race of two to five players in turn, mixed where necessary, of any size."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.contests.contest import RACE
from solvers.outputs import proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, any_number
from solvers.questions import own_rules
from solvers.questions.following import first_row
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.wave import Wave
from solvers.race.question_handicaps import handicaps_of_many
from solvers.race_of_many import question as race_of_many
from solvers.race_of_many import question_of_mixing
from solvers.race_of_many.certificate_of_unsettled import gains_of_race, of_race
from solvers.race_of_many.in_parts import question_steps as steps
from solvers.race_of_many.in_parts.certificate import certify_mixed, certify_others
from solvers.race_of_many.in_parts.layer import all_rotations, no_table
from solvers.race_of_many.in_parts.part import Solved
from solvers.race_of_many.in_parts.question_steps import Settled, sizes
from solvers.race_of_many.in_parts.settling import Listed, Settling, listed

# Cases that would take one process longer are distributed.
LONGEST_SECONDS = 600.0
# Number of rows for listed clusters, relative to the goal.
CLUSTERS_A_POINT = 100


@dataclass(frozen=True)
class Equilibrium:
    """A stationary equilibrium.

    Attributes
    ----------
    goal, players : the race
    table : float64[strip, x, seat], all values; only those at the start if they exceed one process's memory
    clusters : the clusters on which policy iteration does not end
    residual : the exploitability, or the largest difference between a value and its backup by these
        strategies, outside of clusters without an equilibrium, if that is more
    exploitability : the most that a mover gains by other play of one turn, or of the rest of a mixed one
    """

    goal: int
    players: int
    table: Array
    clusters: Listed
    residual: float
    exploitability: float

    @property
    def win_probability(self) -> Array:
        """Win probability of each seat at the start, float64[seat]."""
        return np.array(self.table[0, 0])

    def value(self) -> Array:
        """Win probability of each seat, float64[state, seat]."""
        return self.table.reshape(-1, self.players)

    @property
    def listed_clusters(self) -> int:
        """Number of listed clusters."""
        return len(self.clusters.gain)

    @property
    def mixed_clusters(self) -> int:
        """Number of clusters with a mixed equilibrium."""
        return int(self.clusters.mixed.sum())

    @property
    def unsettled_clusters(self) -> int:
        """Number of clusters for which no equilibrium was found."""
        return int(self.clusters.unsettled.sum())

    def filled(self, of: str, filler: float) -> NDArray[Any]:
        """Return a list of the clusters, padded or cut to the number of rows."""
        found: NDArray[Any] = getattr(self.clusters, of)
        out = np.full((CLUSTERS_A_POINT * self.goal, *found.shape[1:]), filler, found.dtype)
        out[: len(found)] = found[: len(out)]
        return out


def _settled() -> Settled:
    found = Settling()

    def remembered(solved: list[Solved]) -> Array:
        players = solved[0].value.shape[-1]
        return found.listed(players).rows()

    return found.settle, remembered


def _apart(goal: int, clusters: Listed) -> Integers:
    """States whose movers do not play the best response with ties that hold.

    These are mixed ones, and those in clusters without an equilibrium.
    """
    players = clusters.scores.shape[1]
    cluster, seat = np.nonzero(clusters.share)
    turned = np.stack(
        [clusters.scores[cluster, (seat + ahead) % players] for ahead in range(players)], axis=1
    )
    mixing = turned @ goal ** np.arange(players)[::-1]
    return np.concatenate([mixing, all_rotations(goal, clusters.scores[clusters.unsettled])])


def _certify_piece(
    game: Game, given: Parameters, table: Array, others: range, found: Array
) -> tuple[float, ...]:
    """Residual and gain for some of the others' scores; the first piece includes those within mixed turns."""
    goal, players = sizes(given)
    turn, clusters = game.certificate_turn(given), listed(found, players)
    residual, gain = certify_others(turn, table, others, _apart(goal, clusters))
    if others.start == 0:
        differs, also = certify_mixed(turn, table, clusters.scores, clusters.share)
        # np.maximum, as Python's max can lose a NaN.
        residual, gain = float(np.maximum(residual, differs)), float(np.maximum(gain, also))
    return residual, gain


def _finish(given: Parameters, table: Array, found: Array, certificate: tuple[float, ...]) -> Equilibrium:
    goal, players = sizes(given)
    residual, gain = certificate
    kept = np.array(table if steps.is_small(given) else table[:1, :1])
    # np.maximum, as Python's max can lose a NaN.
    worst = float(np.maximum(residual, gain))
    return Equilibrium(goal, players, kept, listed(found, players), worst, gain)


def _outgrows(game: Game, given: Parameters) -> bool:
    return not steps.is_small(given) or _seconds(game, given) > LONGEST_SECONDS


def _solve(game: Game, wave: Wave, **given: Any) -> Equilibrium:
    """Solve all pieces in this process, one after the other."""
    steps.refuse_large(game, given)
    table = no_table(*sizes(given))
    pieces = [piece for stage in wave.stages(given) for piece in stage.pieces]
    rows = [row for piece in pieces for row in wave.solve(given, table, piece).found]
    found = np.array(rows).reshape(len(rows), 2 * sizes(given)[1] + 1)
    return _finish(given, table, found, _certified(wave, given, table, found))


def _certified(wave: Wave, given: Parameters, table: Array, found: Array) -> tuple[float, ...]:
    numbers = [wave.certify(given, table, proof, found) for proof in wave.proofs(given)]
    return tuple(np.max(numbers, axis=0).tolist())


def _certify(game: Game, wave: Wave, given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    goal, players = sizes(given)
    table = np.ascontiguousarray(stored["value"]).reshape(-1, goal, players)
    scores, share, gain = (stored[name] for name in ("cluster_scores", "share", "cluster_gain"))
    there = scores[:, 0] >= 0
    clusters = Listed(scores[there].astype(np.int64), gain[there], share[there])
    found = _certified(wave, given, table, clusters.rows())
    # Clusters without an equilibrium have the policies with the least gain.
    value = table.reshape((goal,) * players + (players,))
    turn = game.certificate_turn(given)
    apart = [of_race(turn, value, own).difference for own in clusters.scores[clusters.unsettled]]
    return float(np.max([*found, *apart, question_of_mixing.wrong_gain(found[1], stored)]))


def _seconds(game: Game, given: Parameters) -> float:
    goal, players = sizes(given)
    # Time for each seat's tables of its turn, each part, and rows, of which the certificate is a third.
    fixed = 1.5e-3 + 1e-6 * players * game.moves(given) + 1e-4 * players * goal
    states = players * goal**players
    return float(fixed + 1.5e-7 * states + 0.6 * steps.row_seconds(game, given) * goal ** (players + 1))


def _rows(given: Parameters) -> NDArray[Any]:
    return np.arange(CLUSTERS_A_POINT * int(given["goal"]))


CLUSTER = replace(race_of_many.CLUSTER, labels=_rows)


def _clusters(game: Game) -> tuple[Output, ...]:
    """Outputs for each cluster on which policy iteration does not end."""

    def gains(given: Parameters, scores: NDArray[Any], values: NDArray[Any]) -> NDArray[Any]:
        goal, players = sizes(given)
        listed, out = np.count_nonzero(scores[:, 0] >= 0), np.zeros(len(scores))
        value = values.reshape((goal,) * players + (players,))
        out[:listed] = gains_of_race(game.certificate_turn(given), value, scores[:listed].astype(np.int64))
        return out

    return (
        replace(question_of_mixing.LISTED[1], of=lambda race: race.filled("scores", -1)),
        replace(question_of_mixing.share(game, "value"), of=lambda race: race.filled("share", 0.0)),
        proofs.cluster_gain(
            of=lambda race: race.filled("gain", 0.0), follows=gains, follows_from=("cluster_scores", "value")
        ),
    )


def _unsettled(given: Parameters, share: NDArray[Any], gain: NDArray[Any]) -> int:
    """Number of clusters where a mover still gains and no player mixes."""
    return int(np.count_nonzero(~(share > 0.0).any(axis=1) & (gain > 0.0)))


def _question(game: Game, suffix: str) -> Question:
    wave = steps.wave(game, partial(_outgrows, game), _settled, partial(_certify_piece, game), _finish)
    many = race_of_many.N_PLAYERS
    return Question(
        name=f"equilibrium.race_of_many{suffix}",
        version=1,
        title=f"Several players in turn at {game.title}: an equilibrium, mixed where policies are not enough",
        game=game,
        contest=RACE,
        players=any_number(BEST, "players"),
        positions=game.positions,
        parameters=(game.goal(200), many.parameter("players"), *game.parameters),
        dimensions=(*many.dimensions[:3], CLUSTER),
        outputs=(
            replace(race_of_many.WIN_PROBABILITY, **first_row("value")),
            *handicaps_of_many(game.unit, "value", Equilibrium.value),
            question_of_mixing.MIXED_CLUSTERS,
            question_of_mixing.LISTED[0],
            proofs.unsettled_clusters(follows=_unsettled, follows_from=("share", "cluster_gain")),
            tables.value(dims=("state", "seat"), of=Equilibrium.value, proved=True),
            *_clusters(game),
            *question_of_mixing.CERTIFICATES,
        ),
        solve=partial(_solve, game, wave),
        certify=partial(_certify, game, wave),
        seconds=partial(_seconds, game),
        wave=wave,
    )


PIG = _question(GAMES["pig"], "")
TEN_THOUSAND = _question(GAMES["ten_thousand"], ".ten_thousand")
FARKLE = _question(GAMES["farkle"], ".farkle")
OWN = _question(own_rules.OF_MANY, ".own")
QUESTIONS = (PIG, TEN_THOUSAND, FARKLE, OWN)

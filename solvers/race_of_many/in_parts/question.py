"""Questions: races of several players in turn that may exceed one process's memory."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from solvers.arrays import Array
from solvers.in_turn_of_many.clusters.layers import Searched
from solvers.questions import own_rules
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.race_of_many import question as race_of_many
from solvers.race_of_many.in_parts.certificate import certify_others
from solvers.race_of_many.in_parts.layer import all_rotations
from solvers.race_of_many.in_parts.question_steps import Settled, is_small, sizes, wave
from solvers.race_of_many.solve import Iterated


@dataclass(frozen=True)
class LargeRace(Iterated):
    """What is kept of a race whose values exceed one process's memory.

    Attributes
    ----------
    win_probability : float64[seat], at the start
    """

    win_probability: Array


def _rows(searched: Searched) -> Array:
    """A list of clusters as rows of numbers."""
    columns = [column if column.ndim == 2 else column[:, None] for column in searched]
    return np.concatenate(columns, axis=1, dtype=np.float64)


def _searched(rows: Array, players: int) -> Searched:
    """The list of clusters from its rows."""
    # Without rows the number of columns is unknown.
    listed = rows.reshape(len(rows), 2 * players + 3)
    scores, oscillation, equilibria, gain, believed = np.split(listed, np.cumsum([players, 1, 1, 1]), axis=1)
    return Searched(
        scores.astype(np.int64), oscillation[:, 0], equilibria[:, 0].astype(np.int64), gain[:, 0], believed
    )


def _settled() -> Settled:
    return None, lambda solved: np.concatenate([_rows(one.searched) for one in solved])


def _outgrows(given: Parameters) -> bool:
    return not is_small(given)


def _certify(game: Game, given: Parameters, table: Array, others: range, found: Array) -> tuple[float, ...]:
    goal, players = sizes(given)
    searched = _searched(found, players)
    apart = all_rotations(goal, searched.scores[searched.unsettled])
    return certify_others(game.certificate_turn(given), table, others, apart)


def _finish(given: Parameters, table: Array, found: Array, certificate: tuple[float, ...]) -> LargeRace:
    goal, players = sizes(given)
    residual, gain = certificate
    return LargeRace(goal, _searched(found, players), residual, gain, np.array(table[0, 0]))


def _question(game: Game) -> Question:
    steps = wave(game, _outgrows, _settled, partial(_certify, game), _finish)
    return replace(race_of_many.many(game), wave=steps)


QUESTIONS = (_question(GAMES["pig"]), _question(own_rules.OF_MANY))

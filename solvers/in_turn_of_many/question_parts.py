"""Parts of questions about three players in turn: states, seats, chances to win, outputs about players who
play to win, and the declaration of questions in which two or all three play by rules of thumb.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import Contest
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import Counted
from solvers.in_turn_of_many.certificate_of_best import (
    UNSETTLED,
    Players,
    loss_of_hold_at,
    unsettled_residual,
)
from solvers.outputs import chances, policies, proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, by_rule, seated
from solvers.questions.dimension import Dimension
from solvers.questions.following import first_row
from solvers.questions.game import Game, Inside
from solvers.questions.games import PIG
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import rules_of_seats

STATE = ("mover", "first", "second", "third")
SCORES = STATE[1:]
# Players with rules, by the prefix of their parameters: all three, and the two opponents of a best response.
WHOSE = {f"{seat}_": f"the {seat} player" for seat in SCORES}
WHOM = {"earlier_": "the opponent who comes first in the round", "later_": "the other opponent"}


def seats(name: str, meaning: str, words: str) -> Dimension:
    """A dimension of the seats 1, 2 and 3, or of three kinds numbered like them."""
    return Dimension(name, "", meaning, lambda given: np.arange(1, 4), words=words)


STATES = (
    seats("mover", "Whose turn of the round it is.", "player to move"),
    *(PIG.scores(name, f"the {name} player of each round") for name in SCORES),
)
SEAT = seats("seat", "Players in the order of the round.", "player's seat")
SEAT_OF_RESPONSE = seats(
    "seat",
    "Seat of the best response: 1 moves first in each round, 2 second, 3 third.",
    "response's seat",
)


def movers(values: NDArray[Any]) -> NDArray[Any]:
    """The mover's chance to win, [mover, first, second, third]."""
    return np.stack([values[mover, ..., mover] for mover in range(3)])


WIN_PROBABILITY = chances.win_probability(dims=("seat",), **first_row("seat_value"))
VALUE = tables.value(
    dims=STATE,
    of=lambda solved: movers(solved.value),
    follows=lambda given, values: movers(values),
    follows_from=("seat_value",),
)
SEAT_VALUE = tables.seat_value(dims=(*STATE, "seat"), of=lambda solved: solved.value, proved=True)
# Whether and how far policy iteration cycles is a fact about the solver, which no certificate proves.
OF_CLUSTERS = (
    proofs.unsettled_clusters(
        follows=lambda given, settled: np.count_nonzero(settled == UNSETTLED), follows_from=("settled",)
    ),
    proofs.cycling_clusters(record=True),
    proofs.oscillation(record=True),
    proofs.deviation_gain(proved=True),
)
SETTLED = proofs.settled(dims=SCORES, flags=("exact", "may_depend_on_unsettled", "unsettled"), proved=True)
WINS_OF_RESPONSE = (
    chances.win_probability(
        of=lambda solved: solved.win_probability[0],
        follows=lambda given, wins: wins[0],
        follows_from=("win_probability_by_seat",),
    ),
    chances.average_win_probability(
        of=lambda solved: solved.wins,
        follows=lambda given, wins: wins.mean(),
        follows_from=("win_probability_by_seat",),
    ),
    chances.win_probability_by_seat(
        of=lambda solved: solved.win_probability,
        follows=lambda given, value: value[:, 0, 0, 0, 0],
        follows_from=("value",),
    ),
)


def difference_of_movers(stored: Mapping[str, NDArray[Any]]) -> float:
    """Largest difference between the mover's chances and those of all seats, if both are stored."""
    if "value" not in stored:
        return 0.0
    return float(np.abs(stored["value"] - movers(stored["seat_value"])).max())


@dataclass(frozen=True)
class ForTheWin:
    """Outputs and certificate of three players in turn, two or all of whom play to win.

    Attributes
    ----------
    game : the game
    known : function of all parameters and `seat_value`: the turn, the players, and the chances of all seats
    """

    game: Game
    known: Callable[[Parameters, NDArray[Any]], tuple[Turn, Players, Counted]]

    def outputs(self, *beyond: Output) -> tuple[Output, ...]:
        """All outputs.

        Parameters
        ----------
        beyond : tables of what follows the goal
        """
        hold_at = policies.hold_at(
            dims=STATE,
            points=self.game.unit,
            loses=lambda given, own, value, settled: loss_of_hold_at(*self.known(given, value), settled, own),
            follows_from=("seat_value", "settled"),
        )
        return (
            WIN_PROBABILITY,
            *OF_CLUSTERS,
            VALUE,
            SEAT_VALUE,
            *beyond,
            *((hold_at,) if self.game.inside is Inside.HOLD_AT else ()),
            SETTLED,
            proofs.residual(),
        )

    def certified(
        self, given: Parameters, stored: Mapping[str, NDArray[Any]], gain: float, residual: float
    ) -> float:
        """The residual of all stored tables.

        Parameters
        ----------
        given : all parameters
        stored : arrays by name
        gain, residual : greatest gain of a mover by another policy, and residual of one backup
        """
        found = [residual, difference_of_movers(stored)]
        if np.isfinite(residual):
            known = self.known(given, stored["seat_value"])
            found.append(unsettled_residual(*known, stored["settled"]))
        if "deviation_gain" in stored:
            found.append(abs(gain - float(stored["deviation_gain"])))
        return float(np.max(found))


@dataclass(frozen=True)
class InTurn:
    """A contest of three in turn, some of whom play by rules of thumb.

    Attributes
    ----------
    contest : the contest
    games : games that it is played with
    goal : function of a game: the goal, as a parameter
    told : function of the turn, all parameters and the prefix of a seat's own parameters: what the seat plays
        by
    parameters : parameters that only this contest has
    dimensions : function of a game: dimensions of what follows the goal
    only_throws_on : whether all its games have no choice but to roll or to hold
    """

    contest: Contest
    games: tuple[Game, ...]
    goal: Callable[[Game], Parameter]
    told: Callable[[Turn, Parameters, str], Any]
    parameters: tuple[Parameter, ...] = ()
    dimensions: Callable[[Game], tuple[Dimension, ...]] = lambda game: ()
    only_throws_on: bool = False


@dataclass(frozen=True)
class Asked:
    """Questions about a contest: all three play by rules, or the best response meets two who do.

    Attributes
    ----------
    name, version, title : as of a question, for all games; the title has a place for the game's
    among : the contest
    best : whether one seat plays the best response, in each seat in turn
    outputs : function of a game: all outputs but the proof
    solve : function of all parameters and the rules: the answer
    certify : function of the turn for certificates, all parameters, the rules and the stored arrays: the
        residual
    seconds : as of a question, function of the game and all parameters
    """

    name: str
    version: int
    title: str
    among: InTurn
    best: bool
    outputs: Callable[[Game], tuple[Output, ...]]
    solve: Callable[[Parameters, Sequence[Any]], Any]
    certify: Callable[[Turn, Parameters, Sequence[Any], Mapping[str, NDArray[Any]]], float]
    seconds: Callable[[Game, Parameters], float]

    def rules(self, turn: Turn, given: Parameters) -> tuple[Any, ...]:
        """The rules of the seats that play by rules."""
        return tuple(self.among.told(turn, given, prefix) for prefix in self._whose)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The question about each game."""
        return tuple(map(self._about, self.among.games))

    def _about(self, game: Game) -> Question:
        def solve(**given: Any) -> Any:
            return self.solve(given, self.rules(game.turn(given), given))

        def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
            scores, turn = (int(given["goal"]),) * 3, game.certificate_turn(given)
            value = stored["value" if self.best else "seat_value"]
            if value.shape != ((3, 3, *scores) if self.best else (3, *scores, 3)):
                return inf
            backed = self.certify(turn, given, self.rules(turn, given), stored)
            return backed if self.best else float(np.maximum(backed, difference_of_movers(stored)))

        among = self.among
        return Question(
            name=f"{self.name}.{game.name}",
            version=self.version,
            title=self.title.format(game.title),
            game=game,
            contest=among.contest,
            players=seated(*[BEST] * self.best, *map(by_rule, self._whose)),
            positions=game.positions and not among.only_throws_on,
            parameters=(
                among.goal(game),
                *rules_of_seats(game.turn, self._whose),
                *among.parameters,
                *game.parameters,
            ),
            dimensions=(
                *((SEAT_OF_RESPONSE, *STATES) if self.best else (*STATES, SEAT)),
                *among.dimensions(game),
            ),
            outputs=(*self.outputs(game), proofs.residual()),
            solve=solve,
            certify=certify,
            seconds=partial(self.seconds, game),
        )

    @property
    def _whose(self) -> dict[str, str]:
        return WHOM if self.best else WHOSE

"""The question about the best chance to reach the goal alone within n turns."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.alone.certificate import within_turns_residual
from solvers.alone.within_turns import WithinTurns, hold_at, opening, within_turns
from solvers.contests.contest import WITHIN_TURNS
from solvers.outputs import chances, lengths, proofs, tables
from solvers.players.player import BEST, seated
from solvers.questions.decision import decision
from solvers.questions.dimension import Dimension, below_goal
from solvers.questions.following import Follows, with_all_turns
from solvers.questions.game import Game, Inside
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.turns.certificate_of_choices import Stakes

STATE = ("turns_left", "banked")
TURNS = Parameter("turns", int, "Turns to play.", "turns", 1, 200, 10, words="turns played")
EVEN = (
    "Least number of turns that gives a chance of at least 1/2 from the start; none, NaN, where it takes more"
    " than are played."
)


def _even_chance(given: Parameters, value: NDArray[Any]) -> float:
    return next((float(turns) for turns, chance in enumerate(value[:, 0]) if chance >= 0.5), np.nan)


_EVEN_CHANCE = Follows(follows=_even_chance, follows_from=("value",))


def turns_left(parameters: Parameters) -> NDArray[Any]:
    """Numbers of turns left, from 0 to the number of turns, int[turns_left]."""
    return np.arange(int(parameters["turns"]) + 1)


TURNS_LEFT = Dimension(
    "turns_left", "turns", "Turns still to play, the one about to begin included.", turns_left
)


def _question(game: Game) -> Question:
    def solve(**given: Any) -> WithinTurns:
        return within_turns(game.turn(given), given["goal"], given["turns"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return within_turns_residual(game.certificate_turn(given), stored["value"])

    def seconds(given: Parameters) -> float:
        goal, turns = float(given["goal"]), float(given["turns"])
        height = 1.0 if game.inside is Inside.DICE else goal
        sweeps = 3.5e-10 * turns * goal * game.steps(given) * (32.0 + 1.5 * height)
        fixed = 3.5e-4 + 7e-6 * game.effort + game.making(given) / 2.0
        return fixed + 2e-5 * height + 2e-5 * turns + 1.5e-6 * turns * goal + sweeps

    return Question(
        name=f"within_turns.{game.name}",
        version=game.version,
        title=f"{game.title} alone: the best chance to reach the goal within some turns",
        game=game,
        contest=WITHIN_TURNS,
        players=seated(BEST),
        positions=game.positions,
        parameters=(game.goal(game.most_alone_goal), TURNS, *game.parameters),
        dimensions=(
            TURNS_LEFT,
            Dimension("banked", game.unit, "Banked score.", below_goal, words="banked score"),
        ),
        outputs=(
            chances.win_probability(**with_all_turns("value")),
            lengths.even_chance_turns(**_EVEN_CHANCE),
            tables.value(dims=("turns_left", "banked"), proved=True),
            *decision(
                game,
                STATE,
                hold_at,
                opening,
                lambda value: Stakes(value[:-1].T, 1.0),
            ),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


QUESTIONS = tuple(_question(game) for game in WITH_HOUSE_RULES)

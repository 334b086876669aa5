"""The question about the fewest turns to the goal, alone."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from numpy.typing import NDArray

from solvers.alone.certificate import fewest_turns_residual
from solvers.alone.fewest_turns import FewestTurns, fewest_turns, hold_at, opening
from solvers.contests.contest import FEWEST_TURNS
from solvers.outputs import lengths, proofs, tables
from solvers.players.player import BEST, seated
from solvers.questions.decision import decision
from solvers.questions.dimension import Dimension, below_goal
from solvers.questions.following import first_of
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.turns.certificate_of_choices import Stakes

STATE = ("banked",)


def _question(game: Game) -> Question:
    def solve(**given: Any) -> FewestTurns:
        return fewest_turns(game.turn(given), given["goal"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return fewest_turns_residual(game.certificate_turn(given), stored["turns_value"])

    def seconds(given: Parameters) -> float:
        # A game that wipes takes about five solutions. Rules are made once for all goals.
        goal, rounds = float(given["goal"]), 5.0 if game.turn(given).wipes else 1.0
        fixed = 4e-4 + 6e-6 * game.effort + game.making(given) / 3.0
        far = 8e-6 * game.turn(given).longest_gain
        return fixed + 3e-5 * goal + far + 6.5e-9 * game.steps(given) * rounds * goal**2

    return Question(
        name=f"fewest_turns.{game.name}",
        version=1 + game.version,
        title=f"{game.title} alone: the fewest turns to the goal on average",
        game=game,
        contest=FEWEST_TURNS,
        players=seated(BEST),
        positions=game.positions,
        parameters=(game.goal(game.most_alone_goal), *game.parameters),
        dimensions=(Dimension("banked", game.unit, "Banked score.", below_goal, words="banked score"),),
        outputs=(
            lengths.expected_turns(**first_of("turns_value")),
            tables.turns_value(of=attrgetter("value"), proved=True),
            *decision(
                game, STATE, hold_at, opening, stakes=lambda value: Stakes(-1.0 - value[:, None], -1.0)
            ),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


QUESTIONS = tuple(_question(game) for game in WITH_HOUSE_RULES)

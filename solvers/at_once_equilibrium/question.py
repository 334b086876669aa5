"""Two players of a simultaneous contest at their best, in every game whose busts leave the score as it is."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.at_once_equilibrium.certificate import stages
from solvers.at_once_equilibrium.solve import Equilibrium, equilibrium
from solvers.contests.contest import AT_ONCE
from solvers.players.player import BEST_THRESHOLD, two
from solvers.questions import own_rules, usual
from solvers.questions.following import Follows, first_of, first_row
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Form, Picture
from solvers.questions.pig_rules import below_goal
from solvers.questions.question import Dimension, Output, Question, Role

MOST_GOAL = 1000
PAIR = ("banked", "opponent")
MIXTURE = (*PAIR, "choice")
_MIXED = Follows(follows=lambda given, support: np.count_nonzero(support > 1), follows_from=("support",))
_SUPPORT = Follows(
    follows=lambda given, probability: np.count_nonzero(probability, axis=2), follows_from=("probability",)
)


def _question(game: Game, room: int) -> Question:

    def solve(**given: Any) -> Equilibrium:
        return equilibrium(game.turn(given), given["goal"], room)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        tables = (stored[name] for name in ("value", "hold_at", "probability"))
        return float(stages(game.certificate_turn(given), int(given["goal"]), *tables).exploitability)

    def seconds(given: Parameters) -> float:
        # The certificate goes through all that a throw can bring at each of our scores.
        goal, longest = float(given["goal"]), game.turn(given).longest_gain
        return 1e-4 + 2e-4 * goal + 2e-8 * goal**3 + longest * (5e-5 + 7e-5 * goal + 3.7e-7 * goal**2)

    return Question(
        name=f"equilibrium.simultaneous_{game.name}",
        version=2,
        title=(
            f"Equilibrium of two players of {game.title} who throw at the same time and choose turn totals to"
            " hold at"
        ),
        game=game,
        contest=AT_ONCE,
        players=two(BEST_THRESHOLD),
        positions=False,
        parameters=(game.goal(MOST_GOAL), *game.parameters),
        dimensions=(
            Dimension("banked", game.unit, "Banked score of the player.", below_goal, words="banked score"),
            Dimension(
                "opponent",
                game.unit,
                "Banked score of the other player.",
                below_goal,
                words="opponent score",
            ),
            Dimension(
                "choice",
                "",
                "Which of the turn totals that are mixed, the least first.",
                lambda given: np.arange(room),
                words="mixture choice",
            ),
        ),
        outputs=_outputs(game.unit),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(MIXING,),
    )


MIXING = Picture(
    name="mixture",
    title="States that mix turn totals to hold at",
    output="hold_at",
    form=Form.MIXTURE,
    dims=MIXTURE,
    chance="probability",
)


def _outputs(points: str) -> tuple[Output, ...]:
    start = (
        "Chance to win from the start, a shared win counting half; 1/2, for the game is the same for both."
    )
    first, likely = (
        "Turn totals to hold at in the first turn; what is not needed repeats the last.",
        "How likely each is in the first turn.",
    )
    mixing = "Number of pairs of scores at which the player mixes several turn totals."
    here = "Chance to win from these scores at the start of a turn, both playing the equilibrium."
    hold, chance = (
        "Turn totals to hold at; what is not needed repeats the last.",
        "How likely each of the turn totals is, 0 where it is not needed.",
    )
    count = "How many turn totals the player mixes."
    gap = (
        "What both players together could gain by deviating in this turn, all later ones being worth what"
        " they are."
    )
    most = (
        "No deviation gains more than this in the whole game, from any scores; from what one turn's"
        " deviations gain, by another route."
    )
    return (
        usual.win_probability(
            meaning=start,
            **first_of("value"),
        ),
        Output(
            name="opening_hold_at",
            role=Role.CHOICE,
            dims=("choice",),
            dtype="int16",
            unit=points,
            long_name="first hold at",
            meaning=first,
            of=lambda found: found.strategy.hold_at[0, 0],
            **first_row("hold_at"),
        ),
        Output(
            name="opening_probability",
            role=Role.MIXTURE,
            dims=("choice",),
            long_name="mixture probability",
            meaning=likely,
            of=lambda found: found.strategy.probability[0, 0],
            **first_row("probability"),
        ),
        Output(
            name="mixed_states",
            role=Role.COUNT,
            dtype="int32",
            unit="states",
            long_name="mixed states",
            meaning=mixing,
            **_MIXED,
        ),
        usual.value(dims=PAIR, meaning=here),
        usual.hold_at(
            dims=MIXTURE,
            unit=points,
            long_name="mixed hold at",
            meaning=hold,
            of=attrgetter("strategy.hold_at"),
        ),
        Output(
            name="probability",
            role=Role.MIXTURE,
            dims=MIXTURE,
            long_name="mixture probability",
            meaning=chance,
            of=attrgetter("strategy.probability"),
        ),
        Output(
            name="support",
            role=Role.COUNT,
            dims=PAIR,
            dtype="int8",
            unit="turn totals",
            long_name="mixture size",
            meaning=count,
            **_SUPPORT,
        ),
        Output(name="gap", role=Role.DIFFERENCE, dims=PAIR, long_name="duality gap", meaning=gap),
        usual.exploitability(
            meaning=most,
        ),
    )


QUESTIONS = (
    *(_question(game, game.most_mixed) for game in GAMES.values() if game.most_mixed),
    _question(own_rules.AT_ONCE, own_rules.AT_ONCE.most_mixed),
)

"""Questions: length of a race of two, changes of the lead, and fairness, under optimal play or with one fixed
rule for both players.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.in_turn.lasting.question_parts import DISTRIBUTION, EXPECTED, MOST_TURNS, TURNS
from solvers.length import exact as exact_length
from solvers.length import solve as length
from solvers.length.certificate import residual
from solvers.length.leader import LEADERS
from solvers.outputs import lengths, proofs
from solvers.plans.question_families import FAMILIES, MOST_GOAL, Family, thresholds
from solvers.players.player import OPTIMAL, Player, two
from solvers.questions.dimension import Dimension
from solvers.questions.exact import Exact, difference_of_tables, refuse_long
from solvers.questions.following import first_of
from solvers.questions.game import Game, Inside
from solvers.questions.games import GAMES
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.race.question import OUTCOME, how_fair

PAIR = ("banked", "opponent")
MOST_CHANGES = Parameter(
    "most_changes",
    int,
    "Most changes of the lead whose chance is listed; `more_changes_probability` ends with the chance of"
    " more.",
    "changes",
    1,
    100,
    20,
)
LENGTH = (
    EXPECTED,
    lengths.expected_lead_changes(**first_of("lead_changes_left")),
    *DISTRIBUTION,
    lengths.more_changes_probability(
        follows=lambda given, left: left[:, 0, 0, 0], follows_from=("more_changes_left",)
    ),
    lengths.changes_probability(
        follows=lambda given, more: length.changes_probability(more),
        follows_from=("more_changes_probability",),
    ),
    lengths.turns_left(proved=True),
    lengths.lead_changes_left(proved=True),
    lengths.more_changes_left(proved=True),
)
RESIDUAL = proofs.residual()


def _question(
    game: Game,
    name: str,
    title: str,
    parameters: tuple[Parameter, ...],
    player: Player,
    plan: Callable[[Turn, Parameters], Plan] | None,
    seconds: Callable[[Parameters], float],
) -> Question:
    """Return the question about one kind of player.

    Parameters
    ----------
    game : the game
    name, title : of the question
    parameters : parameters of the players
    player : both players
    plan : function of the turn and the parameters that returns what both do; None for optimal play
    seconds : estimated time of a case, in seconds
    """

    def solve(**given: Any) -> length.Length:
        turn = game.turn(given)
        if plan is None:
            return length.of_optimal_play(turn, given["goal"], given["most_turns"], given["most_changes"])
        return length.of_plan(plan(turn, given), given["goal"], given["most_turns"], given["most_changes"])

    def exact(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> Exact:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        most = int(given["most_turns"]), int(given["most_changes"])
        refuse_long(goal, exact_length.most_goal(turn, *most))
        found = exact_length.solve(turn, goal, stored["value"], *most)
        difference = difference_of_tables(stored, found.tables)
        return Exact("expected turns", found.expected_turns, difference, found.improved)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn = game.certificate_turn(given)
        return residual(turn, int(given["goal"]), plan and plan(turn, given), stored)

    return Question(
        name=name,
        version=game.version_of("length"),
        title=title,
        game=game,
        contest=RACE,
        players=two(player),
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_race_goal)),
            *parameters,
            MOST_TURNS,
            MOST_CHANGES,
            *game.parameters,
        ),
        dimensions=(
            game.scores("banked", "the player about to move"),
            game.scores("opponent", "the other player"),
            Dimension(
                "leader",
                "",
                "Who has led last, as the player about to move sees it.",
                lambda given: np.array(LEADERS),
                words="last leader",
            ),
            TURNS,
            Dimension(
                "changes",
                "changes",
                "Changes of the lead in a game.",
                lambda given: np.arange(int(given["most_changes"]) + 1),
                words="lead changes",
            ),
        ),
        outputs=(*LENGTH, *OUTCOME, *how_fair(game), RESIDUAL),
        solve=solve,
        certify=certify,
        exact=exact if plan is None else None,
        seconds=seconds,
    )


def _followed(game: Game, given: Parameters, each: float) -> float:
    """Time in seconds to follow games forwards and backwards, and to solve for the expected counts.

    Parameters
    ----------
    game, given : the case
    each : time for one state, one turn and one score after it, in seconds, measured on one core of 3 GHz
    """
    goal = float(given["goal"])
    ends = min(goal / 2.0, 10.0 + game.threshold(given))
    after_wipes = 4e-3 + 6e-9 * goal**3 * ends if game.turn(given).wipes else 0.0
    # A backward pass and a certificate for each number of changes, with one or two leaders.
    passes = float(given["most_turns"]) + 4.0 * float(given["most_changes"])
    return each * passes * goal**2 * ends + after_wipes


def _of_optimal_play(game: Game) -> Question:
    def seconds(given: Parameters) -> float:
        # The race is solved, and its turns are played out at all scores, twice; their ends fill the memory.
        cube = float(given["goal"]) ** 3
        played = 6.0 * game.race_pace(given) * game.weight(given) * cube + 1.2e-7 * cube
        return 0.0045 + game.making(given) + played + _followed(game, given, 7e-10)

    title = (
        f"How long a race of {game.title} played optimally lasts, how often the lead changes, how fair it is"
    )
    return _question(game, f"length.{game.name}", title, (), OPTIMAL, None, seconds)


def _of_plan(family: Family) -> Question:
    game = family.game

    def plan(turn: Turn, given: Parameters) -> Plan:
        return family.plan(turn, given, "")

    def seconds(given: Parameters) -> float:
        # Win probabilities are solved and certified, too.
        wins = 3e-8 if game.inside is Inside.DICE else family.cubic * game.weight(given) / 15.0
        made = family.made(given, "") + wins * float(given["goal"]) ** 3
        return 0.0045 + made + _followed(game, given, 2e-9)

    name = f"length.{family.number}" + ("" if game.name == "pig" else f"_{game.name}")
    does = "throw so many dice" if game.inside is Inside.DICE else "hold at n"
    title = (
        f"How long a race of {game.title} lasts if both {does}, how often the lead changes, how fair it is"
    )
    return _question(game, name, title, family.parameters("", "a player"), family.player(""), plan, seconds)


ONE_THROW = tuple(
    thresholds(game, 1e-5, 4e-7, 0.0, chooses=False) for game in GAMES.values() if game.most_policy_goal
)
QUESTIONS = (
    *(_of_optimal_play(game) for game in WITH_HOUSE_RULES),
    *(_of_plan(family) for family in (*ONE_THROW, *FAMILIES)),
)

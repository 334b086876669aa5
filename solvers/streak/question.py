"""Questions: optimal play of a race where busts in a row cost points, for every game in which busts score
nothing.
"""

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import STREAK
from solvers.contests.streak import Rule
from solvers.contests.tie import WORTH
from solvers.equal_turns.question import tie_among
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn.settling import MOST_ROUNDS
from solvers.outputs import chances, fairness, policies, proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, two
from solvers.questions import game as games
from solvers.questions.decision import first_turn
from solvers.questions.dimension import Dimension
from solvers.questions.following import Loses, ahead, first_of
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.own_rules import BUSTS_SCORE_NOTHING
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.picture import Picture
from solvers.questions.question import Question
from solvers.race.question_handicap import handicaps
from solvers.streak.certificate import ends_of, goal_wins, residual
from solvers.streak.certificate_of_choices import by_counts
from solvers.streak.policy import Turns, in_a_race
from solvers.streak.solve import Streak, optimal_play
from solvers.turns import certificate_of_choices as choices

STATE = ("banked", "opponent", "own_busts", "opponent_busts")
# Largest number of states: a table of them takes 128 MB, and there are five.
MOST_STATES = 16_000_000
# Seconds for an outcome of Pig at one turn total and one pair of numbers of busts.
SECONDS_A_STEP = 1.4e-10
# Seconds for a sweep over all states with one sum of scores, and the number of sums that take as long again.
SECONDS_A_SUM = 2e-6
SUMS_AT_A_TIME = 30.0


def _fit(given: Parameters) -> None:
    goal, busts = int(given["goal"]), int(given["busts"])
    if (goal * busts) ** 2 > MOST_STATES:
        most = int(MOST_STATES**0.5) // goal
        raise expected("busts", f"at most {most} with a goal of {goal}, to fit in memory", busts)


BUSTS = Parameter(
    "busts",
    int,
    "How many busts in successive turns of a player cost points; after that the count starts again.",
    "",
    1,
    10,
    3,
    fits=_fit,
    words="successive busts",
)


# Ties that are played on are not solved.
TIES = tie_among(tuple(WORTH))


def cost(game: Game) -> Parameter:
    """Return the parameter for what the last bust in a row costs.

    Parameters
    ----------
    game : the game, for its unit of points
    """
    meaning = "Points that the last bust in a row costs; a player with fewer points loses all."
    return Parameter(
        "cost", int, meaning, game.unit, 0, game.most_race_goal, game.usual_goal // 10, words="streak cost"
    )


def rule_of(given: Parameters) -> Rule:
    """Return the rule about busts in a row.

    Parameters
    ----------
    given : parameters of a case
    """
    return Rule(int(given["busts"]), int(given["cost"]))


def _question(game: Game) -> Question:
    def solve(**given: Any) -> Streak:
        return optimal_play(game.turn(given), given["goal"], rule_of(given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual(game.certificate_turn(given), int(given["goal"]), rule_of(given), stored["value"])

    inside, dimensions = _inside(game)
    return Question(
        name=f"streak.{game.name}",
        version=game.version_of("streak"),
        title=f"Two players of {game.title} in turn, where busts in a row cost points",
        game=game,
        contest=STREAK,
        players=two(BEST),
        positions=game.positions,
        parameters=(game.goal(game.most_race_goal), BUSTS, cost(game), *game.parameters),
        dimensions=(
            game.scores("banked", "the player about to move"),
            game.scores("opponent", "the other player"),
            counts("own_busts", "the player about to move"),
            counts("opponent_busts", "the other player"),
            *dimensions,
        ),
        outputs=(
            *OUTCOME,
            *how_fair(game),
            *inside,
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=lambda given: seconds(game, given),
        pictures=PICTURES if game.inside is games.Inside.HOLD_AT else PICTURES[1:],
    )


def how_fair(game: Game) -> tuple[Output, ...]:
    """Return the outputs for handicaps that make the contest even.

    Parameters
    ----------
    game : the game, for its unit of points
    """
    return handicaps(
        game.unit,
        of=lambda solved: solved.value[:, :, 0, 0],
        follows=lambda value: value[:, :, 0, 0],
        follows_from=("value",),
    )


def counts(name: str, whose: str) -> Dimension:
    """Return a dimension of busts in a row.

    Parameters
    ----------
    name, whose : name of the dimension, and the player who has bust
    """
    meaning = f"Successive turns up to now in which {whose} has bust."
    return Dimension(name, "", meaning, lambda given: np.arange(int(given["busts"])))


PICTURES = tuple(
    Picture(name=name, title=title, output=output, dims=("own_busts", "opponent", "banked"))
    for name, title, output in (
        ("turns", "When to hold, by busts", "hold_at"),
        ("chances", "Chance to win, by busts", "value"),
    )
)
OUTCOME = (
    chances.win_probability(**first_of("value")),
    fairness.first_player_advantage(follows=ahead, follows_from=("value",)),
    tables.value(dims=STATE, proved=True),
)


def _inside(game: Game) -> tuple[tuple[Output, ...], tuple[Dimension, ...]]:
    """Outputs about decisions within a turn, and their dimensions."""
    if game.inside is games.Inside.NOTHING:
        return (), ()
    if game.inside is games.Inside.POSITION:
        loses = loses_first(game, "value", goal_wins_of)
        return first_turn(game, lambda solved: in_a_race(solved).first_turn(), loses)
    return (choice(game, in_a_race, "value", goal_wins_of),), ()


# Function of the turn and the parameters that returns the values of handing over from the goal on.
Beyond = Callable[[Turn, Parameters], NDArray[Any]]


def goal_wins_of(turn: Turn, given: Parameters) -> NDArray[Any]:
    """Handing over from the goal on wins, float64[score, opponent]."""
    return goal_wins(turn, int(given["goal"]))


def choice(
    game: Game, inside: Callable[[Any], Turns], others: str, beyond: Beyond, second: bool = False
) -> Output:
    """Return the output with a player's decision in each state, for games where one number describes it.

    Parameters
    ----------
    game : a game of one throw, or one in which every throw is held
    inside : function of the solution that returns the player's turns
    others : name of the output with the opponent's values when about to move
    beyond : values of handing over from the goal on
    second : whether it is about the second player only
    """

    def loses(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        where = (turn, rule_of(given), value, beyond(turn, given))
        if game.inside is games.Inside.DICE:
            return by_counts(choices.loss_of_opening, *where, own - 1)
        return by_counts(choices.loss_of_hold_at, *where, own)

    best = Loses(loses=loses, follows_from=(others,))
    if game.inside is games.Inside.DICE:
        dice = policies.second_dice if second else policies.dice
        return dice(dims=STATE, of=lambda solved: inside(solved).openings() + 1, **best)
    hold_at = policies.second_hold_at if second else policies.hold_at
    return hold_at(dims=STATE, points=game.unit, of=lambda solved: inside(solved).hold_at(), **best)


def loses_first(game: Game, others: str, beyond: Beyond) -> Loses:
    """Return what actions of the first turn lose.

    Parameters
    ----------
    game, others, beyond : as of `choice`
    """

    def loses(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        ends = ends_of(rule_of(given), value, beyond(turn, given), 0, 0)
        return choices.loss_of_first_turn(turn, ends, own)

    return Loses(loses=loses, follows_from=(others,))


def seconds(game: Game, given: Parameters) -> float:
    """Time in seconds of the iteration over all turns, of the proof and of the certificate."""
    goal, turn = float(given["goal"]), game.turn(given)
    sums = goal * (1.0 + goal / SUMS_AT_A_TIME)
    one_round = float(given["busts"]) ** 2 * (
        SECONDS_A_SUM * sums + SECONDS_A_STEP * game.steps(given) * goal**3
    )
    return 6e-4 + game.making(given) / 2.0 + one_round * (_rounds(turn, given) + 1.0)


def _rounds(turn: Turn, given: Parameters) -> float:
    """Approximate number of iterations, which grows with the number of full streaks in a game."""
    goal, best = int(given["goal"]), max(turn.throws, key=lambda throw: throw.mean_gain)
    bust, gain = float(best.bust + best.wipe), float(best.mean_gain)
    if turn.only_throws_on:
        # Approximate number of throws of a turn that holds at the critical threshold.
        held_at = min(turn.critical_threshold(), goal)
        bust = 1.0 - (1.0 - bust) ** max(1.0, held_at * (1.0 - bust) / gain)
        gain = (1.0 - bust) * held_at
    elif turn.goes_on:
        bust = sum(float(throw.bust + throw.wipe) for throw in turn.throws) / len(turn.throws)
    streaks = 2.0 * goal / gain * bust ** int(given["busts"])
    # With many streaks, the proof takes iterations, too.
    proof = 1.0 + max(0.0, streaks - 10.0) / 2.0
    return min(2.0 + 10.0 * sqrt(streaks), MOST_ROUNDS) + proof


# A bust that scores, as in Progressive Pig, does not count for a streak.
QUESTIONS = tuple(
    _question(BUSTS_SCORE_NOTHING if game.name == "own" else game)
    for game in GAMES.values()
    if game.name != "progressive_pig"
)

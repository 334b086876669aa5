"""Optimal play where busts in a row cost points, as three farkles do, for every game in which a bust scores
nothing.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import STREAK
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.outputs import chances, fairness, policies, proofs, tables
from solvers.players.player import BEST, two
from solvers.questions import game as games
from solvers.questions.following import Loses, ahead, first_of
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.own_rules import BUSTS_SCORE_NOTHING
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.picture import Picture
from solvers.questions.pig_rules import below_goal
from solvers.questions.question import Dimension, Output, Question
from solvers.race.question_handicap import handicaps
from solvers.streak import certificate_of_choices as choices
from solvers.streak.certificate import residual
from solvers.streak.policy import Inside
from solvers.streak.rule import Rule
from solvers.streak.settling import MOST_ROUNDS
from solvers.streak.solve import Streak, optimal_play

STATE = ("banked", "opponent", "own_busts", "opponent_busts")
# Turn starts: a table of them is 128 MB, and there are five.
MOST_STATES = 16_000_000
# What an outcome of Pig takes at one turn total, for one pair of counts.
SECONDS_A_STEP = 1.4e-10
# Of a sweep over all states of one sum of scores, and how many of these take as long again.
SECONDS_A_SUM = 2e-6
SUMS_AT_A_TIME = 30.0


def _fit(given: Parameters) -> None:
    goal, busts = int(given["goal"]), int(given["busts"])
    if (goal * busts) ** 2 > MOST_STATES:
        most = int(MOST_STATES**0.5) // goal
        raise expected("busts", f"at most {most}, for which there is room with a goal of {goal}", busts)


BUSTS = Parameter(
    "busts",
    int,
    "Busts in successive turns of one player of which the last costs points; then the count begins anew.",
    "",
    1,
    10,
    3,
    fits=_fit,
    words="successive busts",
)


def cost(game: Game) -> Parameter:
    """What the last bust in a row costs.

    Parameters
    ----------
    game : whose points
    """
    meaning = "Points that the last bust in a row costs, or all that the player has if these are fewer."
    return Parameter(
        "cost", int, meaning, game.unit, 0, game.most_race_goal, game.usual_goal // 10, words="streak cost"
    )


def rule_of(given: Parameters) -> Rule:
    """The rule that these parameters are.

    Parameters
    ----------
    given : of a question
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
            scores("banked", "the player about to move", game),
            scores("opponent", "the other player", game),
            counts("own_busts", "the player about to move"),
            counts("opponent_busts", "the other player"),
            *dimensions,
        ),
        outputs=(
            *OUTCOME,
            *handicaps(
                game.unit,
                of=lambda solved: solved.value[:, :, 0, 0],
                follows=lambda value: value[:, :, 0, 0],
                follows_from=("value",),
            ),
            *inside,
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=lambda given: _seconds(game, given),
        pictures=PICTURES if game.inside is games.Inside.HOLD_AT else PICTURES[1:],
    )


def scores(name: str, whose: str, game: Game) -> Dimension:
    """A dimension of banked scores.

    Parameters
    ----------
    name, whose : of the dimension, and who has them
    game : whose points
    """
    meaning = f"Banked score of {whose}, below the goal."
    return Dimension(name, game.unit, meaning, below_goal, words=f"{name} score")


def counts(name: str, whose: str) -> Dimension:
    """A dimension of busts in a row.

    Parameters
    ----------
    name, whose : of the dimension, and who has bust
    """
    meaning = f"Successive turns up to now in which {whose} has bust."
    return Dimension(name, "", meaning, lambda given: np.arange(int(given["busts"])))


PICTURES = tuple(
    Picture(name=name, title=title, output=output, dims=("own_busts", "opponent", "banked"))
    for name, title, output in (
        ("turns", "When to hold, by busts in a row", "hold_at"),
        ("chances", "Chance of the player about to move to win, by busts in a row", "value"),
    )
)
OUTCOME = (
    chances.win_probability(**first_of("value")),
    fairness.first_player_advantage(follows=ahead, follows_from=("value",)),
    tables.value(dims=STATE, proved=True),
)


def _inside(game: Game) -> tuple[tuple[Output, ...], tuple[Dimension, ...]]:
    """What can be asked of the inside of a turn, and the dimensions it needs."""
    if game.inside is games.Inside.HOLD_AT:
        best = Loses(
            loses=lambda given, own, value: choices.loss_of_hold_at(
                game.certificate_turn(given), rule_of(given), value, own
            ),
            follows_from=("value",),
        )
        hold_at = policies.hold_at(
            dims=STATE, points=game.unit, of=lambda solved: Inside(solved).hold_at(), **best
        )
        return (hold_at,), ()
    if game.inside is games.Inside.DICE:
        best = Loses(
            loses=lambda given, own, value: choices.loss_of_opening(
                game.certificate_turn(given), rule_of(given), value, own - 1
            ),
            follows_from=("value",),
        )
        dice = policies.dice(dims=STATE, of=lambda solved: Inside(solved).openings() + 1, **best)
        return (dice,), ()
    if game.inside is games.Inside.NOTHING:
        return (), ()
    totals = Dimension(
        "turn_total", game.unit, "Points at risk in this turn, those of the last throw included.", below_goal
    )
    positions = Dimension(
        "position",
        "",
        "What the last throw left to choose from.",
        lambda given: np.array([position.name for position in game.turn(given).positions]),
        words="turn position",
    )
    policy = policies.first_turn_policy(of=lambda solved: Inside(solved).first_turn(), flags=game.actions)
    return (policy,), (totals, positions)


def _seconds(game: Game, given: Parameters) -> float:
    """Of rounds over all turns, of the proof and of the certificate."""
    goal, turn = float(given["goal"]), game.turn(given)
    sums = goal * (1.0 + goal / SUMS_AT_A_TIME)
    one_round = float(given["busts"]) ** 2 * (
        SECONDS_A_SUM * sums + SECONDS_A_STEP * game.steps(given) * goal**3
    )
    return 6e-4 + game.making(given) / 2.0 + one_round * (_rounds(turn, given) + 1.0)


def _rounds(turn: Turn, given: Parameters) -> float:
    """About how many there will be: the more full streaks a game has."""
    goal, best = int(given["goal"]), max(turn.throws, key=lambda throw: throw.mean_gain)
    bust, gain = float(best.bust + best.wipe), float(best.mean_gain)
    if turn.only_throws_on:
        # Who holds at the critical threshold throws so often.
        held_at = min(turn.critical_threshold(), goal)
        bust = 1.0 - (1.0 - bust) ** max(1.0, held_at * (1.0 - bust) / gain)
        gain = (1.0 - bust) * held_at
    elif turn.goes_on:
        bust = sum(float(throw.bust + throw.wipe) for throw in turn.throws) / len(turn.throws)
    streaks = 2.0 * goal / gain * bust ** int(given["busts"])
    # Far more of them, and the proof takes rounds, too.
    proof = 1.0 + max(0.0, streaks - 10.0) / 2.0
    return min(2.0 + 10.0 * sqrt(streaks), MOST_ROUNDS) + proof


# A bust that scores, as in Progressive Pig, is none of a streak.
QUESTIONS = tuple(
    _question(BUSTS_SCORE_NOTHING if game.name == "own" else game)
    for game in GAMES.values()
    if game.name != "progressive_pig"
)

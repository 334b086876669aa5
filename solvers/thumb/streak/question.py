"""Questions: rules of thumb in a race where busts in a row cost points, for games with one opening."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import STREAK
from solvers.errors import InvalidRules, expected
from solvers.games.turn import Turn
from solvers.outputs import decisions, proofs, tables
from solvers.players.player import RULE_JUDGED, RULE_WINS_AND_LASTS
from solvers.questions.following import SEAT
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.own_rules import BUSTS_SCORE_NOTHING
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question, tables_of_turns
from solvers.questions.rule_parameters import numbers_of, rule_parameters
from solvers.streak.question import BUSTS, STATE, cost, counts, rule_of
from solvers.streak.question import QUESTIONS as OF_OPTIMAL_PLAY
from solvers.thumb.judged import dice_columns
from solvers.thumb.question_decided import at_risk, decided_by_position, dice_left
from solvers.thumb.question_outputs import CHANCES, LOSSES, of_lengths, values
from solvers.thumb.streak.certificate import Tables, residual
from solvers.thumb.streak.certificate_of_turns import residual_in_a_race
from solvers.thumb.streak.decided.certificate_of_play import residual_of_play
from solvers.thumb.streak.evaluation import StreakEvaluation, evaluate
from solvers.thumb.streak.rule import RuleByBusts, check_by_busts, rule_by_busts

# The turns of optimal play have a number for each gain, at each pair of scores and of numbers of busts: 580
# MB.
MOST_NUMBERS = 72_000_000
# Largest goal that fits in memory if every bust costs points.
MOST_GOAL = 400
SEATS = ("optimal", "reply")
# Seconds of the proof in NumPy that plays turns forwards, for an outcome at one turn total and one pair of
# numbers of busts; and, for games whose throws are named by their dice, divided by goal ** 3.
SECONDS_AN_OUTCOME = 6e-5
SECONDS_OF_PLAY = {"ten_thousand": 3e-6, "farkle": 8e-6}
# Time relative to optimal play: its turns played out, three contests, and certificates in NumPy.
LONGER = 6.0


def rule_told(turn: Turn, given: Parameters, prefix: str = "") -> RuleByBusts:
    """Return the rule with its numbers.

    Parameters
    ----------
    turn : the game's turn
    given : all parameters
    prefix : prefix of the names
    """
    text, numbers = str(given[f"{prefix}rule"]), numbers_of(given, prefix)
    return rule_by_busts(text, turn, int(given["goal"]), rule_of(given), numbers)


def fits(game: Game, given: Parameters, prefix: str = "") -> None:
    """Refuse an invalid rule, or a case that is too large.

    Parameters
    ----------
    game : the game
    given, prefix : as of `rule_told`

    Raises
    ------
    InvalidRules
        naming what is accepted
    """
    goal, busts, text = int(given["goal"]), int(given["busts"]), str(given[f"{prefix}rule"])
    try:
        check_by_busts(text, game.turn(given), goal, rule_of(given), numbers_of(given, prefix))
    except InvalidRules as error:
        if error.name != "rule" or error.refusal is None:
            raise
        raise expected(f"{prefix}rule", *error.refusal) from None
    if goal**3 * busts**2 > MOST_NUMBERS:
        most = int((MOST_NUMBERS / busts**2) ** (1 / 3) + 1e-9)
        raise expected("goal", f"at most {most} with {busts} busts, to fit in memory", goal)


def optimal_seconds(game: Game) -> Callable[[Parameters], float]:
    """Return the estimated time of optimal play, by the parameters.

    Parameters
    ----------
    game : the game
    """
    return next(one for one in OF_OPTIMAL_PLAY if one.is_about(game.name)).seconds


def _question(game: Game) -> Question:
    by_dice = game.name in SECONDS_OF_PLAY
    decided = ("own_busts", "turn_total", *(("dice_left",) if by_dice else ()))

    def solve(**given: Any) -> StreakEvaluation:
        return evaluate(rule_told(game.turn(given), given), by_dice)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        seats = [
            np.array([stored[f"{side}value_against_{other}"] for side in ("", "waiting_")]) for other in SEATS
        ]
        kept = Tables(stored["optimal_value"], seats[0], stored["value_against_itself"], seats[1])
        rule = rule_told(game.certificate_turn(given), given)
        off_of_play = residual_of_play(rule, lambda does: dice_columns(does, by_dice)[0], stored)
        return float(np.max([residual(rule, kept), off_of_play, residual_in_a_race(rule, stored)]))

    def seconds(given: Parameters) -> float:
        goal, pairs = float(given["goal"]), float(given["busts"]) ** 2
        played = SECONDS_AN_OUTCOME * game.written(given) * goal
        played += game.weight(given) * SECONDS_OF_PLAY.get(game.name, 1e-7) * goal**3
        return LONGER * optimal_seconds(game)(given) + pairs * played

    return Question(
        name=f"thumb_streak.{game.name}",
        version=4,
        title=f"A rule of thumb in {game.title}, where busts in a row cost points: what it gives away",
        game=game,
        contest=STREAK,
        players=RULE_JUDGED,
        wins=RULE_WINS_AND_LASTS,
        positions=game.positions,
        parameters=(
            game.goal(MOST_GOAL),
            *rule_parameters(partial(fits, game)),
            BUSTS,
            cost(game),
            *game.parameters,
        ),
        dimensions=(
            SEAT,
            game.scores("banked", "the player about to move"),
            game.scores("opponent", "the other player"),
            counts("own_busts", "the player about to move"),
            counts("opponent_busts", "the other player"),
            at_risk(game),
            *((dice_left(game),) if by_dice else ()),
        ),
        outputs=(
            *CHANCES,
            *LOSSES,
            *decided_by_position(decided),
            *_PLAYED,
            *values(STATE),
            *of_lengths(STATE, seated=False),
            tables.optimal_value(dims=STATE, proved=True),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
        memory=tables_of_turns(4.0),
    )


_PLAYED = (
    decisions.lost(dims=STATE, proved=True),
    decisions.turns_begun(dims=STATE, proved=True),
    decisions.turns_begun_by_optimal(dims=STATE, proved=True),
)
# A player who chooses a number of dice to open with needs more than a rule; a bust that scores counts for no
# streak.
QUESTIONS = tuple(
    _question(BUSTS_SCORE_NOTHING if game.name == "own" else game)
    for game in GAMES.values()
    if game.name not in ("hog", "progressive_pig")
)

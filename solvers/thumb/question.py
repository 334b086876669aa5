"""Questions: a rule of thumb in a race, against optimal play, itself and its best reply, and its errors."""

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray

from solvers.arrays import Flags
from solvers.contests.contest import RACE
from solvers.errors import expected
from solvers.fixed.question_parts import ONE_THROW, PAIR
from solvers.outputs import decisions, proofs, tables
from solvers.players.dice import out_of
from solvers.players.language.grammar import names_in
from solvers.players.language.meaning import Meaning
from solvers.players.one_throw import rolls
from solvers.players.player import RULE_JUDGED, RULE_WINS
from solvers.questions.following import SEAT
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_HOUSE_RULES, WITHOUT_ENTRY
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question, tables_of_turns
from solvers.questions.rule_parameters import refuse_no_rule, rule_parameters, rule_told
from solvers.thumb.certificate import residual
from solvers.thumb.evaluation import Evaluation, evaluate, evaluate_by_state
from solvers.thumb.judged import dice_columns
from solvers.thumb.question_decided import DECIDED, at_risk, decided_by_position, dice_left, totals
from solvers.thumb.question_outputs import (
    CHANCES,
    LOSSES,
    LOST,
    of_optimal_play,
    of_play,
    reply_hold_at,
    values,
)

# Policies of a game from a file take as much memory as Pig's.
MOST_GOAL = 300
# Largest goal: the turns of optimal play have a number for each gain at each pair of scores, 64 MB, and a
# rule has a byte for each pair, turn total and number of dice left, 48 MB.
MOST_GOAL_BY_POSITION = 200
# Seconds to solve and prove, divided by goal ** 3, on one core of 3 GHz.
SECONDS = {"ten_thousand": 2.8e-6, "farkle": 8e-6, "own": 1e-7}
# Seconds of the proof in NumPy for an outcome at one turn total: nearly all of the time for a cup with a
# quarter of a million outcomes.
SECONDS_AN_OUTCOME = 1.5e-5


def _of_one_throw(game: Game) -> Question:
    def solve(**given: Any) -> Evaluation:
        return evaluate_by_state(rule_told(game.turn(given), given))

    def does(given: Parameters) -> Flags:
        return rolls(rule_told(game.certificate_turn(given), given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        rule = rule_told(game.certificate_turn(given), given)
        return residual(rule, dice_columns(rule, False)[0], stored)

    def seconds(given: Parameters) -> float:
        goal, pace = float(given["goal"]), game.width * game.weight(given)
        played = 1.2e-3 + 4e-5 * goal + 8e-7 * goal**2 + 1.6e-8 * pace * goal**3
        # Values after a wipe are iterated.
        wipes = 2e-3 + pace * goal**2 * (1e-5 + 3e-7 * goal) if game.turn(given).wipes else 0.0
        return played + wipes

    return Question(
        name=f"thumb.{game.name}",
        version=2,
        title=f"A rule of thumb in a race of {game.title}: what it gives away, and where",
        game=game,
        contest=RACE,
        players=RULE_JUDGED,
        wins=RULE_WINS,
        positions=False,
        parameters=(
            game.goal(game.most_policy_goal or MOST_GOAL),
            *rule_parameters(refuse_more_to_decide(game, "thumb.own_by_position")),
            *game.parameters,
        ),
        dimensions=(
            SEAT,
            game.scores("banked", "the rule"),
            game.scores("opponent", "the other"),
            totals(game),
        ),
        outputs=(
            *CHANCES,
            *LOSSES,
            *DECIDED,
            *of_play(game, does),
            *values(PAIR),
            *reply_hold_at(game),
            *of_optimal_play(game),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
        memory=tables_of_turns(2.0),
        pictures=(LOST,),
    )


def refuse_more_to_decide(game: Game, instead: str) -> Callable[[Parameters], None]:
    """Return a check that refuses invalid rules, and games with more decisions.

    Parameters
    ----------
    game : the game
    instead : what to ask about such games
    """

    def fits(given: Parameters) -> None:
        turn, text = game.turn(given), str(given["rule"])
        if not turn.only_throws_on:
            takes = "a game whose only way to go on is the same throw"
            raise expected("rules", takes, turn.name, f"Ask {instead}: there the position matters, too.")
        # The rule must be valid without distinguishing positions.
        Meaning(text, {}).tests()
        if "out" in names_in(text) and len(set(out_of(turn) or ())) > 1:
            raise expected("rule", "one that does not use `out`", text, f"Ask {instead}.")
        refuse_no_rule(turn, given)

    return fits


def _by_position(game: Game, suffix: str) -> Question:
    # Positions of a game from a file have no labels that fit all games of a sweep.
    by_dice = not suffix
    totals = ("turn_total", "dice_left") if by_dice else ("turn_total",)

    def solve(**given: Any) -> Evaluation:
        return evaluate(rule_told(game.turn(given), given), dice_apart=by_dice)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        rule = rule_told(game.certificate_turn(given), given)
        return residual(rule, dice_columns(rule, by_dice)[0], stored)

    def fits(given: Parameters) -> None:
        refuse_no_rule(game.turn(given), given)

    def seconds(given: Parameters) -> float:
        return (
            0.0025
            + 9e-6 * game.effort
            + game.making(given)
            + SECONDS_AN_OUTCOME * game.written(given) * float(given["goal"])
            + game.weight(given) * SECONDS[game.name] * float(given["goal"]) ** 3
        )

    return Question(
        name=f"thumb.{game.name}{suffix}",
        # Raised when replies to rules that use the scores began to consider giving up points for nothing.
        version=3,
        title=f"A rule of thumb in a race of {game.title}, by turn total: what it gives away, and where",
        game=game,
        contest=RACE,
        players=RULE_JUDGED,
        wins=RULE_WINS,
        positions=True,
        parameters=(game.goal(MOST_GOAL_BY_POSITION), *rule_parameters(fits), *game.parameters),
        dimensions=(
            SEAT,
            game.scores("banked", "the rule"),
            game.scores("opponent", "the other"),
            at_risk(game),
            *((dice_left(game),) if by_dice else ()),
        ),
        outputs=(
            *CHANCES,
            *LOSSES,
            *decided_by_position(totals),
            *_PAIRS,
            *values(PAIR),
            tables.optimal_value(proved=True),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(LOST,),
    )


_PAIRS = (
    decisions.lost(dims=PAIR, proved=True),
    decisions.turns_begun(dims=PAIR, of=lambda solved: solved.begun.own, proved=True),
    decisions.turns_begun_by_optimal(of=lambda solved: solved.begun.other, proved=True),
)
_BY_NAME = {game.name: game for game in WITH_HOUSE_RULES}
QUESTIONS = (
    *map(_of_one_throw, (*ONE_THROW, WITHOUT_ENTRY)),
    _by_position(_BY_NAME["ten_thousand"], ""),
    _by_position(_BY_NAME["farkle"], ""),
    _by_position(_BY_NAME["own"], "_by_position"),
)

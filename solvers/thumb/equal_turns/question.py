"""Questions: rules of thumb with equal turns, for games with one opening and without wipes."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie
from solvers.equal_turns.question import QUESTIONS as OF_OPTIMAL_PLAY
from solvers.equal_turns.question import TIE
from solvers.equal_turns.response.question import MOST_GOAL, proof_seconds
from solvers.outputs import decisions, proofs, tables
from solvers.players.player import RULE_JUDGED, RULE_WINS_AND_LASTS
from solvers.questions.dimension import Dimension
from solvers.questions.following import SEAT
from solvers.questions.game import Game
from solvers.questions.own_rules import WIPING_NOTHING, WITH_ALL_GAINS
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import refuse_no_rule, rule_parameters, ruled_told
from solvers.thumb.equal_turns.certificate import ITSELF, OPTIMAL, REPLY, Tables, residual
from solvers.thumb.equal_turns.certificate_of_play import residual_of_play
from solvers.thumb.equal_turns.certificate_of_turns import with_turns
from solvers.thumb.equal_turns.evaluation import EqualTurnsEvaluation, evaluate
from solvers.thumb.equal_turns.standings import PHASES
from solvers.thumb.judged import dice_columns
from solvers.thumb.question_decided import any_at_risk, decided_by_position, dice_left
from solvers.thumb.question_outputs import IN_SEATS, LOSSES, LOST, of_lengths, values

SEATED = ("seat", "banked", "opponent")
MEETS = ("optimal", "reply")
# Seconds of the proof in NumPy that plays turns forwards, for an outcome at one turn total; and, for games
# whose throws are named by their dice, divided by goal ** 3.
SECONDS_AN_OUTCOME = 6e-5
SECONDS_OF_PLAY = {"ten_thousand": 6e-6, "farkle": 1.6e-5}


def _question(game: Game) -> Question:
    by_dice = game.name in SECONDS_OF_PLAY
    decided = ("phase", "turn_total", *(("dice_left",) if by_dice else ()))
    optimal_seconds = next(one for one in OF_OPTIMAL_PLAY if one.is_about(game.name)).seconds

    def solve(**given: Any) -> EqualTurnsEvaluation:
        return evaluate(ruled_told(game.turn(given), given), Tie(int(given["tie"])), by_dice)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn = game.certificate_turn(given)

        def seats(other: str) -> NDArray[Any]:
            return np.stack([stored[f"{side}value_against_{other}"] for side in ("", "waiting_")])

        optimal, reply = (seats(other) for other in MEETS)
        itself = stored["tie_value_against_itself"]
        ties = [stored["tie_value_against_optimal"], [itself, itself], stored["tie_value_against_reply"]]
        kept = Tables(
            stored["optimal_value"],
            optimal,
            stored["value_against_itself"],
            reply,
            float(stored["optimal_tie_value"]),
            np.array(ties),
        )
        own, tie = ruled_told(turn, given), Tie(int(given["tie"]))
        group = dice_columns(own.rule, by_dice)[0]
        off = residual(own.rule, own.again, tie, kept), residual_of_play(own, tie, group, stored)
        return with_turns(float(np.max(off)), own, tie, stored)

    def seconds(given: Parameters) -> float:
        """Twice the time of optimal play, with its turns and its reply; then decisions, and the proofs."""
        goal, longest = float(given["goal"]), game.turn(given).longest_gain
        played = SECONDS_AN_OUTCOME * game.written(given) * (2.0 * goal + 3.0 * longest)
        played += game.weight(given) * SECONDS_OF_PLAY.get(game.name, 1e-7) * goal**2 * (goal + longest)
        return 2.0 * optimal_seconds(given) + 5e-8 * goal**3 + proof_seconds(game, given) + played

    def fits(given: Parameters) -> None:
        refuse_no_rule(game.turn(given), given)

    return Question(
        name=f"thumb_equal_turns.{game.name}",
        version=2,
        title=f"A rule of thumb in {game.title} with equal turns: what it gives away, and where",
        game=game,
        contest=EQUAL_TURNS,
        players=RULE_JUDGED,
        wins=RULE_WINS_AND_LASTS,
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_race_goal)),
            *rule_parameters(fits),
            TIE,
            *game.parameters,
        ),
        dimensions=(
            SEAT,
            game.scores("banked", "the player about to move, or the rule"),
            game.scores("opponent", "the other player"),
            PHASE,
            any_at_risk(game),
            *((dice_left(game),) if by_dice else ()),
            _behind(game),
        ),
        outputs=(
            *IN_SEATS,
            *LOSSES,
            *decided_by_position(decided, "lost_there"),
            *_PLAYED,
            *values(SEATED),
            *of_lengths(SEATED, seated=True),
            tables.optimal_value(dims=SEATED, proved=True),
            *_TIES,
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(LOST,),
    )


def _behind(game: Game) -> Dimension:
    meaning = "Points by which the rule is behind before its last turn; the greatest stands for more, too."
    return Dimension("behind", game.unit, meaning, _to_goal, words="points behind")


def _to_goal(given: Parameters) -> NDArray[Any]:
    return np.arange(int(given["goal"]) + 1)


# The same phases as in `equal_turns.standings`.
PHASE = Dimension(
    "phase",
    "",
    "Which decisions of the rule. 1: moving first, 2: moving second, both players below the goal."
    " 3: moving first, its points at risk reaching the goal. 4: in its last turn. 5: in its first turn after"
    " a tie.",
    lambda given: np.arange(1, PHASES.number + 1),
    words="phase of play",
)
_PLAYED = (
    decisions.lost(dims=SEATED, proved=True),
    decisions.lost_in_last_turns(proved=True),
    decisions.turns_begun(dims=SEATED, proved=True),
    decisions.turns_begun_by_optimal(dims=SEATED, proved=True),
    decisions.last_turns_begun(proved=True),
    decisions.rounds_begun(proved=True),
)
_TIES = (
    tables.optimal_tie_value(proved=True),
    tables.tie_value_against_optimal(of=lambda solved: solved.tie_values[OPTIMAL], proved=True),
    tables.tie_value_against_itself(of=lambda solved: solved.tie_values[ITSELF, 0], proved=True),
    tables.tie_value_against_reply(of=lambda solved: solved.tie_values[REPLY], proved=True),
)
# A player who chooses a number of dice to open with needs more than a rule.
QUESTIONS = tuple(
    _question(WIPING_NOTHING if game.name == "own" else game)
    for game in WITH_ALL_GAINS
    if game.name == "own" or not (game.name == "hog" or game.wipes)
)

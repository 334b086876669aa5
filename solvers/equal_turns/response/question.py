"""The question about the best response to a rule of thumb with equal turns, for games with one opening."""

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie
from solvers.equal_turns import certificate_of_choices as choices
from solvers.equal_turns.certificate import first_handed, second_handed
from solvers.equal_turns.policy import inside, last_hold_at
from solvers.equal_turns.question import QUESTIONS as OF_OPTIMAL_PLAY
from solvers.equal_turns.question import TIE, points_behind
from solvers.equal_turns.response.certificate import after_first, residual
from solvers.equal_turns.response.certificate_of_turns import Played
from solvers.equal_turns.response.certificate_of_turns import residual as turns_residual
from solvers.equal_turns.response.solve import Response, best_response
from solvers.in_turn.lasting.certificate import TURNS
from solvers.in_turn.lasting.question_parts import in_both_seats
from solvers.outputs import chances, lengths, policies, proofs, tables
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.players.player import BEST, RULE, Kind, Wins, seated
from solvers.questions import game as games
from solvers.questions.following import SEAT, Loses, first_of, in_seats, starts
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_ALL_GAINS
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import refuse_no_rule, rule_parameters, ruled_told

SEATED = ("seat", "banked", "opponent")
# Largest goal: played-out turns have a number for each gain at each pair of scores, twice 300 MB.
MOST_GOAL = 300


def _question(game: Game) -> Question:
    optimal_seconds = next(one for one in OF_OPTIMAL_PLAY if one.is_about(game.name)).seconds

    def solve(**given: Any) -> Response:
        return best_response(ruled_told(game.turn(given), given), Tie(given["tie"]))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn = game.certificate_turn(given)
        played = Played(turn, int(given["goal"]), Tie(int(given["tie"])), ruled_told(turn, given))
        values = stored["value"], stored["waiting_value"]
        found = residual(*played, *values, stored.get("tie_value"), stored.get("last_mover_value"))
        if not any(name in stored for name in TURNS):
            return found
        return float(np.maximum(found, turns_residual(played, stored)))

    def seconds(given: Parameters) -> float:
        if game.positions:
            return optimal_seconds(given) + 5e-8 * float(given["goal"]) ** 3 + proof_seconds(game, given)
        return _seconds_of_one_throw(game, given)

    def fits(given: Parameters) -> None:
        refuse_no_rule(game.turn(given), given)

    plays, *numbers = rule_parameters(fits)
    plays = replace(plays, meaning="What the policy plays by below the goal, such as: hold at 25.")
    return Question(
        name=f"equal_turns_response_to_rule.{game.name}",
        version=2 + game.version_of("equal_turns_response"),
        title=f"Best response to a rule of thumb in {game.title} with equal turns",
        game=game,
        contest=EQUAL_TURNS,
        players=seated(BEST, RULE),
        wins=(Wins(Kind.BEST, turns=lengths.expected_turns_by_seat.name),),
        positions=game.positions,
        parameters=(
            game.goal(game.most_policy_goal or min(MOST_GOAL, game.most_race_goal)),
            plays,
            *numbers,
            TIE,
            *game.parameters,
        ),
        dimensions=(
            SEAT,
            game.scores("banked", "the best response"),
            game.scores("opponent", "the fixed policy"),
            points_behind(game),
        ),
        outputs=(
            *CHANCES,
            *TABLES,
            *in_both_seats(SEATED),
            *(_holds(game) if game.inside is games.Inside.HOLD_AT else ()),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


def proof_seconds(game: Game, given: Parameters) -> float:
    """Seconds of the proof: turns go on beyond the goal, with all their outcomes, as long as that may pay.

    Parameters
    ----------
    game : the game
    given : all parameters
    """
    goal = float(given["goal"])
    steps = game.steps({name: value for name, value in given.items() if name != "goal"})
    rows = goal + game.threshold(given) + game.turn(given).longest_gain
    proof: float = 0.02 + rows * (5e-5 + 4e-7 * rows + 3e-9 * steps**0.8 * goal**2)
    return proof


def _seconds_of_one_throw(game: Game, given: Parameters) -> float:
    goal, threshold, turn = float(given["goal"]), game.threshold(given), game.turn(given)
    wipe, last = turn.throws[0].wipe, threshold * len(turn.throws[0].outcomes)
    rounds, fixed = (3.0 + 40.0 * float(wipe) ** 0.5, 4e-3) if wipe else (1.0, 2e-3)
    if given["tie"] == Tie.AGAIN:
        # Rounds beyond the goal; after a wipe there are ties at score 0 besides the others.
        fixed += 0.01 + 2.5e-4 * turn.longest_gain + 2e-5 * last + (0.005 + 7e-5 * last if wipe else 0.0)
    fixed += 8e-5 * turn.longest_gain + 5e-7 * turn.longest_gain**2 + game.making(given)
    sweeps = game.width * rounds * 2e-8 * game.weight(given) * goal**2 * (2.0 * goal + 3.0 * threshold)
    return fixed + sweeps + 8e-7 * game.written(given) * (goal + 10.0 * threshold)


CHANCES = (
    chances.win_probability(of=attrgetter("wins_first"), **first_of("value")),
    *in_seats(
        chances.average_win_probability,
        chances.win_probability_by_seat,
        attrgetter("wins_first", "wins_second"),
        starts("value", "waiting_value", 1),
    ),
)
TABLES = (
    tables.value.of(RESPONSE)(dims=SEATED, proved=True),
    tables.waiting_value.of(RESPONSE)(dims=SEATED, proved=True),
    tables.last_mover_value(of=attrgetter("last_value"), proved=True),
    tables.tie_value(dims=("seat",), proved=True),
)


def _holds(game: Game) -> tuple[Output, ...]:
    """Turn totals at which the best response holds."""

    def handed_first(given: Parameters, waiting: NDArray[Any]) -> NDArray[Any]:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        after = after_first(turn, goal, Tie(int(given["tie"])), ruled_told(turn, given), waiting[0])
        return first_handed(turn, goal, after, 1.0 - waiting[0].T)

    def loss(given: Parameters, own: NDArray[Any], waiting: NDArray[Any]) -> NDArray[Any]:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        handed = handed_first(given, waiting), second_handed(turn, goal, 1.0 - waiting[1].T)
        lost = [choices.loss_of_hold_at(turn, *pair) for pair in zip(handed, own, strict=True)]
        return np.stack(lost)

    def loss_past_goal(given: Parameters, own: NDArray[Any], waiting: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        return choices.loss_of_hold_at(turn, handed_first(given, waiting), own, len(own))

    def loss_of_last(given: Parameters, own: NDArray[Any], tie_value: NDArray[Any]) -> NDArray[Any]:
        level = 1.0 - float(tie_value[1])
        return choices.loss_of_last_hold_at(game.certificate_turn(given), level, own)

    def hold_at(solved: Response) -> NDArray[Any]:
        return np.stack([inside(solved.first).first.hold_at(), inside(solved.second).second.hold_at()])

    def hold_past_goal(solved: Response) -> NDArray[Any]:
        return inside(solved.first).first.hold_at(solved.first.goal)

    return (
        policies.hold_at.of(RESPONSE)(
            dims=SEATED, points=game.unit, of=hold_at, **Loses(loses=loss, follows_from=("waiting_value",))
        ),
        policies.hold_past_goal(
            dims=SEATED[1:],
            of=hold_past_goal,
            **Loses(loses=loss_past_goal, follows_from=("waiting_value",)),
            points=game.unit,
        ),
        policies.last_hold_at.of(RESPONSE)(
            dims=("behind",),
            of=lambda solved: last_hold_at(
                solved.second.turn, solved.second.goal, 1.0 - solved.second.tie_value
            ),
            **Loses(loses=loss_of_last, follows_from=("tie_value",)),
            points=game.unit,
        ),
    )


# If a player also chooses how many dice to roll, it needs more than a rule.
QUESTIONS = tuple(_question(game) for game in WITH_ALL_GAINS if game.name != "hog")

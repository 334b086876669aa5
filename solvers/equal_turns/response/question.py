"""The best response to a fixed policy under equal turns, for games in which one only throws on."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.equal_turns import certificate_of_choices as choices
from solvers.equal_turns.certificate import first_handed, second_handed
from solvers.equal_turns.policy import Inside, last_hold_at
from solvers.equal_turns.question import TIE, points_behind, scores
from solvers.equal_turns.question_fixed import ONE_THROW
from solvers.equal_turns.response import opponent
from solvers.equal_turns.response.certificate import after_first, residual
from solvers.equal_turns.response.opponent import Opponent
from solvers.equal_turns.response.solve import Response, best_response
from solvers.equal_turns.thumb.turns import without_entry
from solvers.equal_turns.tie import Tie
from solvers.players.one_throw import rolls
from solvers.players.player import BEST, BEST_OR_OPTIMAL_WINS, RULE, Player, holding_at, seated
from solvers.players.question_rule import rule_told
from solvers.questions import own_rules, usual
from solvers.questions.following import Loses, mean_of
from solvers.questions.game import Game
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Dimension, Output, Question, Role
from solvers.thumb import question as thumb

Policy = Callable[[Parameters], Opponent]
SEATED = ("seat", "banked", "opponent")
SEAT = Dimension(
    "seat",
    "",
    "Seat of the best response: 1 moves first in each round, 2 second.",
    lambda given: np.array([1, 2]),
    words="response's seat",
)
# A game of one's own takes as much room as Pig.
MOST_GOAL = thumb.MOST_GOAL


def _question(
    game: Game, name: str, against: str, player: Player, parameters: tuple[Parameter, ...], policy: Policy
) -> Question:
    """A row of the catalogue for one kind of policy.

    Parameters
    ----------
    game : whose turns they are
    name : of the question
    against, player : the policy, as in a sentence, and as data
    parameters : of the policy
    policy : function of the parameters
    """

    def played(given: Parameters) -> Opponent:
        return opponent.entering(policy(given), game.turn(given).entry)

    def solve(**given: Any) -> Response:
        return best_response(game.turn(given), given["goal"], Tie(given["tie"]), played(given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        fixed = played(given)
        return residual(
            game.certificate_turn(given),
            int(given["goal"]),
            Tie(int(given["tie"])),
            (fixed.rolls, fixed.again),
            stored["value"],
            stored["waiting_value"],
            stored.get("tie_value"),
            stored.get("last_value"),
        )

    def seconds(given: Parameters) -> float:
        goal, threshold, turn = float(given["goal"]), game.threshold(given), game.turn(given)
        wipe, last = turn.throws[0].wipe, threshold * len(turn.throws[0].outcomes)
        rounds, fixed = (3.0 + 40.0 * float(wipe) ** 0.5, 4e-3) if wipe else (1.0, 2e-3)
        if given["tie"] == Tie.AGAIN:
            # Rounds beyond the goal; after a wipe there are ties at the score 0, and elsewhere.
            fixed += 0.01 + 2.5e-4 * turn.longest_gain + 2e-5 * last + (0.005 + 7e-5 * last if wipe else 0.0)
        fixed += 8e-5 * turn.longest_gain + 5e-7 * turn.longest_gain**2 + game.making(given)
        sweeps = game.width * rounds * 2e-8 * game.weight(given) * goal**2 * (2.0 * goal + 3.0 * threshold)
        return fixed + sweeps + 8e-7 * game.written(given) * (goal + 10.0 * threshold)

    return Question(
        name=name,
        version=game.version_of("equal_turns_response"),
        title=f"Best response to {against} in {game.title} with equal turns",
        game=game,
        contest=EQUAL_TURNS,
        players=seated(BEST, player),
        wins=BEST_OR_OPTIMAL_WINS,
        positions=False,
        parameters=(game.goal(game.most_policy_goal or MOST_GOAL), *parameters, TIE, *game.parameters),
        dimensions=(
            SEAT,
            scores("banked", "the best response", game),
            scores("opponent", "the fixed policy", game),
            points_behind(game),
        ),
        outputs=(*CHANCES, *TABLES, *_holds(game), usual.RESIDUAL),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


def _at_start(seat: int) -> Callable[..., Any]:
    return lambda given, table: table[seat, 0, 0]


CHANCES = (
    Output(
        name="best_response_wins",
        role=Role.VALUE,
        long_name="response wins",
        meaning="Chance of the best response to win if a fair coin says who moves first.",
        of=attrgetter("wins"),
        **mean_of("best_response_wins_first", "best_response_wins_second"),
    ),
    Output(
        name="best_response_wins_first",
        role=Role.VALUE,
        long_name="response wins first",
        meaning="Chance of the best response to win when it moves first, half of a shared win included.",
        of=attrgetter("wins_first"),
        follows=_at_start(0),
        follows_from=("value",),
    ),
    Output(
        name="best_response_wins_second",
        role=Role.VALUE,
        long_name="response wins second",
        meaning="Chance of the best response to win when it moves second, half of a shared win included.",
        of=attrgetter("wins_second"),
        follows=_at_start(1),
        follows_from=("waiting_value",),
    ),
)
TABLES = (
    usual.value(
        dims=SEATED,
        meaning="Chance of the best response to win when about to move, both below the goal.",
        proved=True,
    ),
    usual.waiting_value(
        dims=SEATED,
        meaning="Chance of the best response to win when the policy is about to move.",
        proved=True,
    ),
    Output(
        name="last_value",
        role=Role.VALUE,
        dims=("seat", "behind"),
        long_name="last win probability",
        meaning="Chance of the second player to win with the last turn: the policy where the seat is 1.",
        proved=True,
    ),
    Output(
        name="tie_value",
        role=Role.VALUE,
        dims=("seat",),
        long_name="tie worth",
        meaning="What equal scores at the end of a round are worth to the first player.",
        proved=True,
    ),
)


def _holds(game: Game) -> tuple[Output, ...]:
    """Turn totals at which the best response holds."""

    def handed_first(given: Parameters, waiting: NDArray[Any]) -> NDArray[Any]:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        after = after_first(turn, goal, Tie(int(given["tie"])), waiting[0])
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
        first, second = Inside(solved.first), Inside(solved.second)
        return np.stack([first.hold_at(first.seats.first), second.hold_at(second.seats.second)])

    def hold_past_goal(solved: Response) -> NDArray[Any]:
        inside = Inside(solved.first)
        return inside.hold_at(inside.seats.first, solved.first.goal)

    own: dict[str, Any] = {"role": Role.CHOICE, "dtype": "int16", "unit": game.unit}
    return (
        usual.hold_at(
            dims=SEATED,
            unit=game.unit,
            long_name="least hold at",
            meaning="Least turn total at which the best response holds; it may throw again at a greater one.",
            of=hold_at,
            **Loses(loses=loss, follows_from=("waiting_value",)),
        ),
        Output(
            name="hold_past_goal",
            dims=SEATED[1:],
            long_name="hold past goal",
            meaning="Least turn total, of those that reach the goal, at which it holds when it moves first.",
            of=hold_past_goal,
            **Loses(loses=loss_past_goal, follows_from=("waiting_value",)),
            **own,
        ),
        Output(
            name="last_hold_at",
            dims=("behind",),
            long_name="last hold at",
            meaning="Turn total at which the best response holds in the last turn when it moves second.",
            of=lambda solved: last_hold_at(
                solved.second.turn, solved.second.goal, 1.0 - solved.second.tie_value
            ),
            **Loses(loses=loss_of_last, follows_from=("tie_value",)),
            **own,
        ),
    )


def _to_hold_at(game: Game) -> Question:
    meaning = (
        "Turn total at which the policy holds, or at what it lacks to the goal if that is less; with the last"
        " turn, as soon as it is ahead."
    )
    most = game.most_policy_goal or MOST_GOAL
    held = Parameter("opponent_hold_at", int, meaning, game.unit, 1, most)

    def policy(given: Parameters) -> Opponent:
        return opponent.hold_at(int(given["goal"]), int(given["opponent_hold_at"]))

    return _question(
        game, f"equal_turns_response.{game.name}", "hold at n", holding_at(held.name), (held,), policy
    )


def _to_rule(game: Game) -> Question:
    row = next(row for row in thumb.QUESTIONS if row.is_about(game.name))
    others = {"goal", *(one.name for one in game.parameters)}
    parameters = tuple(one for one in row.parameters if one.name not in others)
    plays = replace(parameters[0], meaning="What the policy plays by below the goal, such as: hold at 25.")

    def policy(given: Parameters) -> Opponent:
        # Where it may not hold yet is looked at below, as in the rounds after a tie it may.
        rule = rule_told(without_entry(game.turn(given)), given)
        return opponent.by_scores(rule.name, rolls(rule))

    name = f"equal_turns_response_to_rule.{game.name}"
    return _question(game, name, "a rule of thumb", RULE, (plays, *parameters[1:]), policy)


_GAMES = (*ONE_THROW, own_rules.ONE_THROW)
QUESTIONS = (*map(_to_hold_at, _GAMES), *map(_to_rule, _GAMES))

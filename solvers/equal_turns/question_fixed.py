"""Hold at n against hold at m with equal turns, for games in which one only throws on."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.equal_turns.certificate_of_fixed import residual
from solvers.equal_turns.fixed import Pair, pair
from solvers.equal_turns.question import OUTCOME, SURFACES, TIE, points_behind, scores
from solvers.equal_turns.tie import Tie
from solvers.players.player import holding_at, seated
from solvers.questions import own_rules, usual
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question

RULES = ("first_hold_at", "second_hold_at")
ONE_THROW = tuple(game for game in own_rules.WITH_ALL_GAINS if game.most_policy_goal)
ONE_THROW_WITHOUT_WIPES = tuple(game for game in ONE_THROW if not game.wipes)
# A game of one's own takes as much room as Pig.
MOST_GOAL = GAMES["pig"].most_policy_goal


def _most_goal(game: Game) -> int:
    return game.most_policy_goal or MOST_GOAL


def _hold_at(name: str, whose: str, last: str, game: Game) -> Parameter:
    meaning = (
        f"Turn total at which {whose} player holds, or at what it lacks to the goal if that is less{last}."
    )
    return Parameter(name, int, meaning, game.unit, 1, _most_goal(game))


def _question(game: Game) -> Question:
    def solve(**given: Any) -> Pair:
        first, second = (given[name] for name in RULES)
        return pair(game.turn(given), given["goal"], Tie(given["tie"]), first, second)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        first, second = (int(given[name]) for name in RULES)
        return residual(
            game.certificate_turn(given),
            int(given["goal"]),
            Tie(int(given["tie"])),
            (first, second),
            stored["value"],
            stored["second_value"],
            stored.get("tie_value"),
            stored.get("last_value"),
        )

    def seconds(given: Parameters) -> float:
        goal, turn = float(given["goal"]), game.turn(given)
        # Turns are followed to what is held at, last turns as far as somebody can be ahead.
        followed = sum(min(float(given[name]), goal) ** 2 for name in RULES)
        ahead = max(float(given[RULES[0]]), goal) + turn.longest_gain
        played = (
            1.2e-4
            + 1.8e-6 * followed
            + 8e-6 * ahead
            + 3.5e-9 * goal**2 * turn.longest_gain
            + 1.5e-7 * turn.longest_gain**2
        )
        if not turn.wipes:
            return played
        # Rounds until the values after a wipe are known; the certificate looks at each outcome.
        outcomes = len(turn.throws[0].outcomes)
        return played + 3e-4 + 2.5e-5 * outcomes + goal**2 * (1.4e-6 + 7e-8 * outcomes)

    return Question(
        name=f"equal_turns_pair.{game.name}",
        version=game.version_of("equal_turns_pair"),
        title=f"Hold at n against hold at m in {game.title} with equal turns",
        game=game,
        contest=EQUAL_TURNS,
        players=seated(*map(holding_at, RULES)),
        positions=False,
        parameters=(
            game.goal(_most_goal(game)),
            _hold_at(RULES[0], "the first", "", game),
            _hold_at(RULES[1], "the second", "; with the last turn, as soon as it is ahead", game),
            TIE,
            *game.parameters,
        ),
        dimensions=(
            scores("banked", "the player about to move", game),
            scores("opponent", "the other player", game),
            points_behind(game),
        ),
        outputs=(*OUTCOME, usual.RESIDUAL),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=SURFACES,
    )


QUESTIONS = tuple(_question(game) for game in (*ONE_THROW, own_rules.ONE_THROW_WITHOUT_ENTRY))

"""Questions about two rules of thumb against each other in a race: chances to win, and length."""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.fixed.head_to_head import HeadToHead
from solvers.fixed.question_head_to_head import pair_outputs, pair_residual, proved_pair
from solvers.fixed.question_parts import ONE_THROW, PAIR, scored
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_pair import Tables, residual
from solvers.in_turn.pair import Pair
from solvers.players.counting import CountingRule
from solvers.players.player import Kind, Wins, by_rule, counting, seated
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.questions.following import SEAT
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import PREFIXES, WHOSE, counting_told, rule_told, rules_of_seats
from solvers.turns.played import flat
from solvers.turns.wipes import refuse_unknown

# Turns of a rule that looks at both scores have a number for each gain at each pair of scores.
MOST_GOAL = 200
# Seconds, measured on one core of 3 GHz: the two equations of each state, and of the proof, for each outcome
# grow with the third power of the goal; the values after wipes grow with the fourth.
SECONDS, SECONDS_AN_OUTCOME, SECONDS_OF_WIPES = 5e-9, 7e-10, 1.5e-9


def rule_against_rule(own: RuleOfThumb, other: RuleOfThumb) -> HeadToHead:
    """Solve the race of two rules of thumb.

    Parameters
    ----------
    own, other : rules for the same turn and goal

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe do not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> rules = [rule_of_thumb(f"hold at {n}", pig.turn(), 100) for n in (20, 25)]
    >>> found = rule_against_rule(*rules)
    >>> print(round(found.wins, 4), round(found.expected_turns, 2))
    0.4883 19.46
    """
    turn, who = own.turn, f"{own.name} against {other.name}"
    rules = flat(turn)
    pair = Pair(turn, who, played_by_rule(own, rules), played_by_rule(other, rules))
    tables = Tables(*pair.wins(), *pair.turns())
    # Neither counts its scoring turns.
    value, waiting, left, waiting_left = (table[None, None] for table in tables)
    proof = residual(turn, own, other, tables)
    refuse_unknown(turn, proof, who)
    return HeadToHead(turn, value, waiting, proof, lambda: (left, waiting_left))


def _question(game: Game) -> Question:
    def solve(**given: Any) -> HeadToHead:
        turn = game.turn(given)
        return rule_against_rule(*(rule_told(turn, given, prefix) for prefix in PREFIXES))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        names = "value", "waiting_value", "turns_left", "waiting_turns_left"
        tables = Tables(*(stored[name] for name in names))
        if any(table.shape != (goal, goal) for table in tables):
            return inf
        own, other = (rule_told(turn, given, prefix) for prefix in PREFIXES)
        return residual(turn, own, other, tables)

    def seconds(given: Parameters) -> float:
        goal = float(given["goal"])
        proof = SECONDS_AN_OUTCOME * game.width * game.steps(given)
        wipes = SECONDS_OF_WIPES * goal**4 if game.turn(given).wipes else 0.0
        return 0.001 + game.making(given) + wipes + (SECONDS + proof) * goal**3

    return Question(
        name=f"head_to_head.rules_{game.name}",
        version=2,
        title=f"Two rules of thumb in a race of {game.title}: what each wins, and how long it lasts",
        game=game,
        contest=RACE,
        players=seated(*map(by_rule, PREFIXES)),
        wins=(Wins(Kind.RULE),),
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_policy_goal or MOST_GOAL)),
            *rules_of_seats(game.turn, WHOSE),
            *game.parameters,
        ),
        dimensions=(SEAT, game.scores("banked", "the player"), game.scores("opponent", "the opponent")),
        outputs=pair_outputs(game.unit),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


def _counting(game: Game) -> Question:
    """The question about two rules that may count their scoring turns."""

    def players(turn: Turn, given: Parameters) -> list[CountingRule]:
        return [counting_told(turn, given, prefix) for prefix in PREFIXES]

    def solve(**given: Any) -> HeadToHead:
        own, other = players(game.turn(given), given)
        return proved_pair(own, other, int(given["goal"]))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn = game.certificate_turn(given)
        own, other = (rule.parts for rule in players(turn, given))
        return pair_residual(turn, own, other, stored)

    def seconds(given: Parameters) -> float:
        own, other = (len(rule.parts) for rule in players(game.turn(given), given))
        return own * other * plain.seconds(given)

    plain, dims = _question(game), tuple(f"{who}scored" for who in ("", "opponent_"))
    return replace(
        plain,
        name=f"head_to_head.counting_rules_{game.name}",
        version=1,
        title=f"Two rules of thumb that count their scoring turns in a race of {game.title}: wins and length",
        players=seated(*map(counting, PREFIXES)),
        wins=(Wins(Kind.COUNTING),),
        parameters=(
            plain.parameters[0],
            *rules_of_seats(game.turn, WHOSE, counting_told),
            *game.parameters,
        ),
        dimensions=(
            plain.dimensions[0],
            *(scored(game, *of) for of in zip(dims, PREFIXES, ("the player", "the opponent"), strict=True)),
            *plain.dimensions[1:],
        ),
        outputs=pair_outputs(game.unit, (*dims, *PAIR)),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


_MORE_TO_DECIDE = tuple(game for game in WITH_HOUSE_RULES if game.name in ("ten_thousand", "farkle", "own"))
QUESTIONS = tuple(make(game) for make in (_question, _counting) for game in (*ONE_THROW, *_MORE_TO_DECIDE))

"""Which games from files each contest accepts, checked when a config is read, and which games have an entry.

By default a question accepts no entry and no positions at which a player must roll. A refusal says why a
contest cannot have them, or does not solve them. Forced throws are merged with those before them, see
`games.must_throw`: up to the goal if it ends the contest, otherwise as far as they matter.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

from solvers.errors import InvalidRules, Refusal, expected
from solvers.games import own
from solvers.games.must_throw import made_at_once
from solvers.games.turn import Turn
from solvers.questions.game import Game
from solvers.questions.games import GAMES, counted
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.rules import RULES, are_rules, house_rules, no_rules

# Why a contest does not accept a turn, in words; "" if it does.
Hindrance = Callable[[Turn], str]


def _scores_by_busts(turn: Turn) -> str:
    return "a turn that busts scores, too (least_score)" if turn.least_score > 0 else ""


def _loses_or_scores_by_busts(turn: Turn) -> str:
    return _wipes(turn) or _scores_by_busts(turn)


def _of_many(turn: Turn) -> str:
    openings = len(turn.openings)
    return _loses_or_scores_by_busts(turn) or (f"it has {openings} openings" if openings > 1 else "")


def _of_many_in_a_race(turn: Turn) -> str:
    return _of_many(turn) or ("a throw may gain nothing and be followed" if turn.may_gain_nothing else "")


def _of_three_equally(turn: Turn) -> str:
    giving_up = any(way.given_up > 0 for position in turn.positions for way in position.ways)
    return _of_many(turn) or ("a player may give up points to go on" if giving_up else "")


def _at_once(turn: Turn) -> str:
    choices = "" if turn.only_throws_on else "a player may do more than hold or repeat the same throw"
    return _loses_or_scores_by_busts(turn) or choices


def _one_throw(turn: Turn) -> str:
    return "" if turn.only_throws_on else "a player may do more than hold or repeat the same throw"


def _one_throw_without_wipes(turn: Turn) -> str:
    return _wipes(turn) or _one_throw(turn)


def _wipes(turn: Turn) -> str:
    wiping = [throw.name for throw in turn.throws if throw.wipe > 0]
    return f"its throw {wiping[0]!r} wipes the banked score" if wiping else ""


def _an_entry_to_meet(turn: Turn) -> str:
    return f"it has an entry of {turn.entry}" if turn.entry else ""


def _taking(
    rule: str,
    hindrance: Hindrance,
    instead: str,
    first: Callable[[str], Refusal | None] | None = RULES.refuses,
) -> Game:
    """The game from a file, restricted to some rules.

    Parameters
    ----------
    rule : what the rules must satisfy
    hindrance : why rules do not satisfy it
    instead : what to ask about other rules
    first : an earlier check of the text; by default the one for entries and forced throws
    """

    def refuses(text: str) -> Refusal | None:
        if first is not None and (refused := first(text)) is not None:
            return refused
        turn = own.turn(text)
        found = hindrance(turn)
        return Refusal(rule, turn.name, f"Here {found}: {instead}") if found else None

    return replace(GAMES["own"], parameters=(replace(RULES, refuses=refuses),))


def with_all_gains(game: Game) -> Game:
    """The game for a contest in which gains beyond the goal matter, or that has no goal.

    Parameters
    ----------
    game : the game; it is returned unchanged if a player may always hold
    """
    if not (game.must_throw or game.name == "own"):
        return game

    def turn(given: Parameters) -> Turn:
        thrown = game.as_played(given)
        # Not cached if unchanged: hashing a turn takes as long as going through all its outcomes.
        return _made_at_once(thrown) if thrown.must_throw else thrown

    def outcomes(given: Parameters) -> float:
        known = all(parameter.name in given for parameter in game.parameters)
        return counted(turn(given)) if known else game.outcomes(given)

    def fits(given: Parameters) -> None:
        are_rules(given)
        turn(given)

    parameters = tuple(
        replace(parameter, fits=fits) if parameter.name == RULES.name else parameter
        for parameter in game.parameters
    )
    changed = replace(game, parameters=parameters, turn=turn, certificate_turn=turn, outcomes=outcomes)
    return replace(changed, width=WIDTH_OF_ALL_GAINS) if game.must_throw else changed


_made_at_once = lru_cache(maxsize=64)(made_at_once)
# Doubles Pig, whose throws then have 20 times as many outcomes as those of two-dice Pig.
WIDTH_OF_ALL_GAINS = 20.0
BUSTS_SCORE_NOTHING = _taking(
    "a game in which a bust scores nothing",
    _scores_by_busts,
    "ask race.own, which takes every game for two players.",
    first=partial(
        house_rules,
        because="what busts cost may take a score below it, and nobody says whether one enters again. Ask"
        " race.own, where busts cost nothing.",
    ),
)
_OF_TWO_OR_ONE = partial(
    house_rules,
    because="it is known to contests of two in turn and of one alone. Ask race.own, equal_turns.own or"
    " fewest_turns.own.",
)
OF_MANY = _taking(
    "a game of one opening in which a bust scores nothing and takes nothing banked",
    _of_many_in_a_race,
    "ask race.own, which takes every game for two players.",
    first=_OF_TWO_OR_ONE,
)
OF_THREE_EQUALLY = _taking(
    "a game of one opening in which a bust scores nothing, and nothing banked is taken or gained is given up",
    _of_three_equally,
    "ask equal_turns.own, which takes every game for two players.",
    first=_OF_TWO_OR_ONE,
)
# Room for as many turn totals in a mixture as Piglet has, which is enough for most games.
AT_ONCE = replace(
    _taking(
        "a game of one throw, made again or held, in which a bust scores nothing and takes nothing banked",
        _at_once,
        "ask race.own, which takes every game for two players in turn.",
        first=_OF_TWO_OR_ONE,
    ),
    most_mixed=12,
)
_ASK_OPTIMAL_PLAY = "ask equal_turns.own, optimal play, which takes every game."
WIPING_NOTHING = with_all_gains(_taking("a game without wipes", _wipes, _ASK_OPTIMAL_PLAY, first=no_rules))
ONE_THROW_OF_THREE = with_all_gains(
    _taking(
        "a game of one throw without wipes",
        _one_throw_without_wipes,
        "ask equal_turns.own, optimal play, which takes every game for two players.",
        first=no_rules,
    )
)


# Games with positions at which a player must roll: those throws are merged with the ones before.
WITHOUT_ENTRY = _taking(
    "a game without an entry",
    _an_entry_to_meet,
    "ask thumb.own_by_position, which knows one.",
    first=no_rules,
)
ALONE_WITHOUT_ENTRY = _taking(
    "a game without an entry",
    _an_entry_to_meet,
    "ask thumb_within_turns.own_by_position, which knows one.",
    first=no_rules,
)


def _an_entry(game: Game) -> Parameter:
    """The least score that may be banked, as a parameter."""

    def fits(given: Parameters) -> None:
        if int(given["entry"]) > int(given.get("goal", game.most_entry)):
            raise expected("entry", f"at most the goal of {given['goal']}", given["entry"])
        try:
            game.turn(given)
        except InvalidRules as refused:
            rule = "one that some turn makes often enough"
            raise expected("entry", rule, given["entry"], f"With it {refused}") from None

    meaning = "Least score that may be banked, which a first turn must reach; 0 for none."
    return Parameter("entry", int, meaning, game.unit, 0, game.most_entry, 0, fits=fits, words="entry score")


def _with_entry(game: Game) -> Game:
    """The game for a contest that supports an entry.

    Parameters
    ----------
    game : the game
    """
    if game.name == "own":
        return replace(game, parameters=(replace(RULES, refuses=no_rules),))
    return replace(game, parameters=(*game.parameters, _an_entry(game))) if game.most_entry else game


# Games for contests that support entries and forced throws, and end at the goal.
WITH_HOUSE_RULES = tuple(map(_with_entry, GAMES.values()))
# The same for contests in which gains beyond the goal matter, or that have no goal.
WITH_ALL_GAINS = tuple(map(with_all_gains, WITH_HOUSE_RULES))

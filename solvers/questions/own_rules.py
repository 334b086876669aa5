"""Games of one's own in contests that do not take all of them: what a file's rules must be like, which is
looked at when a config is read, and not case by case.
"""

from collections.abc import Callable
from dataclasses import replace

from solvers.games import own
from solvers.games.turn import Turn
from solvers.questions.game import Game
from solvers.questions.games import GAMES, RULES
from solvers.questions.parameter import Refusal

# What keeps a turn from being taken, in words; "" if nothing does.
Hindrance = Callable[[Turn], str]


def _scores_by_busts(turn: Turn) -> str:
    return "a turn that busts scores, too (least_score)" if turn.least_score > 0 else ""


def _loses_or_scores_by_busts(turn: Turn) -> str:
    wiping = [throw.name for throw in turn.throws if throw.wipe > 0]
    if wiping:
        return f"its throw {wiping[0]!r} wipes the banked score"
    return _scores_by_busts(turn)


def _of_many(turn: Turn) -> str:
    openings = len(turn.openings)
    return _loses_or_scores_by_busts(turn) or (f"it has {openings} openings" if openings > 1 else "")


def _at_once(turn: Turn) -> str:
    choices = "" if turn.only_throws_on else "one does more in it than to throw the same again or hold"
    return _loses_or_scores_by_busts(turn) or choices


def _taking(rule: str, hindrance: Hindrance, instead: str) -> Game:
    """The game from a file, where only some are taken.

    Parameters
    ----------
    rule : what a game must be like
    hindrance : what keeps one from being so
    instead : what to ask of the others
    """

    def refuses(text: str) -> Refusal | None:
        if RULES.refuses is not None and (refused := RULES.refuses(text)) is not None:
            return refused
        turn = own.turn(text)
        found = hindrance(turn)
        return Refusal(rule, turn.name, f"Here {found}: {instead}") if found else None

    return replace(GAMES["own"], parameters=(replace(RULES, refuses=refuses),))


BUSTS_SCORE_NOTHING = _taking(
    "a game in which a bust scores nothing",
    _scores_by_busts,
    "ask race.own, which takes every game for two players.",
)
OF_MANY = _taking(
    "a game of one opening in which a bust scores nothing and takes nothing banked",
    _of_many,
    "ask race.own, which takes every game for two players.",
)
# As much room for mixtures as Piglet has, which mixes most of the games that come along.
AT_ONCE = replace(
    _taking(
        "a game of one throw, made again or held, in which a bust scores nothing and takes nothing banked",
        _at_once,
        "ask race.own, which takes every game for two players in turn.",
    ),
    most_mixed=12,
)

"""Which questions there are about rules of thumb, found by contest, players and game."""

from solvers.catalog import asking
from solvers.contests.contest import EQUAL_TURNS, RACE, STREAK, WITHIN_TURNS, Contest
from solvers.players.player import BEST, RULE_ALONE, RULE_JUDGED, seated, two
from solvers.questions.question import Question

CONTESTS = (RACE, WITHIN_TURNS, STREAK, EQUAL_TURNS)
# To give a parameter that only one contest has says which contest is meant.
CONTEST_OF = {parameter: contest for contest in CONTESTS for parameter in contest.parameters}


def about_rules(contest: Contest) -> list[Question]:
    """The questions about rules of thumb in a contest; of a game from a file there may be one for turns with
    positions besides.
    """
    return asking(contest, RULE_JUDGED, RULE_ALONE)


def games_with_rules(contest: Contest) -> list[str]:
    """Names of the games whose rules of thumb are asked about in a contest."""
    names = (question.game.name for question in about_rules(contest) if question.game is not None)
    return list(dict.fromkeys(names))


def of_optimal_play(question: Question) -> Question:
    """The question about whom the rules of a question meet.

    Parameters
    ----------
    question : about rules of thumb
    """
    found = asking(question.contest, two(BEST), seated(BEST))
    return next(row for row in found if question.game is not None and row.is_about(question.game.name))

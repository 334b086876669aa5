"""Questions about rules of thumb, found by contest, players and game."""

from solvers.catalog import asking
from solvers.contests.contest import EQUAL_TURNS, RACE, STREAK, WITHIN_TURNS, Contest
from solvers.players.player import BEST, RULE_ALONE, RULE_JUDGED, seated, two
from solvers.questions.question import Question

CONTESTS = (RACE, WITHIN_TURNS, STREAK, EQUAL_TURNS)
# Parameters that only one contest has, and that therefore select it.
CONTEST_OF = {parameter: contest for contest in CONTESTS for parameter in contest.parameters}


def about_rules(contest: Contest) -> list[Question]:
    """The questions about rules of thumb in a contest; a game from a file may have another one, for turns
    with positions.
    """
    return asking(contest, RULE_JUDGED, RULE_ALONE)


def games_with_rules(contest: Contest) -> list[str]:
    """Names of the games with questions about rules of thumb in a contest."""
    names = (question.game.name for question in about_rules(contest) if question.game is not None)
    return list(dict.fromkeys(names))


def of_optimal_play(question: Question) -> Question:
    """The question about the optimal play that a question's rules are compared with.

    Parameters
    ----------
    question : a question about rules of thumb
    """
    found = asking(question.contest, two(BEST), seated(BEST))
    return next(row for row in found if question.game is not None and row.is_about(question.game.name))

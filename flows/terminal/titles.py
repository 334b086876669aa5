"""The title of an answer, as a line begins with it and in which a game from a file has its own name."""

from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rules import OWN, RULES
from solvers.wording.counts import begun


def titled(question: Question, given: Parameters) -> str:
    """A question's title as a line begins with it; a game from a file has the name that its rules have.

    Parameters
    ----------
    question : of the catalogue, or in words
    given : its parameters by name; those that are not there are not known
    """
    if RULES.name not in given:
        return begun(question.title)
    return begun(question.title.replace(GAMES[OWN].title, str(RULES.label(given[RULES.name]))))

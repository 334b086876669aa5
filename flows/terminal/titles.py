"""The title of an answer as the beginning of a line, with the own name of a game from a file."""

from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rules import OWN, RULES
from solvers.wording.counts import begun


def titled(question: Question, given: Parameters) -> str:
    """A question's title with a capital; a game from a file has the name in its rules.

    Parameters
    ----------
    question : a question of the catalogue, or one in words
    given : its parameters by name; missing ones are unknown
    """
    if RULES.name not in given:
        return begun(question.title)
    return begun(question.title.replace(GAMES[OWN].title, str(RULES.label(given[RULES.name]))))

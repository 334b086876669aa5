"""Every question by name."""

import difflib

from solvers.errors import expected
from solvers.question import Question
from solvers.questions import race, race_of_many, simultaneous, solitaire

_ROWS = (
    race.OPTIMAL_PLAY,
    race_of_many.THREE_PLAYERS,
    race_of_many.PIGLET_THREE_PLAYERS,
    race_of_many.N_PLAYERS,
    simultaneous.TO_ONE,
    simultaneous.TO_TWO,
    solitaire.PIG,
    solitaire.TEN_THOUSAND,
)
QUESTIONS: dict[str, Question] = {question.name: question for question in _ROWS}


def find(name: str) -> Question:
    """The question of that name.

    Raises
    ------
    InvalidRules
        if there is none; the error names the nearest

    Examples
    --------
    >>> find("race.optimal_play").title
    'Two players in turn, both playing for the win'
    """
    if name not in QUESTIONS:
        near = difflib.get_close_matches(name, QUESTIONS, cutoff=0.0)
        raise expected("question", "one of the catalogue", name, "Nearest: " + ", ".join(near) + ".")
    return QUESTIONS[name]

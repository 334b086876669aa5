"""Every question by name."""

import difflib

from solvers.errors import expected
from solvers.question import Question
from solvers.questions import (
    any_rule,
    crowd,
    equilibrium_simultaneous,
    exploitability,
    fewest_turns,
    head_to_head,
    learning,
    most_points,
    plans,
    race,
    race_of_many,
    race_of_three,
    race_response,
    risk,
    showdown,
    simultaneous,
    simultaneous_of_many,
    solitaire,
    stackelberg,
    stopping,
    symmetric_value_iteration,
    value_iteration,
    within_turns,
    yahtzee,
)

_ROWS = (
    *race.QUESTIONS,
    race_of_many.THREE_PLAYERS,
    race_of_many.PIGLET_THREE_PLAYERS,
    race_of_many.N_PLAYERS,
    race_of_three.PIG,
    race_of_three.TEN_THOUSAND,
    *race_response.QUESTIONS,
    *head_to_head.QUESTIONS,
    *plans.QUESTIONS,
    simultaneous.TO_ONE,
    simultaneous.TO_TWO,
    simultaneous.TO_THREE,
    simultaneous.TO_FOUR,
    stopping.ANY_RULE_TO_ONE,
    stopping.ANY_RULE_TO_TWO,
    stopping.ANY_RULE_TO_THREE,
    stopping.ANY_RULE_TO_FOUR,
    crowd.CROWD,
    any_rule.ANY_RULE,
    *showdown.QUESTIONS,
    simultaneous_of_many.SIMULTANEOUS_OF_MANY,
    *equilibrium_simultaneous.QUESTIONS,
    exploitability.EXPLOITABILITY,
    symmetric_value_iteration.SYMMETRIC_VALUE_ITERATION,
    stackelberg.STACKELBERG,
    *solitaire.QUESTIONS,
    *within_turns.QUESTIONS,
    *fewest_turns.QUESTIONS,
    *most_points.QUESTIONS,
    *value_iteration.QUESTIONS,
    *learning.QUESTIONS,
    risk.BATTLE,
    risk.CHAIN,
    risk.DEFENCE,
    yahtzee.SOLITAIRE,
    yahtzee.HOOLIGAN,
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
    >>> find("race.pig").title
    'Two players of Pig in turn, both playing for the win'
    """
    if name not in QUESTIONS:
        near = difflib.get_close_matches(name, QUESTIONS, cutoff=0.0)
        raise expected("question", "one of the catalogue", name, "Nearest: " + ", ".join(near) + ".")
    return QUESTIONS[name]

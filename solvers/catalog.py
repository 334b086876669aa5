"""Every question by name."""

import difflib

from solvers.alone import question_fewest_turns as fewest_turns
from solvers.alone import question_most_points as most_points
from solvers.alone import question_one_turn as solitaire
from solvers.alone import question_within_turns as within_turns
from solvers.at_once import question as simultaneous
from solvers.at_once import question_any_rule as stopping
from solvers.at_once_equilibrium import question as equilibrium_simultaneous
from solvers.at_once_equilibrium import question_any_rule as any_rule
from solvers.at_once_equilibrium import question_of_many as simultaneous_of_many
from solvers.crowd import question as crowd
from solvers.deviations import question as exploitability
from solvers.deviations import question_stackelberg as stackelberg
from solvers.deviations import question_value_iteration as symmetric_value_iteration
from solvers.errors import expected
from solvers.fixed import question_head_to_head as head_to_head
from solvers.fixed import question_race_response as race_response
from solvers.learning import question as learning
from solvers.learning import question_value_iteration as value_iteration
from solvers.plans import question as plans
from solvers.questions.question import Question
from solvers.race import question as race
from solvers.race_of_many import question as race_of_many
from solvers.race_of_many import question_of_mixing as race_of_three
from solvers.risk import question as risk
from solvers.showdown import question as showdown
from solvers.yahtzee import question as yahtzee

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

"""The catalogue of questions by name. Looking one up imports the folder of solvers that it belongs to."""

import difflib
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import suppress
from importlib import import_module

from solvers.contests.contest import Contest
from solvers.errors import InvalidRules, expected
from solvers.players.player import Players
from solvers.questions.question import Question
from solvers.wording.found import found
from solvers.wording.names import Wording, is_wording, wording
from solvers.wording.refused import no_output

# Modules that define `QUESTIONS`, and how the names of their questions begin.
ROOMS = {
    "solvers.race.question": ("race.",),
    "solvers.equal_turns.question": ("equal_turns.",),
    "solvers.equal_turns.question_of_length": ("length_equal_turns.",),
    "solvers.equal_turns.question_of_rules": ("equal_turns_rules.",),
    "solvers.equal_turns.of_three.question": ("equal_turns_of_three.",),
    "solvers.equal_turns.of_three.by_rules.question": ("equal_turns_trio.",),
    "solvers.equal_turns.of_three.response.question": ("equal_turns_response_to_two.",),
    "solvers.equal_turns.response.question": ("equal_turns_response_to_rule.",),
    "solvers.streak.question": ("streak.",),
    "solvers.streak.question_equal_turns": ("equal_turns_streak.",),
    "solvers.streak.question_of_length": ("length_streak.", "length_equal_turns_streak."),
    "solvers.race_of_many.question": ("race_of_three.",),
    "solvers.race_of_many.in_parts.question": ("race_of_many.",),
    "solvers.race_of_many.in_parts.question_of_equilibria": ("equilibrium.race_of_many",),
    "solvers.race_of_many.question_of_mixing": ("equilibrium.race_of_three",),
    "solvers.in_turn_of_many.question_of_rules": ("race_of_three_rules.",),
    "solvers.in_turn_of_many.question_of_response": ("race_of_three_response.",),
    "solvers.fixed.question_response_to_rule": ("race_response_to_rule.", "race_response_to_counting_rule."),
    "solvers.in_turn_of_many.question_of_two_best": (
        "race_beside_first_rule.",
        "race_beside_second_rule.",
        "race_beside_third_rule.",
    ),
    "solvers.fixed.question_head_to_head": ("head_to_head.",),
    "solvers.fixed.question_of_rules": ("head_to_head.rules_", "head_to_head.counting_rules_"),
    "solvers.length.question": ("length.",),
    "solvers.plans.question": ("race_response.", "head_to_head."),
    "solvers.thumb.question": ("thumb.",),
    "solvers.thumb.streak.question": ("thumb_streak.",),
    "solvers.thumb.streak.question_of_rules": ("streak_rules.", "equal_turns_streak_rules."),
    "solvers.thumb.streak.question_of_reply": ("equal_turns_streak_response.",),
    "solvers.thumb.equal_turns.question": ("thumb_equal_turns.",),
    "solvers.thumb.alone.question": ("thumb_within_turns.",),
    "solvers.at_once.question": ("simultaneous.best_response_to",),
    "solvers.at_once.in_layers.question": ("simultaneous.best_response_to_four",),
    "solvers.at_once.question_any_rule": ("simultaneous.best_response_any_rule",),
    "solvers.at_once.by_rules.question": ("at_once_rules.",),
    "solvers.crowd.question": ("simultaneous.crowd",),
    "solvers.at_once_equilibrium.question_any_rule": ("equilibrium.any_rule",),
    "solvers.showdown.question": ("equilibrium.showdown",),
    "solvers.at_once_equilibrium.question_of_many": ("equilibrium.simultaneous_of_many",),
    "solvers.at_once_equilibrium.question": ("equilibrium.simultaneous_",),
    "solvers.deviations.question": ("equilibrium.exploitability",),
    "solvers.deviations.question_value_iteration": ("equilibrium.symmetric_value_iteration",),
    "solvers.deviations.question_stackelberg": ("equilibrium.stackelberg",),
    "solvers.alone.question_one_turn": ("solitaire.",),
    "solvers.alone.question_within_turns": ("within_turns.",),
    "solvers.alone.question_fewest_turns": ("fewest_turns.",),
    "solvers.alone.question_most_points": ("most_points.",),
    "solvers.learning.question_value_iteration": ("learning.value_iteration",),
    "solvers.learning.question": ("learning.compare",),
    "solvers.risk.question": ("risk.",),
    "solvers.risk.question_defence": ("risk.defence",),
    "solvers.yahtzee.question": ("yahtzee.",),
}

# Prefixes of former names, and the words that ask the same questions now.
IN_WORDS = {
    "head_to_head.pair": 'players="hold at 20, hold at 25"',
    "equal_turns_pair.": 'contest="equal turns" players="hold at 20, hold at 25"',
    "equal_turns_response.": 'contest="equal turns" players="best, hold at 20"',
    "race_response.hold_at": 'players="best, hold at 20"',
    "race_response.keep_pace": 'players="best, keep pace"',
    "race_response.scoring_turns": 'players="best, 4 scoring turns"',
}


class Catalogue(MutableMapping[str, Question]):
    """Questions by name, in the order of `ROOMS`.

    A lookup imports only the modules whose questions have names that begin like the one looked up.
    """

    def __init__(self) -> None:
        self._rooms: dict[str, dict[str, Question]] = {}
        # Cached: each lookup in words goes through all rows.
        self._found: dict[str, Question] = {}
        self._put: dict[str, Question] = {}
        self._worded: dict[str, Question] = {}

    def __getitem__(self, name: str) -> Question:
        if name in self._put:
            return self._put[name]
        if name in self._found:
            return self._found[name]
        if is_wording(name):
            with suppress(InvalidRules):
                return self.worded(wording(name))
        for room, beginnings in ROOMS.items():
            if name.startswith(beginnings) and name in self._room(room):
                return self._found.setdefault(name, self._room(room)[name])
        raise KeyError(name)

    def __setitem__(self, name: str, question: Question) -> None:
        """Add a question of the user's, or replace one of the catalogue."""
        self._put[name] = question

    def __delitem__(self, name: str) -> None:
        """Remove a question that was added."""
        del self._put[name]

    def __iter__(self) -> Iterator[str]:
        known = [name for room in ROOMS for name in self._room(room)]
        return iter(dict.fromkeys([*known, *self._put]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def worded(self, asked: Wording) -> Question:
        """Return the question that is asked in words.

        Parameters
        ----------
        asked : the game, the contest and the players

        Raises
        ------
        InvalidRules
            if no row of the catalogue answers it
        """
        if asked.name not in self._worded:
            question = found(asked, self.values())
            # Asked with different `keep`, the same question stays one object.
            self._worded[asked.name] = self._worded.setdefault(question.name, question)
        return self._worded[asked.name]

    def _room(self, room: str) -> dict[str, Question]:
        if room not in self._rooms:
            questions: tuple[Question, ...] = import_module(room).QUESTIONS
            self._rooms[room] = {question.name: question for question in questions}
        return self._rooms[room]


QUESTIONS = Catalogue()


def find(name: str) -> Question:
    """Return the question with a name.

    Raises
    ------
    InvalidRules
        if there is none; the error names the nearest

    Examples
    --------
    >>> find("race.pig").title
    'Two players of Pig in turn, both playing for the win'
    """
    if is_wording(name):
        return QUESTIONS.worded(wording(name))
    if name not in QUESTIONS:
        near = difflib.get_close_matches(name, QUESTIONS, cutoff=0.0)
        remedy = _in_words_now(name) or f"Nearest: {', '.join(near)}."
        raise expected("question", "one of the catalogue", name, remedy)
    return QUESTIONS[name]


def keeping(name: str, keep: Sequence[str]) -> Question:
    """Return the simplest question with these words that has the outputs in `keep`.

    Parameters
    ----------
    name : name of a question
    keep : names of outputs

    Raises
    ------
    InvalidRules
        if there is none

    Examples
    --------
    >>> keeping("pig, race: best, best", ["expected_turns"]).output("expected_turns").unit
    'turns'
    """
    if is_wording(name):
        asked = wording(name)
        return QUESTIONS.worded(asked._replace(keep=tuple(dict.fromkeys([*asked.keep, *keep]))))
    question = find(name)
    names = [own.name for own in question.outputs]
    for own in keep:
        if own not in names:
            raise no_output(name, own, names)
    return question


def _in_words_now(name: str) -> str:
    """How to ask in words for a question with a former name; "" for any other name."""
    for beginning, words in IN_WORDS.items():
        if name.startswith(beginning):
            game = name.removeprefix(beginning).strip("_") or "pig"
            return f"It is asked in words now: jeopardice solve {game} {words}."
    return ""


def asking(contest: Contest, *players: Players) -> list[Question]:
    """Return the questions about a contest with any of these lists of players, in the order of the catalogue.

    Studies are left out, as they are about more than a contest and its players.

    Parameters
    ----------
    contest : the contest
    players : lists of players

    Examples
    --------
    >>> from solvers.contests.contest import RACE
    >>> from solvers.players.player import BEST, two
    >>> [question.name for question in asking(RACE, two(BEST))][:3]
    ['race.pig', 'race.piglet', 'race.progressive_pig']
    """
    return [
        question
        for question in QUESTIONS.values()
        if question.contest == contest and question.players in players and not question.study
    ]

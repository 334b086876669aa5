"""A question with several players in one seat: a parameter selects the player, and so the row that answers.

It has the outputs that all these rows share, with equal shapes.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from numpy.typing import NDArray

from solvers.errors import expected
from solvers.outputs.output import Output, Role
from solvers.questions.certify import Anew
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Parameter, Parameters, Value
from solvers.questions.question import Question

# In all questions, the win probability of the player named first.
WINS = "win_probability"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
# For each parameter that selects the player of a seat, the players to select from.
Players = Mapping[str, Sequence[str]]
Chosen = tuple[str, ...]
# Function of the parameters that returns the selected row and the row's own parameters.
Meant = Callable[[Parameters], tuple[Question, dict[str, Value]]]
# Function of the parameters that returns the case of the selected row, to be solved again if needed.
Again = Callable[[Parameters], Anew]


@dataclass(frozen=True)
class Answer:
    """A solution of the selected row.

    Parameters
    ----------
    question : the row
    solution : what its outputs are read off
    """

    question: Question
    solution: Any


def axis_of(seat: int) -> str:
    """Return the parameter that selects the player of a seat, counted from 0.

    >>> axis_of(1)
    'second_player'
    """
    return f"{ORDINALS[seat]}_player" if seat < len(ORDINALS) else f"player_{seat + 1}"


def either(name: str, title: str, players: Players, questions: dict[Chosen, Question]) -> Question:
    """Return a question that is answered by one of several rows, selected by the players in the seats.

    Parameters
    ----------
    name, title : of the question
    players : players to select from, for each seat that has several
    questions : the rows by selected players

    Raises
    ------
    InvalidRules
        if the rows have no output in common besides the certificate
    """
    some = questions[next(iter(questions))]
    each = list(questions.values())
    outputs = in_common(each)
    if all(own.role is Role.CERTIFICATE for own in outputs):
        raise expected("players", "players whose answers have outputs in common", name, "Ask for each alone.")
    names = {own.name for own in outputs}
    dims = {dim for own in outputs for dim in own.dims}

    def meant(given: Parameters) -> tuple[Question, dict[str, Value]]:
        question = questions[tuple(str(given[seat]) for seat in players)]
        return question, {own.name: given[own.name] for own in question.parameters}

    @lru_cache(maxsize=1)
    def solved_again(seated: Chosen, parameters: tuple[tuple[str, Value], ...]) -> Anew:
        return Anew(questions[seated], dict(parameters))

    def again(given: Parameters) -> Anew:
        # Cached, as several outputs of a case may need the same solution.
        return solved_again(tuple(str(given[seat]) for seat in players), tuple(meant(given)[1].items()))

    def solve(**given: Any) -> Answer:
        question, own = meant(given)
        return Answer(question, question.solve(**own))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        question, own = meant(given)
        return question.certify(own, _Besides(stored, names, again(given)))

    def seconds(given: Parameters) -> float:
        question, own = meant(given)
        return question.seconds(own)

    def memory(given: Parameters) -> float:
        question, own = meant(given)
        return 0.0 if question.memory is None else question.memory(own)

    return replace(
        some,
        name=name,
        version=sum(one.version for one in each),
        title=title,
        parameters=(*_seats(players), *_common(each, meant)),
        dimensions=tuple(_dimension(own, meant) for own in some.dimensions if own.name in dims),
        outputs=tuple(_output(own.name, names, each, again) for own in outputs),
        solve=solve,
        certify=certify,
        seconds=seconds,
        symmetries=(),
        exact=None,
        pictures=(),
        together=None,
        wave=None,
        memory=None if all(one.memory is None for one in each) else memory,
    )


def in_common(questions: Sequence[Question]) -> list[Output]:
    """Return the outputs that all rows have with the same shape and meaning.

    Parameters
    ----------
    questions : one or more rows
    """
    some, *others = questions
    return [own for own in some.outputs if all(_has(other, own) for other in others)]


class _Besides(Mapping[str, NDArray[Any]]):
    """The stored arrays, and those that only the selected row has, which is solved again for them.

    Parameters
    ----------
    stored : arrays by name
    names : names of the outputs that can be stored
    again : the case of the selected row
    """

    def __init__(self, stored: Mapping[str, NDArray[Any]], names: Collection[str], again: Anew) -> None:
        self._stored, self._again = stored, again
        self._others = {own.name: own for own in again.question.outputs if own.name not in names}

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._again(self._others[name]) if name in self._others else self._stored[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**dict.fromkeys(self._stored), **self._others})

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _has(question: Question, own: Output) -> bool:
    """Whether a row has the same output; meanings of the win probability may differ in whose it is."""
    return any(_is(one) == _is(own) for one in question.outputs)


def _is(own: Output) -> tuple[object, ...]:
    meaning = "" if own.name == WINS else own.meaning
    return own.name, own.dims, own.dtype, own.unit, own.role, meaning


def _seats(players: Players) -> list[Parameter]:
    return [
        Parameter(name, str, "The player in this seat.", "", codes=tuple(texts))
        for name, texts in players.items()
    ]


def _common(questions: Sequence[Question], meant: Meant) -> list[Parameter]:
    """The parameters of all rows; the check of the selected row's parameters hangs on the first of them."""

    def fits(given: Parameters) -> None:
        question, own = meant(given)
        for parameter in question.parameters:
            if parameter.fits is not None:
                parameter.fits(own)

    kept: dict[str, Parameter] = {}
    for own in (parameter for one in questions for parameter in one.parameters):
        kept[own.name] = in_both(kept[own.name], own) if own.name in kept else own
    return [replace(own, fits=None if place else fits) for place, own in enumerate(kept.values())]


def in_both(one: Parameter, other: Parameter) -> Parameter:
    """Return a parameter that accepts what both parameters accept.

    Raises
    ------
    InvalidRules
        if their ranges do not overlap
    """
    if one.minimum is None or one.maximum is None or other.minimum is None or other.maximum is None:
        return one
    least, most = max(one.minimum, other.minimum), min(one.maximum, other.maximum)
    if least > most:
        got = f"{one.name}: {one.rule}, and {other.rule}"
        raise expected("players", "numbers that go together", got, "Give each a name of its own.")
    return replace(one, minimum=least, maximum=most)


def _dimension(own: Dimension, meant: Meant) -> Dimension:
    def labels(given: Parameters) -> NDArray[Any]:
        question, parameters = meant(given)
        return next(one for one in question.dimensions if one.name == own.name).labels(parameters)

    return replace(own, labels=labels)


def _output(name: str, joined: Collection[str], questions: Sequence[Question], again: Again) -> Output:
    """Return an output that all rows have, as the selected row has it.

    It follows from other outputs if it does in every row. Outputs that only the selected row has are solved
    again.
    """
    each = [one.output(name) for one in questions]
    followed = dict.fromkeys(other for one in each for other in one.follows_from)
    names = tuple(other for other in followed if other in joined)

    def read(answer: Answer) -> NDArray[Any]:
        return answer.question.output(name).read(answer.solution)

    def picked(own: Output, stored: Sequence[NDArray[Any]], case: Anew) -> list[NDArray[Any]]:
        known = dict(zip(names, stored, strict=True))
        return [
            known[other] if other in known else case(case.question.output(other))
            for other in own.follows_from
        ]

    def follows(given: Parameters, *stored: NDArray[Any]) -> Any:
        case = again(given)
        own = case.question.output(name)
        return cast(Any, own.follows)(case.parameters, *picked(own, stored, case))

    def loses(given: Parameters, choices: NDArray[Any], *stored: NDArray[Any]) -> Any:
        case = again(given)
        own = case.question.output(name)
        return cast(Any, own.loses)(case.parameters, choices, *picked(own, stored, case))

    follow = all(one.follows is not None for one in each)
    lose = all(one.loses is not None for one in each)
    return replace(
        each[0],
        of=read,
        proved=all(one.proved for one in each),
        follows=follows if follow else None,
        loses=loses if lose else None,
        follows_from=names if follow or lose else (),
    )

"""Read a solved race from a store, so that it need not be solved again."""

from collections.abc import Mapping

import numpy as np
import xarray as xr

from solvers.catalog import QUESTIONS
from solvers.games.turn import Turn
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from solvers.race.certificate import residual
from solvers.race.solve import Race
from storage.errors import StoreError
from storage.query import axes_of, open_sweep
from storage.repository import Store
from storage.schema import DONE
from tasks.stored_cases import case_parameters

VALUE = "value"
# The same bound as in `jeopardice verify`.
LARGEST_RESIDUAL = 1e-12


class WrongAnswer(StoreError, ValueError):
    """A stored answer is wrong."""


def stored_race(url: str, question: Question, parameters: Mapping[str, Value]) -> Race | None:
    """Return the answer to a race with these parameters; None if no sweep has it in its current version.

    Parameters
    ----------
    url : URL of the store
    question : the question about the race
    parameters : all of its parameters by name

    Raises
    ------
    StoreError
        if there is no store, it cannot be read, or its answer is wrong
    """
    store = Store.open(url)
    for name in store.sweeps():
        dataset = open_sweep(store, name, masked=False)
        if VALUE in dataset and _answers(dataset, question):
            case = _case(question, dataset, parameters)
            if case is not None:
                race = _race(case, question.turn(parameters), int(parameters["goal"]))
                _refuse_wrong(race, f"{url}, {name}")
                return race
    return None


def _answers(dataset: xr.Dataset, question: Question) -> bool:
    """Whether a sweep asked the question in its current version, by name or in words."""
    asked = QUESTIONS.get(str(dataset.attrs.get("question")))
    return (
        asked is not None
        and _about(asked) == _about(question)
        and dataset.attrs.get("question_version") == question.version
    )


def _about(question: Question) -> tuple[object, ...]:
    names = [own.name for own in question.parameters]
    return question.game, question.contest, question.players, question.study, names


def _case(question: Question, dataset: xr.Dataset, parameters: Mapping[str, Value]) -> xr.Dataset | None:
    """The case with these parameters, if it is done."""
    axes = axes_of(dataset)
    for at in np.argwhere(dataset["status"].values == DONE):
        case = dataset.isel(dict(zip(axes, map(int, at), strict=True)))
        if case_parameters(question, case, axes) == parameters:
            return case
    return None


def _race(case: xr.Dataset, turn: Turn, goal: int) -> Race:
    scores = {name: slice(goal) for name in ("banked", "opponent")}
    value = np.ascontiguousarray(case[VALUE].transpose(*scores).isel(scores).values)
    return Race(turn, goal, value, residual(turn, goal, value))


def _refuse_wrong(race: Race, where: str) -> None:
    """Refuse values with a large residual, or NaN."""
    if not race.residual <= LARGEST_RESIDUAL:
        raise WrongAnswer(
            f"store: the stored values are wrong ({where}): their residual is {race.residual:.1e}, above"
            f" {LARGEST_RESIDUAL:.0e}. Check with `jeopardice verify`, or solve again with `jeopardice run"
            " CONFIG --rerun all`."
        )

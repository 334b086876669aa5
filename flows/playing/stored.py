"""The answer of a race from a store, where a sweep has it: then nothing needs to be solved."""

import numpy as np
import xarray as xr

from flows.playing.setup import Setup
from flows.stored_cases import case_parameters
from solvers.questions.question import Question
from solvers.race.certificate import residual
from solvers.race.solve import Race
from storage.query import axes_of, open_sweep
from storage.repository import Store
from storage.schema import DONE

VALUE = "value"


def stored_race(url: str, setup: Setup) -> Race | None:
    """The race of a setup; None if no sweep has it as it is solved today, or the opponent needs another.

    Parameters
    ----------
    url : of the store
    setup : of the game

    Raises
    ------
    StoreError
        if there is no store, or it cannot be read
    """
    if setup.opponent != "optimal":
        return None
    question, store = setup.playable.question, Store.open(url)
    for name in store.sweeps():
        dataset = open_sweep(store, name, masked=False)
        asked = dataset.attrs.get("question"), dataset.attrs.get("question_version")
        if asked == (question.name, question.version) and VALUE in dataset:
            case = _case(question, dataset, setup)
            if case is not None:
                return _race(case, setup)
    return None


def _case(question: Question, dataset: xr.Dataset, setup: Setup) -> xr.Dataset | None:
    """The done case of these rules, if the sweep has it."""
    axes = axes_of(dataset)
    for at in np.argwhere(dataset["status"].values == DONE):
        case = dataset.isel(dict(zip(axes, map(int, at), strict=True)))
        if case_parameters(question, case, axes) == setup.parameters:
            return case
    return None


def _race(case: xr.Dataset, setup: Setup) -> Race:
    goal = setup.goal
    scores = {name: slice(goal) for name in ("banked", "opponent")}
    value = np.ascontiguousarray(case[VALUE].transpose(*scores).isel(scores).values)
    return Race(setup.turn, goal, value, residual(setup.turn, goal, value))

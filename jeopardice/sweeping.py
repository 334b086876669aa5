"""Solve a grid of cases in memory, on the cores of this machine or on a Dask cluster."""

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from flows.compiling.telling import compiles
from jeopardice.asked import Keep, Players, What, named, names_of, plain_of, refuse_misspelled, spelled
from jeopardice.border import public
from jeopardice.rules import Game

if TYPE_CHECKING:
    import xarray as xr

    from configs.sweep import Sweep
    from solvers.questions.parameter import Value
    from tasks.block import Block
    from tasks.plan import RunPlan

NAME = "sweep"
REMEDY = "Ask for less, keep fewer outputs, or write a config for jp.run, which takes yes=True."


class Client(Protocol):
    """The part of `distributed.Client` that a sweep uses."""

    def get_executor(self, **given: Any) -> Executor:
        """Return an executor whose calls run on the cluster's workers."""


@public
@compiles
def sweep(
    game: What,
    *,
    contest: str | None = None,
    players: Players | None = None,
    keep: Keep | None = None,
    client: Client | None = None,
    progress: bool = True,
    **axes: Any,
) -> "xr.Dataset":
    """Solve a grid of cases in memory.

    Cases that are symmetric to each other are solved once. To save answers as they come, and to continue
    later, use `run`.

    Parameters
    ----------
    game : name of a game, path of a file of rules, what `game` returns, or name of a question
    contest : as for `solve`
    players : as for `solve`; a number in braces is an axis or a parameter of that name: "hold at {n}"
    keep : names of the outputs to return; by default those with one number per case
    client : `distributed.Client` whose workers solve; by default the cores of this machine
    progress : whether to show a progress bar on standard error
    axes : parameters by name; a list, a range or an array is an axis, any other value is fixed

    Returns
    -------
    xarray.Dataset
        outputs along the axes and their own dimensions, as `open` returns them; `status` is 1 for a case with
        an answer and 2 for a failed one; `error` says why it failed

    Raises
    ------
    InvalidRules
        if no question matches, or the sweep is too large
    ConfigError
        if a parameter does not accept a value on an axis; one line for each problem

    Examples
    --------
    >>> import jeopardice as jp
    >>> ds = jp.sweep("piglet", players="best, hold at {n}", n=range(1, 5), goal=6, progress=False)
    >>> dict(ds.sizes), int(ds.win_probability.idxmin())
    ({'n': 4}, 2)
    """
    from flows.limits import refuse_absurd
    from flows.terminal.titles import titled
    from jeopardice.describing import described
    from tasks.plan import make_plan

    asked = _asked(game, contest, players, keep, axes)
    refuse_absurd(asked, yes=False, remedy=REMEDY)
    _refuse_outgrown(asked)
    plan = make_plan(asked, None)
    with _executor(client) as executor, bar(plan.places, progress) as tell:
        dataset = _solved(plan, executor, tell)
    _warn_of_failures(dataset)
    dataset.attrs["title"] = titled(asked.asked(), asked.parameters)
    return described(dataset, asked.asked())


def _warn_of_failures(dataset: "xr.Dataset") -> None:
    from storage.schema import FAILED

    failed = dataset.error.values[dataset.status.values == FAILED]
    if failed.size:
        text = f"{failed.size} of {dataset.status.size} cases failed. One says: {failed[0]}"
        # Past `sweep` and its two decorators, to whoever called it.
        warnings.warn(text, stacklevel=5)


def _asked(
    game: What, contest: str | None, players: Players | None, keep: Keep | None, given: Mapping[str, Any]
) -> "Sweep":
    """The sweep, checked like one from a config."""
    from configs.load import written
    from solvers.catalog import QUESTIONS
    from solvers.errors import expected
    from solvers.questions.games import GAMES

    refuse_misspelled(given)
    players = plain_of(players)
    if players is not None:
        # Called for its error if `players` is not a list of players.
        spelled(players)
    axes = {name: _values(value) for name, value in given.items() if _is_axis(value)}
    parameters = {name: plain_of(value) for name, value in given.items() if name not in axes}
    several = not isinstance(players, str | int | None) and any(not isinstance(one, str) for one in players)
    if not axes and not several:
        raise expected("axes", "a list, a range or an array", None, "One case is for jp.solve.")
    name = named(game)
    content: dict[str, Any] = {"name": NAME, "parameters": parameters, "axes": axes, "keep": names_of(keep)}
    if name not in GAMES and name in QUESTIONS:
        content["question"] = name
    else:
        words = {"game": name, "contest": contest, "players": players}
        content |= {word: said for word, said in words.items() if said is not None}
    if isinstance(game, Game) and game.described is not None:
        told = _told(game, content)
        content["parameters"] = {name: told[name] for name in told if name not in axes} | parameters
    return written(content)


def _told(game: Game, content: dict[str, Any]) -> "dict[str, Value]":
    """The rules as a parameter, and their usual goal if the question accepts it."""
    from configs.wording import with_question
    from solvers.catalog import QUESTIONS

    asked = with_question(content).content
    question = QUESTIONS.get(str(asked.get("question"))) if isinstance(asked, Mapping) else None
    return game.told if question is None else game.given(question)


def _is_axis(value: Any) -> bool:
    return not isinstance(value, str) and hasattr(value, "__iter__") and getattr(value, "ndim", 1) > 0


def _values(value: Any) -> Any:
    """The values of an axis, as a config has them: a list, or a range such as {"from": 5, "to": 20}."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, range) and value and value.step > 0:
        return {"from": value[0], "to": value[-1], "step": value.step}
    return [plain_of(one) for one in (value.tolist() if hasattr(value, "tolist") else value)]


def _refuse_outgrown(asked: "Sweep") -> None:
    from flows.command_line.asked_case import refuse_outgrown

    question, complete = asked.asked(), asked.completing()
    for index in asked.representatives():
        refuse_outgrown(question, complete(index))


@contextmanager
def _executor(client: Client | None) -> Iterator[Executor]:
    if client is not None:
        if not hasattr(client, "get_executor"):
            from solvers.errors import expected

            remedy = f"Make one: distributed.Client({client!r})." if isinstance(client, str) else ""
            raise expected("client", "a distributed.Client", client, remedy)
        # pure=False: two identical calls are two tasks, although their results are the same.
        yield client.get_executor(pure=False)
        return
    threads = ThreadPoolExecutor(os.cpu_count() or 1)
    try:
        yield threads
    finally:
        # After Ctrl-C no further block starts.
        threads.shutdown(cancel_futures=True)


@contextmanager
def bar(total: int, shown: bool) -> Iterator[Callable[[int], object]]:
    """A progress bar; yields a function to report how many more cases are done.

    tqdm and not Rich, which draws nothing in a notebook without ipywidgets.
    """
    if not shown:
        yield lambda more: None
        return
    with warnings.catch_warnings():
        # Without ipywidgets tqdm draws the bar as text and warns about it.
        warnings.simplefilter("ignore")
        from tqdm.auto import tqdm

        bar = tqdm(total=total, unit="case", dynamic_ncols=True)
    with bar:
        yield bar.update


def _solved(plan: "RunPlan", executor: Executor, tell: Callable[[int], object]) -> "xr.Dataset":
    from tasks.block import solve_cases
    from tasks.in_memory import Filled

    filled = Filled(plan.layout)
    waiting = {executor.submit(solve_cases, block): block for block in _largest_first(plan)}
    try:
        for future in as_completed(waiting):
            block = waiting[future]
            filled.add(block, future.result())
            tell(block.places)
    finally:
        for future in waiting:
            future.cancel()
    return filled.dataset(plan.sweep)


def _largest_first(plan: "RunPlan") -> "Sequence[Block]":
    """Blocks by falling time, so that the last ones to end are short."""
    return sorted(plan.blocks, key=lambda block: -block.seconds)

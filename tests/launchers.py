"""Launch `jeopardice run` as a process of its own, and compare what it stored with what an undisturbed one
stored, bit by bit.
"""

import subprocess
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import psutil
import xarray as xr

from storage.errors import StoreError, StoreNotFound
from storage.group import list_sweeps
from storage.query import axes_of, open_sweep
from storage.repository import Store
from storage.schema import DONE, MISSING
from tests.history import with_tables
from tests.processes import PATIENCE, Process, environment, started

# What says of a run when and by whom, and not what was found.
OF_THE_RUN = ("seconds", "run", "finished")
# Set in all processes of a trial, and inherited by whatever they start.
MARK = "JEOPARDICE_TRIAL"
END_SECONDS = 20.0

Answers = dict[str, xr.Dataset]


def launcher(
    directory: Path, config: Path, store: str, *options: str, **settings: str
) -> AbstractContextManager[Process]:
    """Start `jeopardice run`; it is ended with the block.

    Parameters
    ----------
    directory : where it runs, with its log and Prefect's files; its path marks all processes of the trial
    config, store, options : of the command
    settings : variables besides, such as PREFECT_API_URL
    """
    if "PREFECT_API_URL" not in settings:
        with_tables(directory)
    variables = environment(directory, **{MARK: str(directory), **settings})
    return started(
        "launcher", ["jeopardice", "run", str(config), "--store", store, *options], directory, variables
    )


def ended(process: Process, seconds: float = PATIENCE) -> int:
    """Wait for the exit code."""
    try:
        return process.popen.wait(seconds)
    except subprocess.TimeoutExpired:
        raise AssertionError(
            f"{process.name}: still running after {seconds:g} s.\n{process.tail()}"
        ) from None


def run(directory: Path, config: Path, store: str, *options: str, **settings: str) -> str:
    """Run to a good end; give what was printed."""
    with launcher(directory, config, store, *options, **settings) as process:
        code = ended(process)
        assert code == 0, f"exit code {code}\n{process.tail()}"
        return process.log.read_text()


def marked(directory: Path) -> list[psutil.Process]:
    """All processes of a trial that live, orphans among them."""
    return [process for process in psutil.process_iter() if _mark(process) == str(directory)]


def wait_for_all_to_end(directory: Path, seconds: float = END_SECONDS) -> None:
    """Wait until no process of a trial lives.

    Raises
    ------
    AssertionError
        if one does not end by itself
    """
    deadline = time.monotonic() + seconds
    while left := marked(directory):
        assert time.monotonic() < deadline, f"left behind: {[_described(process) for process in left]}"
        time.sleep(0.1)


def has_store(url: str) -> bool:
    """Whether there is a store yet."""
    try:
        Store.open(url)
    except StoreNotFound:
        return False
    return True


def commits(url: str, sweep: str = "small/race") -> int:
    """How many commits of a sweep there are, if there is a store yet."""
    try:
        return len(Store.open(url).history(sweep))
    except StoreError:
        return 0


def answers(store: Store) -> Answers:
    """All sweeps of one snapshot, in memory."""
    session = store.at()
    opened = {
        sweep: open_sweep(store, sweep, session.snapshot_id, record=True) for sweep in list_sweeps(session)
    }
    return {sweep: dataset.drop_vars(OF_THE_RUN).load() for sweep, dataset in opened.items()}


def check_honest(found: Answers, right: Mapping[str, xr.Dataset]) -> int:
    """Every case that is done has the right answer, all of it, and every other is missing; return how many
    are done.

    What is found may have fewer labels than what is right, since an axis may be extended.
    """
    done = 0
    for sweep, dataset in found.items():
        whole = right[sweep].sel({axis: dataset[axis] for axis in axes_of(dataset)})
        same = whole.isel({dim: slice(dataset.sizes[dim]) for dim in dataset.dims})
        status = dataset["status"].values
        assert set(np.unique(status)) <= {MISSING, DONE}, f"{sweep}: {dataset['error'].values[status > DONE]}"
        for name in dataset.data_vars:
            assert dataset[name].dims == same[name].dims
            assert _bits(dataset[name].values[status == DONE]) == _bits(same[name].values[status == DONE]), (
                f"{sweep}: {name}"
            )
        done += int((status == DONE).sum())
    return done


def check_identical(found: Answers, right: Mapping[str, xr.Dataset]) -> None:
    """The same sweeps, labels, variables and bits."""
    assert found.keys() == right.keys()
    for sweep, dataset in found.items():
        assert dataset.variables.keys() == right[sweep].variables.keys()
        for name, variable in dataset.variables.items():
            other = right[sweep].variables[name]
            assert (variable.dims, variable.shape, variable.dtype) == (
                other.dims,
                other.shape,
                other.dtype,
            ), f"{sweep}: {name}"
            assert _bits(variable.values) == _bits(other.values), f"{sweep}: {name}"


def _bits(cells: np.ndarray) -> bytes:
    return (
        repr(cells.tolist()).encode() if cells.dtype.kind in "OUT" else np.ascontiguousarray(cells).tobytes()
    )


def workers_of(home: Path) -> list[psutil.Process]:
    """The workers that a launcher has started: those that were forked, without the server that forks them.

    Parameters
    ----------
    home : of the launcher
    """
    return [process for process in marked(home) if _is_worker(process)]


def _is_worker(process: psutil.Process) -> bool:
    try:
        parent = process.parent()
        return parent is not None and all(
            "forkserver" in " ".join(one.cmdline()) for one in (process, parent)
        )
    except psutil.NoSuchProcess:
        return False


def _mark(process: psutil.Process) -> str | None:
    try:
        return None if process.status() == psutil.STATUS_ZOMBIE else process.environ().get(MARK)
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return None


def _described(process: psutil.Process) -> str:
    try:
        return f"{process.pid} {' '.join(process.cmdline())}"
    except psutil.NoSuchProcess:
        return str(process.pid)

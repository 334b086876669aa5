"""Run a config into a store, and open a sweep of a store."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jeopardice.border import public

if TYPE_CHECKING:
    import xarray as xr


class RunFailed(RuntimeError):
    """A run ended, and some of its cases have no answer."""


@public
def run(
    config: str | os.PathLike[str],
    store: str | os.PathLike[str] | None = None,
    *,
    keep: str | Sequence[str] = (),
    workers: int | None = None,
    scheduler: str | None = None,
    serial: bool = False,
    publish: str | os.PathLike[str] | None = None,
    yes: bool = False,
) -> "xr.Dataset":
    """Solve the missing cases of a config's sweeps, save them, and open the first sweep.

    Prints what `jeopardice run` prints. A second run solves only what is still missing.

    Parameters
    ----------
    config : path of a YAML file, or the name of a shipped config: "pig/three_players"
    store : directory or URL of the store, created if missing; None for $JEOPARDICE_STORE or ./store
    keep : outputs to store besides those that the config names
    workers : number of processes of the local Dask cluster; one per core by default
    scheduler : address of a Dask scheduler to use instead
    serial : whether to solve in this process, for debugging
    publish : directory for plain Zarr copies; None for no copies
    yes : whether to run even if the sweep is very large, or replaces answers with other fixed parameters

    Returns
    -------
    xarray.Dataset
        the first sweep, as `open` returns it

    Raises
    ------
    ConfigError, InvalidRules
        if the config has a mistake
    StoreError
        if the store cannot be written
    RunFailed
        if some cases have no answer; what was saved stays
    KeyboardInterrupt
        if the run was interrupted; what was saved stays

    Examples
    --------
    >>> import jeopardice as jp
    >>> ds = jp.run("pig/three_players", "my_store")  # doctest: +SKIP
    >>> ds.win_probability.sel(first_hold_at=25, second_hold_at=25).item()  # doctest: +SKIP
    0.359036936645...
    >>> jp.run("no/such_config", "my_store")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    configs.errors.ConfigNotFound: config: expected a YAML file or the name of a shipped config
    """
    from flows.commands.run import run as carried_out
    from flows.launch import Launch
    from flows.terminal.errors import INTERRUPTED
    from jeopardice.asked import names_of
    from solvers.errors import expected

    if not isinstance(config, str | os.PathLike):
        remedy = "jp.sweep solves a grid that is no file."
        raise expected("config", "the path of a YAML file, or the name of a shipped config", config, remedy)
    launch = Launch(
        config=os.fspath(config),
        store=None if store is None else os.fspath(store),
        scheduler=scheduler,
        workers=workers,
        serial=serial,
        keep=tuple(names_of(keep)),
        publish=None if publish is None else os.fspath(publish),
        yes=yes,
    )
    names = [one.name for one in launch.sweeps]
    code = carried_out(launch, dry_run=False)
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    if code:
        raise RunFailed(f"{launch.config}: some cases have no answer. The lines above say why.")
    return _opened(launch.url, names[0], None)


@public
def open(
    store: str | os.PathLike[str] | None = None, sweep: str | None = None, *, at: str | None = None
) -> "xr.Dataset":
    """Open a sweep of a store. Values are read when they are used.

    Parameters
    ----------
    store : directory or URL of the store; None for $JEOPARDICE_STORE or ./store
    sweep : name of the sweep; None if the store has only one
    at : a tag, a snapshot's id or a run, to open an earlier state; None for the newest state

    Returns
    -------
    xarray.Dataset
        outputs along the sweep's axes and their own dimensions; NaN for cases without an answer

    Raises
    ------
    StoreError
        if there is no store, or no such sweep; the error lists the sweeps of the store

    Examples
    --------
    >>> import jeopardice as jp
    >>> ds = jp.open("my_store", "pig/three_players")  # doctest: +SKIP
    >>> jp.open("no_such_store")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    storage.errors.StoreNotFound: No store at ./no_such_store. Create one with ...
    """
    from flows.places import store_url

    return _opened(store_url(None if store is None else os.fspath(store)), sweep, at)


def _opened(url: str, sweep: str | None, at: str | None) -> "xr.Dataset":
    from jeopardice.describing import described
    from solvers.catalog import find
    from storage.query import open_sweep
    from storage.repository import Store
    from storage.selecting import the_sweep

    place = Store.open(url)
    dataset = open_sweep(place, the_sweep(place, sweep, at, "sweep"), at)
    return described(dataset, find(str(dataset.attrs["question"])))

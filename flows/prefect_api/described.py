"""Names and tags of runs, for people who look for one on Prefect's pages."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flows.launch import Launch


def run_name() -> str:
    """Return the name of the current flow run: its sweep and the number of cases to do, such as
    "pig/hold_at_n · 100 to do".
    """
    # Imported late: the command names its tags before Prefect is needed.
    from prefect.runtime import flow_run

    launch: Launch = flow_run.parameters["launch"]
    try:
        return f"{named(launch)} · {sum(plan.places for plan in launch.plans)} to do"
    except Exception:
        # Not lost: the flow plans as its first step, fails with the same error and reports it.
        return launch.config


def named(launch: "Launch") -> str:
    """Return the name of a launch: its first sweep, and how many others there are.

    Parameters
    ----------
    launch : what is run

    Raises
    ------
    ConfigError
        if the config is invalid
    """
    first, *others = (sweep.name for sweep in launch.sweeps)
    return f"{first} and {len(others)} more" if others else first


def tags_of(launch: "Launch") -> list[str]:
    """Return the tags of a deployment and its runs: `jeopardice`, the sweeps and their games.

    Parameters
    ----------
    launch : what is run

    Raises
    ------
    ConfigError
        if the config is invalid
    """
    games = [game.name for sweep in launch.sweeps if (game := sweep.asked().game) is not None]
    return list(dict.fromkeys(["jeopardice", *(sweep.name for sweep in launch.sweeps), *games]))


def description_of(launch: "Launch") -> str:
    """Return the description of a deployment: its sweeps with their titles.

    Parameters
    ----------
    launch : what is run

    Raises
    ------
    ConfigError
        if the config is invalid
    """
    return "\n\n".join(f"{one.name}: {one.title}" for one in launch.sweeps)


@contextmanager
def tagged(launch: "Launch") -> Iterator[None]:
    """Tag all runs within the block, also with the name of this machine.

    Parameters
    ----------
    launch : what is run
    """
    from prefect import tags

    with tags(*tags_of(launch), socket.gethostname()):
        yield

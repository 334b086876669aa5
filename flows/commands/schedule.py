"""`jeopardice schedule`: serve a config as a Prefect deployment, by the flow's module path.

Prefect starts each run as a process that looks for modules in its working directory first. That directory is
empty, so no `tasks.py` of the user's is taken for ours, and all paths are absolute.
"""

import os
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import cast

from prefect import serve as serve_deployments
from prefect.deployments.runner import RunnerDeployment
from prefect.schedules import Cron, Schedule
from prefect.types.entrypoint import EntrypointType

from flows.environment import environment
from flows.launch import Launch
from flows.leftovers import remove_leftovers
from flows.log_file import located_log
from flows.notifying import VARIABLE, webhook
from flows.prefect_api.alerts import HEARTBEAT_SECONDS
from flows.prefect_api.answering import reachable
from flows.prefect_api.described import description_of, tags_of
from flows.prefect_api.home import is_configured
from flows.prefect_api.scheduled import told
from flows.shipped import located
from flows.sweep import sweep
from solvers.errors import InvalidRules, expected
from solvers.private_directory import private_directory
from storage.location import locate
from tasks.rerun import Rerun

HEARTBEAT_VARIABLE = "PREFECT_FLOWS_HEARTBEAT_FREQUENCY"


def serve(launch: Launch, cron: str, on_failure: str | None = None) -> None:
    """Serve until the process ends. Runs do not overlap: the next one waits for the one before.

    Parameters
    ----------
    launch : what each run does
    cron : when to run, as in crontab
    on_failure : address that is told if a run fails; the runs find it in their environment

    Raises
    ------
    ConfigError
        if the config is invalid
    InvalidRules
        if no Prefect server is configured, an option is invalid, or damage is to be mended
    NotAStore
        if the store's address is invalid
    ServerFailed
        if the Prefect server does not answer
    """
    remove_leftovers()
    name = launch.sweeps[0].name.replace("/", "-")
    launch.check_where()
    _ = launch.history_age
    webhook(on_failure)
    if launch.rerun is Rerun.DAMAGED:
        raise expected(
            "--rerun", "needed, failed, stale or all", "damaged", "Use `jeopardice run` to mend it."
        )
    deployment = cast(
        RunnerDeployment,
        sweep.to_deployment(
            name=name,
            parameters={"launch": _from_anywhere(launch).model_dump(mode="json")},
            schedule=_schedule(cron),
            concurrency_limit=1,
            entrypoint_type=EntrypointType.MODULE_PATH,
            description=description_of(launch),
            tags=tags_of(launch),
        ),
    )
    with reachable(), chdir(_empty_directory()), environment(_told(on_failure)):
        serve_deployments(deployment, limit=1)


def _told(on_failure: str | None) -> dict[str, str]:
    """Return what the runs find in their environment."""
    # Not a parameter of the flow: it is a secret, and Prefect's database keeps parameters.
    secret = {VARIABLE: on_failure or ""}
    # By which `jeopardice alert` notices a killed run.
    heartbeat = os.environ.get(HEARTBEAT_VARIABLE) or str(HEARTBEAT_SECONDS)
    return {**secret, HEARTBEAT_VARIABLE: heartbeat, **told()}


def _empty_directory() -> Path:
    """A private working directory, which also holds the temporary files of Prefect and of the runs.

    Prefect would keep files of its runs in a directory with a known name, `runner_storage`, which another
    user may have created.
    """
    temporary, empty = private_directory() / "temporary", private_directory() / "empty"
    for directory in (temporary, empty):
        directory.mkdir()
    tempfile.tempdir = os.environ["TMPDIR"] = str(temporary)
    return empty


def _from_anywhere(launch: Launch) -> Launch:
    """The same launch with absolute paths."""
    place = locate(launch.url)
    copies = None if launch.publish is None else str(Path(launch.publish).absolute())
    paths = {"config": str(located(launch.config).resolve()), "store": str(place.path or place.url)}
    return launch.replacing(**paths, publish=copies, log=located_log(launch.log))


def _schedule(cron: str) -> Schedule:
    if not is_configured():
        raise InvalidRules(
            "PREFECT_API_URL: not set. A schedule needs a Prefect server that stays up. Start one with"
            " `prefect server start`, and set PREFECT_API_URL to its address."
        )
    try:
        return Cron(cron)
    except ValueError:
        raise expected("--cron", "five fields as in crontab, such as '0 3 * * *'", cron) from None

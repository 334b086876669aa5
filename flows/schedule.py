"""`jeopardice schedule`: serve a config as a Prefect deployment, by the flow's module path.

Each run is a process of Prefect's, which looks for modules in its working directory first. That is an empty
one, so that no `tasks.py` of the user's is taken for ours, and all paths are absolute.
"""

from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from prefect import serve as serve_deployments
from prefect.deployments.runner import RunnerDeployment
from prefect.schedules import Cron
from prefect.types.entrypoint import EntrypointType

from flows.places import Where, store_url
from flows.server import is_configured, reachable
from flows.shipped import located
from flows.sweep import sweep
from flows.sweep_config import sweeps_of
from solvers.errors import expected
from storage.location import locate
from tasks.plan import Rerun


def serve(
    config: str, cron: str, store: str | None, scheduler: str | None, workers: int | None, rerun: str
) -> None:
    """Serve until the process is ended. Runs do not overlap: the next one waits for the one before.

    Raises
    ------
    ConfigError
        if the config is not one
    InvalidRules
        if no Prefect server is configured, or the schedule is not one
    NotAStore
        if the store's address is none
    ServerFailed
        if the Prefect server does not answer
    """
    sweeps = sweeps_of(config)
    place = locate(store_url(store))
    Where(False, scheduler, workers)
    if not is_configured():
        raise expected(
            "PREFECT_API_URL",
            "the address of a Prefect server that keeps the schedule",
            None,
            "Start one: prefect server start.",
        )
    try:
        schedule = Cron(cron)
    except ValueError:
        raise expected("--cron", "five fields as in crontab, '0 3 * * *' for instance", cron) from None
    deployment = cast(
        RunnerDeployment,
        sweep.to_deployment(
            name=sweeps[0].name.replace("/", "-"),
            schedule=schedule,
            parameters={
                "config": str(located(config).resolve()),
                "store": str(place.path or place.url),
                "scheduler": scheduler,
                "workers": workers,
                "rerun": Rerun(rerun).value,
                "publish": str(Path("published").absolute()),
            },
            concurrency_limit=1,
            entrypoint_type=EntrypointType.MODULE_PATH,
            tags=["jeopardice"],
        ),
    )
    with reachable(), TemporaryDirectory(prefix="jeopardice-") as empty, chdir(empty):
        serve_deployments(deployment, limit=1)

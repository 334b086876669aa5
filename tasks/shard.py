"""The Prefect task of a shard.

If the connection broke, Prefect retries it with growing delays; what was not committed is solved again, with
the same bits.
"""

from typing import Any

import icechunk
from prefect import State, task
from prefect.cache_policies import NO_CACHE
from prefect.tasks import exponential_backoff

from storage.errors import StoreLocked, Unwritable
from tasks.plan import Shard
from tasks.work import Report, Work


def may_pass(task: Any, run: Any, state: State[Any]) -> bool:
    """Whether a shard's failure may pass, such as a broken connection or a busy store.

    Anything else, such as a full disk, would fail again.
    """
    error = state.result(raise_on_failure=False)
    return isinstance(error, OSError | StoreLocked | icechunk.IcechunkError) and not isinstance(
        error, Unwritable
    )


@task(
    name="shard",
    task_run_name="shard-{number}",
    retries=4,
    retry_delay_seconds=exponential_backoff(backoff_factor=1),
    retry_jitter_factor=0.5,
    retry_condition_fn=may_pass,
    cache_policy=NO_CACHE,
    persist_result=False,
)
def solve_shard(number: int, shard: Shard, work: Work) -> Report:
    """Solve and commit a shard, or wait for it if it began before Prefect was there.

    Parameters
    ----------
    number : number of the shard, for the task's name
    shard : the shard
    work : work of the sweep

    Raises
    ------
    Stopped, Unwritable
        as `Work.report`
    """
    return work.report(shard)

"""The cluster that a run starts listens to this process only."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from flows.cluster.dask_workers import OnDask
from flows.cluster.local_cluster import local_cluster
from tests.processes import environment

# What anybody on this machine could try: with Dask's own client, and with a key of their own.
STRANGER = """
import sys
from distributed import Client, Security

host = sys.argv[1].split("://")[1]
for address, key in (("tcp://" + host, None), ("tls://" + host, Security.temporary())):
    try:
        with Client(address, security=key, timeout=5) as client:
            print(client.submit(len, "abc").result(timeout=20))
    except (OSError, TimeoutError):
        print("refused")
"""


@pytest.mark.long
def test_local_cluster__works_for_its_launcher_and_refuses_others(tmp_path: Path) -> None:
    cluster = local_cluster(1)
    workers = OnDask(str(cluster.scheduler_address))
    try:
        assert workers.executor().submit(len, "abc").result(60) == 3
        command = [sys.executable, "-c", STRANGER, workers.address]
        stranger = subprocess.run(
            command, env=environment(tmp_path), capture_output=True, text=True, check=False
        )
        assert stranger.stdout.splitlines() == ["refused", "refused"], stranger.stderr
        assert workers.executor().submit(len, "abcd").result(60) == 4
    finally:
        workers.close()
        cluster.close(timeout=5)


@pytest.mark.long
def test_local_cluster__tells_a_log_nothing_of_its_comings_and_goings(
    caplog: pytest.LogCaptureFixture,
) -> None:
    # As in a scheduled run, whose log takes what all libraries say.
    with caplog.at_level(logging.INFO), local_cluster(1):
        logging.getLogger("distributed.scheduler").warning("a worker was lost")
    ours = [record.message for record in caplog.records if record.name.startswith("distributed")]
    assert ours == ["a worker was lost"]

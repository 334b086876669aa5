"""The metrics for Prometheus that operations.md names."""

from pathlib import Path

import pytest
from distributed import Client

from tests.processes import direct
from tests.services import prefect_server


def samples(url: str) -> dict[str, float]:
    """Metrics with their values, labels left in the names."""
    with direct.open(url, timeout=30) as response:
        lines = response.read().decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


@pytest.mark.long
def test_metrics__of_the_prefect_server(tmp_path: Path) -> None:
    with prefect_server(home=tmp_path, PREFECT_SERVER_METRICS_ENABLED="true") as api:
        found = samples(f"{api}/metrics")
    assert found["process_resident_memory_bytes"] > 0
    assert found["process_cpu_seconds_total"] > 0
    assert found["prefect_worker_channel_heartbeat_failures_total"] == 0


@pytest.mark.long
def test_metrics__of_the_dask_scheduler(scheduler: str) -> None:
    with Client(scheduler, set_as_default=False) as client:
        assert client.submit(abs, -7).result() == 7
        found = samples(client.dashboard_link.replace("/status", "/metrics"))
    states = {name.partition("{")[2]: value for name, value in found.items() if "workers{" in name}
    assert states['state="idle"}'] == 2
    assert 'dask_scheduler_tasks{state="processing"}' in found

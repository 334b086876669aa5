"""Which Prefect server a run reports to: one that is configured, and that it is told everything."""

import socket
from pathlib import Path

import pytest

from flows.prefect_api.home import is_configured
from tests.launchers import run
from tests.server_api import ask
from tests.sweeps import race, write


@pytest.mark.long
def test_run__uses_the_server_that_is_configured(api: str, scheduler: str, tmp_path: Path) -> None:
    config = write(tmp_path, race(name="small/server"))
    run(tmp_path, Path(config), "store", "--scheduler", scheduler, "--no-publish", PREFECT_API_URL=api)
    (recorded,) = ask(api, "flow_runs/filter", {"flow_runs": {"tags": {"all_": ["small/server"]}}})
    assert recorded["name"] == "small/server · 8 to do"
    assert set(recorded["tags"]) == {"jeopardice", "small/server", "pig", socket.gethostname()}
    assert recorded["state_type"] == "COMPLETED"
    tasks = ask(api, "task_runs/filter", {"flow_runs": {"id": {"any_": [recorded["id"]]}}})
    assert sorted((task["name"].split("-")[0], task["state_type"]) for task in tasks) == [
        ("plan", "COMPLETED"),
        ("shard", "COMPLETED"),
    ]
    artifacts = ask(api, "artifacts/filter", {"flow_runs": {"id": {"any_": [recorded["id"]]}}})
    assert "small-server-result" in {artifact["key"] for artifact in artifacts}
    # A server of its own would have made a database.
    assert not list(tmp_path.rglob("prefect.db"))


def test_is_configured__by_the_environment_or_a_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path))
    assert not is_configured()
    (tmp_path / "profiles.toml").write_text(
        '[profiles.ours]\nPREFECT_API_URL = "http://127.0.0.1:4200/api"\n'
    )
    assert is_configured()
    (tmp_path / "profiles.toml").unlink()
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:4200/api")
    assert is_configured()

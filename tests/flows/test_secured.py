"""A Dask cluster with keys and a Prefect server with a password: they let in those who have them, and others
are told what to set.
"""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.cluster.given_keys import BEGIN
from storage.repository import Store
from tests.commands import one_line
from tests.launchers import answers, ended, launcher
from tests.processes import answers as answering
from tests.processes import free_port
from tests.services import dask_scheduler_program, dask_worker_program, prefect_server
from tests.sweeps import race, write

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

PASSWORD = "somebody:secret"
SETTINGS = {
    "DASK_DISTRIBUTED__COMM__DEFAULT_SCHEME": "tls",
    "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True",
}


def keys(directory: Path) -> dict[str, str]:
    """Variables that name new keys, for all roles."""
    directory.mkdir()
    key, certificate = str(directory / "key.pem"), str(directory / "cert.pem")
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-days", "365", "-subj", "/CN=jeopardice", "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    named = {f"{BEGIN}CA_FILE": certificate, **SETTINGS}
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        named |= {f"{BEGIN}{role}__KEY": key, f"{BEGIN}{role}__CERT": certificate}
    return named


@dataclass(frozen=True)
class Services:
    """A cluster and a server.

    Parameters
    ----------
    port : of the scheduler
    keys : variables that name the cluster's
    api : the server's address
    """

    port: int
    keys: dict[str, str]
    api: str

    @property
    def scheduler(self) -> str:
        """Its address."""
        return f"tls://127.0.0.1:{self.port}"


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    home = tmp_path_factory.mktemp("secured")
    own, port, dashboards = keys(home / "keys"), free_port(), (free_port(), free_port())
    scheduler, worker = home / "scheduler", home / "worker"
    with ExitStack() as stack:
        for directory, dashboard, program in (
            (scheduler, dashboards[0], dask_scheduler_program(port, dashboards[0], scheduler, **own)),
            (
                worker,
                dashboards[1],
                dask_worker_program(f"tls://127.0.0.1:{port}", dashboards[1], worker, **own),
            ),
        ):
            directory.mkdir()
            health = f"http://127.0.0.1:{dashboard}/health"
            process = stack.enter_context(program.started())
            process.wait(lambda health=health: answering(health))  # type: ignore[misc]
        api = stack.enter_context(prefect_server(home=home, PREFECT_SERVER_API_AUTH_STRING=PASSWORD))
        yield Services(port, own, api)


def run(home: Path, scheduler: str, **settings: str) -> tuple[int, str]:
    """The exit code of a run, and what it said."""
    config = Path(write(home, race()))
    with launcher(home, config, "store", "--no-publish", "--scheduler", scheduler, **settings) as process:
        code = ended(process)
        return code, one_line(process.log.read_text())


def test_run__with_keys_and_password_solves(services: Services, tmp_path: Path) -> None:
    told = {"PREFECT_API_URL": services.api, "PREFECT_API_AUTH_STRING": PASSWORD}
    code, said = run(tmp_path, services.scheduler, **services.keys, **told)
    assert code == 0, said
    (found,) = answers(Store.open(str(tmp_path / "store"))).values()
    assert (found["status"] == 1).all()


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({}, "lets in only those who have its keys. Set DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "),
        ({f"{BEGIN}CA_FILE": "nowhere.pem"}, ": No such file or directory. Set DASK_"),
    ],
)
def test_run__without_keys_is_told_what_to_set(
    services: Services, tmp_path: Path, named: dict[str, str], said: str
) -> None:
    settings = services.keys | named if named else {}
    code, found = run(tmp_path, services.scheduler, **settings, PREFECT_API_URL=services.api)
    assert code == 2
    assert said in found
    assert not (tmp_path / "store").exists()


def test_run__with_other_keys_is_refused(services: Services, tmp_path: Path) -> None:
    code, said = run(tmp_path, services.scheduler, **keys(tmp_path / "keys"), PREFECT_API_URL=services.api)
    assert code == 2
    assert f"error: The Dask scheduler at {services.scheduler} has other keys. " in said


def test_run__without_tls_is_refused(services: Services, tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{services.port}"
    code, said = run(tmp_path, address, **services.keys, PREFECT_API_URL=services.api)
    assert code == 2
    assert f"error: Cannot reach a Dask scheduler at {address}: what listens there does not answer" in said


@pytest.mark.parametrize("password", [None, "somebody:else"])
def test_run__with_another_password_is_told_what_to_set(
    services: Services, tmp_path: Path, password: str | None
) -> None:
    told = {} if password is None else {"PREFECT_API_AUTH_STRING": password}
    code, said = run(tmp_path, services.scheduler, **services.keys, **told, PREFECT_API_URL=services.api)
    assert code == 2
    assert (
        f"error: PREFECT_API_URL: the Prefect server at {services.api} wants a password, or another" in said
    )
    assert "Traceback" not in said


def test_run__tells_prefect_from_something_else(services: Services, tmp_path: Path) -> None:
    url = services.api.removesuffix("/api") + "/nothing/api"
    code, said = run(tmp_path, services.scheduler, **services.keys, PREFECT_API_URL=url)
    assert code == 2
    assert f"error: PREFECT_API_URL: no Prefect server answers at {url}" in said

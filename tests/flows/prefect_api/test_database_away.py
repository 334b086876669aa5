"""The database of a Prefect server is away while a run goes on: for a moment, or for good."""

import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.launchers import ended, has_store, launcher, wait_for_all_to_end
from tests.postgresql import Database, postgres_program, ready
from tests.processes import answers, free_port
from tests.services import prefect_server_program
from tests.sweeps import race, write

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

AWAY_SECONDS = 4.0


@pytest.mark.parametrize("returns", [True, False])
def test_database__that_is_away(returns: bool, tmp_path: Path) -> None:
    database, port = Database(free_port(), "prefect", "prefect", "prefect"), free_port()
    url = f"http://127.0.0.1:{port}/api"
    server = prefect_server_program(
        port, tmp_path / "server", PREFECT_SERVER_DATABASE_CONNECTION_URL=database.url
    )
    # Half a minute, so that it ends without the database.
    config = Path(write(tmp_path, race(range(300, 450), keep=["win_probability"])))
    with ExitStack() as stack:
        # Not among pytest's, which other users may not enter.
        place = stack.enter_context(TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True))
        program = postgres_program(database, Path(place))
        first = stack.enter_context(program.started())
        first.wait(lambda: ready(program))
        stack.enter_context(server.started()).wait(lambda: answers(f"{url}/ready"))
        run = stack.enter_context(
            launcher(tmp_path / "home", config, str(tmp_path / "store"), "--no-publish", PREFECT_API_URL=url)
        )
        run.wait(lambda: has_store(str(tmp_path / "store")))
        first.kill()
        if returns:
            time.sleep(AWAY_SECONDS)
            stack.enter_context(program.started()).wait(lambda: ready(program))
        code, said = ended(run), run.log.read_text()
        assert "Traceback" not in said, said
        if returns:
            assert code == 0, said
        else:
            assert code == 2, said
            assert f"error: PREFECT_API_URL: the Prefect server at {url} answers with an error" in said
    wait_for_all_to_end(tmp_path / "home")

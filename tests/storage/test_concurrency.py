"""Several processes and threads on one store, on disk and on an S3 server; processes that die; forks that
travel.

Run as a script, this file is such a process: `python test_storage_concurrency.py ACTION URL ...`.
"""

import errno
import fcntl
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from solvers.outputs.output import Variable
from storage.damage import Damaged
from storage.errors import StoreChanged, StoreError, StoreNotFound, UnsafeStore
from storage.layout import Index, Layout, lay_out
from storage.region import read_cases, write_cases
from storage.repository import Store
from storage.schema import DONE, MISSING
from storage.soundness.branch import BRANCH_FILE
from storage.soundness.checking import findings
from storage.soundness.restoring import restorable, restore
from tests.processes import PATIENCE

SWEEP = "pig/goals"
PROCESSES, COMMITS, THREADS = 3, 4, 2
VARIABLES = (
    Variable(name="value", dims=("banked",), long_name="win probability", meaning="Chance to win."),
    Variable(name="win_probability", long_name="win probability", meaning="Chance to win from the start."),
)


def goals(count: int) -> Layout:
    return lay_out({"goal": range(100, 100 + count)}, {"banked": np.arange(50)}, VARIABLES)


def solve(store: Store, layout: Layout, indices: list[Index]) -> None:
    """Solve and commit these cases, planning again if the layout changed."""
    labels = [layout.labels(index)["goal"] for index in indices]
    while True:
        layout = store.layout(SWEEP)  # type: ignore[assignment]
        places = [(layout.axes["goal"].index(label),) for label in labels]
        session = store.begin()
        fork = store.fork(session)
        numbers = dict(zip(places, map(float, labels), strict=True))
        try:
            write_cases(
                fork,
                SWEEP,
                layout,
                {index: {"value": np.full(50, number)} for index, number in numbers.items()},
            )
            rows = {
                index: {"status": DONE, "key": "k", "win_probability": number}
                for index, number in numbers.items()
            }
            store.commit(session, [fork], SWEEP, rows, "some cases", {"run": str(os.getpid())}, layout)
            return
        except StoreChanged:
            continue


def check(store: Store) -> int:
    """Every case is whole or missing; return how many are done."""
    layout, records = store.layout(SWEEP), store.records(SWEEP)
    assert layout is not None
    stored = read_cases(store.at(), SWEEP, layout, [(place,) for place in range(layout.cases)])
    for (place,), answers in stored.items():
        label, status = layout.axes["goal"][place], records.status.values[place]
        assert status in (DONE, MISSING)
        if status == DONE:
            assert records.win_probability.values[place] == label
            assert (answers["value"] == label).all(), (place, answers["value"])
        else:
            assert np.isnan(answers["value"]).all()
    return int((records.status == DONE).sum())


def commit_my_share(url: str, me: str) -> None:
    """As one of several: cases dealt like cards, so that everybody writes into every tile."""
    store = Store.open(url)
    layout = store.layout(SWEEP)
    assert layout is not None
    mine = range(int(me), PROCESSES * COMMITS * THREADS, PROCESSES)
    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(lambda place: solve(store, layout, [(place,), (0,)]), mine))


def write_into_fork(path: str) -> None:
    """As a worker: unpickle a fork and what to write, write, pickle the fork back."""
    fork, layout, values = pickle.loads(Path(path).read_bytes())
    write_cases(fork, SWEEP, layout, values)
    Path(path).write_bytes(pickle.dumps(fork))


def commit_until_killed(url: str, seed: str) -> None:
    """As a launcher that will not end well."""
    store, chance = Store.open(url, create=True), random.Random(int(seed))
    while True:
        layout = store.prepare(SWEEP, goals(chance.randrange(10, 60)), {"seed": seed}, "prepare", {})
        solve(store, layout, [(place,) for place in chance.sample(range(layout.cases), 5)])


def start(action: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-W", "error", __file__, action, *words])


def share_out(url: str, *others: str) -> Store:
    """Several processes commit to one store, under one address or several."""
    store = Store.open(url, create=True)
    store.prepare(SWEEP, goals(PROCESSES * COMMITS * THREADS), {}, "prepare", {})
    names = [url, *others]
    children = [start("commit_my_share", names[me % len(names)], str(me)) for me in range(PROCESSES)]
    assert [child.wait(timeout=PATIENCE) for child in children] == [0] * PROCESSES
    return store


def _no_flock(*_: object) -> None:
    raise OSError(errno.ENOSYS, "Function not implemented")


@pytest.mark.long
def test_commits__of_several_processes_on_disk_lose_nothing(tmp_path: Path) -> None:
    store = share_out(str(tmp_path / "store"))
    assert check(store) == PROCESSES * COMMITS * THREADS
    assert len(store.history(SWEEP)) == 1 + PROCESSES * COMMITS * THREADS


@pytest.mark.long
def test_commits__under_several_names_of_a_directory_lose_nothing(tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to("store")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "too").symlink_to(tmp_path)
    store = share_out(
        str(tmp_path / "store"), str(tmp_path / "linked"), str(tmp_path / "elsewhere" / "too" / "store")
    )
    assert check(store) == PROCESSES * COMMITS * THREADS
    assert len(store.history(SWEEP)) == 1 + PROCESSES * COMMITS * THREADS


@pytest.mark.parametrize(
    "broken", [lambda *_: None, _no_flock], ids=["excludes nobody", "is not implemented"]
)
def test_store__is_refused_where_locking(
    broken: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on some network and FUSE file systems.
    monkeypatch.setattr(fcntl, "flock", broken)
    with pytest.raises(
        UnsafeStore,
        match=(
            r"store: the file system at .* (gives the same lock twice|has no locks), so two writers would"
        ),
    ):
        Store.open(str(tmp_path / "store"), create=True)
    assert not (tmp_path / "store").exists()


@pytest.mark.long
def test_commits__of_several_processes_on_s3_lose_nothing(bucket: str) -> None:
    store = share_out(f"{bucket}/stores/pig")
    assert check(store) == PROCESSES * COMMITS * THREADS
    assert len(store.history(SWEEP)) == 1 + PROCESSES * COMMITS * THREADS


@pytest.mark.long
def test_s3_store__is_found_grown_and_refused_clearly(bucket: str) -> None:
    with pytest.raises(StoreNotFound, match="No store at s3://dice/none"):
        Store.open(f"{bucket}/none")
    store = Store.open(f"{bucket}/one", create=True)
    solve(store, store.prepare(SWEEP, goals(5), {}, "prepare", {}), [(4,)])
    solve(store, store.prepare(SWEEP, goals(30), {}, "grow", {}), [(20,)])
    assert check(Store.open(f"{bucket}/one")) == 2
    # The questions that were asked of the server left nothing behind.
    with urllib.request.urlopen(f"{os.environ['AWS_ENDPOINT_URL']}/dice") as listing:
        assert b"conditional-write" not in listing.read()
    with pytest.raises(StoreError, match=r"NoSuchBucket|answers HTTP 404"):
        Store.open("s3://no-such-bucket/store", create=True)


def test_s3_store__refuses_a_server_that_ignores_conditions(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            missing = b"<Error><Code>NoSuchKey</Code></Error>"
            self.send_response(404)
            self.send_header("Content-Length", str(len(missing)))
            self.end_headers()
            self.wfile.write(missing if self.command == "GET" else b"")

        do_HEAD = do_GET

        def do_PUT(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_DELETE(self) -> None:
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Careless) as server:
        threading.Thread(target=server.serve_forever).start()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        try:
            with pytest.raises(UnsafeStore, match="ignores If-None-Match: it answers HTTP 200"):
                Store.open("s3://dice/store", create=True)
        finally:
            server.shutdown()


@pytest.mark.long
def test_fork__is_written_by_another_process(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "store"), create=True)
    layout = store.prepare(SWEEP, goals(20), {}, "prepare", {})
    session, blocks = store.begin(), []
    for tile in layout.tiles():
        values = {
            index: {"value": np.full(50, float(layout.labels(index)["goal"]))}
            for index in layout.tile_cases(tile)
        }
        path = tmp_path / f"block{tile[0]}"
        path.write_bytes(pickle.dumps((store.fork(session), layout, values)))
        blocks.append((path, start("write_into_fork", str(path))))
    assert [child.wait(timeout=PATIENCE) for _, child in blocks] == [0] * 2
    forks = [pickle.loads(path.read_bytes()) for path, _ in blocks]
    rows = {(place,): {"status": DONE, "win_probability": 100.0 + place} for place in range(20)}
    store.commit(session, forks, SWEEP, rows, "all", {})
    assert check(store) == 20


def test_worker__needs_no_xarray_to_write() -> None:
    code = (
        "import sys, storage.region; sys.exit(', '.join({'xarray', 'pandas', 'dask', 'prefect'} &"
        " sys.modules.keys()) or None)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.long
def test_kill__leaves_whole_commits_only(tmp_path: Path) -> None:
    url, chance = str(tmp_path / "store"), random.Random(1)
    for seed in range(4):
        child = start("commit_until_killed", url, str(seed))
        while not Path(url).exists():
            time.sleep(0.01)
        time.sleep(chance.uniform(0.3, 1.2))
        assert child.poll() is None
        child.send_signal(signal.SIGKILL)
        child.wait(timeout=PATIENCE)
        if SWEEP in (store := Store.open(url)).sweeps():
            check(store)
    store = Store.open(url, create=True)
    layout = store.prepare(SWEEP, goals(60), {}, "finish", {})
    solve(store, layout, [(place,) for place in range(60)])
    assert check(store) == 60


if __name__ == "__main__":
    actions = {action.__name__: action for action in (commit_my_share, write_into_fork, commit_until_killed)}
    actions[sys.argv[1]](*sys.argv[2:])


@pytest.mark.long
def test_s3_store__that_another_launcher_is_making_is_not_damaged(bucket: str) -> None:
    store = Store.open(f"{bucket}/begun", create=True)
    first = store.newest
    name = store.files.read(BRANCH_FILE)
    # A launcher makes the first state, then names it.
    store.files.delete(BRANCH_FILE)
    assert store.files.names("snapshots") == [f"snapshots/{first}"]
    with pytest.raises(StoreNotFound):
        Store.open(f"{bucket}/begun")
    assert name is not None
    store.files.write(BRANCH_FILE, name)
    assert Store.open(f"{bucket}/begun").newest == first


@pytest.mark.long
def test_s3_store__has_its_damage_named_and_its_branch_restored(bucket: str) -> None:
    store = Store.open(f"{bucket}/damaged", create=True)
    solve(store, store.prepare(SWEEP, goals(5), {}, "prepare", {}), [(4,)])
    assert list(findings(store.location)) == []
    newest = store.newest
    store.files.delete(BRANCH_FILE)
    for create in (False, True):
        with pytest.raises(Damaged, match=BRANCH_FILE):
            Store.open(f"{bucket}/damaged", create=create)
    assert [one.file for one in findings(store.location)] == [BRANCH_FILE]
    lost = restorable(store.location)
    restore(store.location, lost, 1.0)
    assert Store.open(f"{bucket}/damaged").newest == newest
    # Somebody has restored it meanwhile; later, somebody has committed.
    for found in (lost, restorable(store.location)):
        solve(store, store.layout(SWEEP), [(2,)])
        with pytest.raises(StoreChanged, match="has just committed"):
            restore(store.location, found, 1.0)
    newest = store.newest
    snapshot = f"snapshots/{newest}"
    store.files.write(snapshot, (store.files.read(snapshot) or b"")[:-1])
    with pytest.raises(Damaged, match=snapshot):
        Store.open(f"{bucket}/damaged").sweeps()

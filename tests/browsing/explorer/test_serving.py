"""What the explorer's server lets happen: it reads one store, writes nothing, answers to its own names."""

import gc
import hashlib
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from socket import socket
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request

import pytest
from bokeh.settings import settings

from browsing.explorer.address import SEVERAL, SINGLE, Address
from browsing.explorer.downloads import TYPES, download
from browsing.explorer.origins import admit, browsed, check
from browsing.explorer.overview import Coverage
from browsing.explorer.site import _card, page
from flows.terminal.errors import MISUSED
from solvers.errors import InvalidRules, SolverError
from storage.errors import StoreError
from storage.repository import Store
from storage.signing import ask
from tests.browser import served
from tests.commands import Command, one_line
from tests.processes import PATIENCE, direct
from tests.stack.local import Local
from tests.stack.stack import running
from tests.sweeps import new_store, race, solve, trio

HERE = "127.0.0.1:5006"
VIEWED: dict[str, list[str]] = {"sweep": ["small/race"], "view": ["compare"], "var": ["value"]}
# It says what there is instead, or where that is listed.
REFUSED = (
    r": expected .+, got "
    r"|(The|the) store has no sweep .+, only small/race, small/trio\."
    r"|^at: no tag, snapshot or run is called .+ `jeopardice history` lists them\."
    r"|^banked: there is no label .+\. The nearest are 0, 1, 2\."
    r"|^banked: .+ is not a range\. Write it like 20:60, 20: or :60\."
)
NAMES = [*SINGLE, *SEVERAL, "store", "url", "path", "file", "format"]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Two sweeps, the first one solved in two runs."""
    found = new_store(tmp_path_factory.mktemp("served"))
    solve(race(range(5, 7)), found)
    solve(race(range(5, 9)), found)
    solve(trio(), found)
    return found


@pytest.fixture
def names() -> Iterator[None]:
    """Those that a server admits on loopback."""
    admit("127.0.0.1")
    yield
    settings.allowed_ws_origin.unset_value()


def fault_of(store: Store, query: dict[str, list[str]]) -> str:
    """What the page of a query says is wrong; "" if nothing is."""
    return str(page(store.url, query, HERE)._render_variables["fault"])


def digest(directory: Path) -> str:
    """Of names and contents of all files."""
    found = hashlib.sha256()
    for path in sorted(path for path in directory.rglob("*") if path.is_file()):
        found.update(f"{path}\0".encode() + path.read_bytes())
    return found.hexdigest()


@pytest.mark.usefixtures("names")
def test_pages__write_nothing(stored: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise AssertionError("the explorer asked for a session to write in")

    for name in ("begin", "lock", "transact", "prepare", "commit", "tag"):
        monkeypatch.setattr(Store, name, refuse)
    before = digest(Path(stored.url).parent)
    for view in ("values", "compare", "runs", "failures"):
        assert fault_of(stored, {**VIEWED, "view": [view]}) == ""
    assert fault_of(stored, {}) == ""
    for ending in TYPES:
        assert download(stored, Address("small/race", variable="value"), ending)
    assert digest(Path(stored.url).parent) == before


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize("name", NAMES)
def test_query__names_no_file_no_store_and_no_code(
    name: str, stored: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, told = new_store(tmp_path), tmp_path / "told"
    told.write_text("not for everybody")
    asked: list[str] = []
    opened = Store.open

    def recorded(url: str, *given: Any, **named: Any) -> Store:
        asked.append(url)
        return opened(url, *given, **named)

    monkeypatch.setattr(Store, "open", recorded)
    for text in (other.url, told.as_uri(), f"__import__('pathlib').Path('{tmp_path}/run').touch()"):
        value = f"banked={text}" if name in SEVERAL else text
        said = fault_of(stored, {**VIEWED, name: [value]})
        assert re.search(REFUSED, said)
        assert "not for everybody" not in said
    assert set(asked) <= {stored.url}
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("text", ["../told", "/told", "file:///told", "small/race/../../told", "\0", '"'])
def test_download__of_a_path_is_refused(text: str, stored: Store) -> None:
    for address in (Address(text), Address("small/race", at=text), Address("small/race", variable=text)):
        with pytest.raises((StoreError, SolverError), match=REFUSED):
            download(stored, address, "csv")


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize("name", ["127.0.0.1:5006", "localhost:8080", "LOCALHOST", "[::1]:5006"])
def test_name__of_this_machine_is_admitted_at_any_port(name: str) -> None:
    check(name)


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize("name", ["dice.example.org:5006", "127.0.0.1.example.org", "10.0.0.5:5006", ""])
def test_name__of_somebody_else_is_refused(name: str) -> None:
    with pytest.raises(InvalidRules, match=f"address: expected .*BOKEH_ALLOW_WS_ORIGIN={re.escape(name)}"):
        check(name)


def test_name__that_is_listened_at_or_told_is_admitted(names: None, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.allowed_ws_origin.unset_value()
    monkeypatch.setenv("BOKEH_ALLOW_WS_ORIGIN", "dice.example.org,alice:99")
    admit("10.0.0.5")
    for name in ("dice.example.org", "dice.example.org:443", "alice:99", "10.0.0.5:5006", "localhost:1"):
        check(name)
    for name in ("alice:98", "10.0.0.6:5006"):
        with pytest.raises(InvalidRules, match="address: expected"):
            check(name)


def test_browsed__is_an_address_that_a_browser_takes() -> None:
    assert browsed("0.0.0.0", 5006) == "http://127.0.0.1:5006/"
    assert browsed("::1", 5006) == "http://[::1]:5006/"
    assert browsed("dice.example.org", 80) == "http://dice.example.org:80/"


# Tornado leaves a socket that could not be bound to the garbage collector.
@pytest.mark.filterwarnings("ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.usefixtures("names")
# Tornado leaves a socket open with which it cannot listen; the process ends then.
@pytest.mark.filterwarnings("ignore:Exception ignored while finalizing socket")
# It asks for the loop of this thread first, and makes one where there is none.
@pytest.mark.filterwarnings("ignore:There is no current event loop:DeprecationWarning")
def test_place__that_is_taken_or_not_here_is_said(stored: Store, jeopardice: Command) -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        # Of a network that is for books alone.
        for host in ("127.0.0.1", "203.0.113.7"):
            said = jeopardice("explore", "--no-open", "--host", host, "--port", port, stored.url)
            assert said.code == MISUSED
            told = f"error: --host, --port: cannot serve at {host}:{port}: "
            assert said.error.startswith(told)
    gc.collect()


def test_store__is_named_once(stored: Store, jeopardice: Command) -> None:
    said = jeopardice("explore", "--no-open", stored.url, "--store", "another")
    assert said.code == MISUSED
    assert "--store names another store, another: leave one of them out." in one_line(
        said.error.replace("│", "")
    )


@pytest.mark.long
def test_store__that_is_not_there_is_said_and_waited_for(tmp_path: Path) -> None:
    with served(tmp_path, "jeopardice", "explore", "--no-open", "--store", "nowhere") as (address, process):
        process.wait(lambda: "as soon as it is there" in one_line(process.log.read_text()))
        assert "No store at ./nowhere. " in one_line(process.log.read_text())
        assert content(f"{address}health") == "well\n"


def content(url: str, host: str = "") -> str:
    """What a server answers, asked for under a name."""
    with direct.open(Request(url, headers={"Host": host} if host else {}), timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def knock(address: str, host: str, origin: str) -> int:
    """The status that the socket of a page is answered with: 101 is a welcome.

    Parameters
    ----------
    address : of the server
    host : name that it is asked for under
    origin : name of the page that asks
    """
    token = re.search(r'"token":"([^"]+)"', content(address, host))
    assert token
    wanted = {
        "Host": host,
        "Origin": f"http://{origin}",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": "bm90IGEgc2VjcmV0IQ==",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Protocol": f"bokeh, {token[1]}",
    }
    with closing(HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)) as connection:
        connection.request("GET", "/ws", headers=wanted)
        with connection.getresponse() as answer:
            return answer.status


def test_every_page__has_a_policy_and_comes_in_no_frame(stored: Store, tmp_path: Path) -> None:
    with served(tmp_path, "jeopardice", "explore", "--no-open", "--store", stored.url) as (address, _):
        for path in ("", "?sweep=small/race", "play", "health", "static/js/bokeh.min.js", "nowhere"):
            try:
                answer = direct.open(address + path, timeout=PATIENCE)
            except HTTPError as error:
                answer = error
            with answer:
                policy = answer.headers["Content-Security-Policy"]
                page = answer.read().decode()
                assert answer.headers["X-Frame-Options"] == "DENY"
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert policy.startswith("default-src 'none'")
            assert "frame-ancestors 'none'" in policy
            (scripts,) = re.findall(r"script-src ([^;]*)", policy)
            assert "unsafe-inline" not in scripts
            if "nonce" in scripts:
                (nonce,) = re.findall(r"'nonce-([^']+)'", scripts)
                assert page.count("<script") == page.count(f'<script nonce="{nonce}"')


@pytest.mark.long
def test_sweep__loads_no_script_that_it_does_not_run(stored: Store, tmp_path: Path) -> None:
    with served(tmp_path, "jeopardice", "explore", "--no-open", stored.url) as (address, _):
        scripts = set(
            re.findall(r'src="static/js/([a-z-]+)', content(f"{address}?sweep=small/race&var=value"))
        )
    # Formulas alone would be as much as all of these. Bokeh 3.10 leaves out tables by itself.
    assert {"bokeh", "bokeh-widgets"} <= scripts <= {"bokeh", "bokeh-widgets", "bokeh-tables"}


@pytest.mark.long
def test_health__is_answered_while_pages_are_drawn(stored: Store, tmp_path: Path) -> None:
    pages = 6
    with (
        served(tmp_path, "jeopardice", "explore", "--no-open", stored.url) as (address, _),
        ThreadPoolExecutor(pages) as visitors,
    ):
        drawn = [visitors.submit(content, f"{address}?sweep=small/race&var=value") for _ in range(pages)]
        well = 0
        while not all(page.done() for page in drawn):
            assert content(f"{address}health") == "well\n"
            well += 1
        for page in drawn:
            assert '<section class="picture"' in page.result()
    # One that is answered between two pages would not do.
    assert well > 2 * pages


def test_list_of_sweeps__escapes_all_that_a_store_says() -> None:
    script = "<script>alert(1)</script>"
    shown = _card(Coverage(script, title=script, cases=1, certificates=((script, 0.1),), launched=script))
    assert "<script" not in shown
    assert shown.count("&lt;script") >= 4


@pytest.mark.long
def test_server__answers_to_the_names_that_it_is_told(stored: Store, tmp_path: Path) -> None:
    command = ("jeopardice", "explore", "--no-open", "--host", "0.0.0.0", stored.url)
    with served(tmp_path, *command, BOKEH_ALLOW_WS_ORIGIN="dice.example.org") as (address, process):
        port = address.rstrip("/").rpartition(":")[2]
        known, foreign = f"dice.example.org:{port}", f"evil.example.org:{port}"
        assert "can read the store, without a password" in process.log.read_text()
        assert content(f"{address}health") == "well\n"
        assert 'class="fault"' not in content(address, known)
        for name in (known, f"127.0.0.1:{port}", f"localhost:{port}"):
            assert knock(address, name, name) == 101
        # Behind a proxy the name that a browser uses is not the one that is asked for.
        assert knock(address, f"127.0.0.1:{port}", known) == 101
        assert knock(address, known, foreign) == 403
        assert "address: expected a name of this machine" in content(address, foreign)
        with pytest.raises(HTTPError, match="400") as found:
            content(f"{address}download?sweep=small/race", foreign)
        found.value.close()
        with pytest.raises(HTTPError, match="400") as found:
            content(f"{address}play", foreign)
        assert "address: expected a name of this machine" in found.value.read().decode()
        found.value.close()
        assert "Hog" in content(f"{address}play", known)
        # Nothing in an address is taken for a template.
        assert "{{ 7 * 7 }}" in content(f"{address}?sweep={quote('{{ 7 * 7 }}')}")


@pytest.mark.long
def test_service__reads_the_bucket_with_keys_that_may_not_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = Local.read(tmp_path, {})
    for name, value in local.access("launcher").items():
        monkeypatch.setenv(name, value)
    with running(local, "explorer"):
        explorer = local.text("http://explorer:5006")
        assert "No store at s3://jeopardice/store" in content(f"{explorer}/")
        solve(race(range(5, 8)), Store.open("s3://jeopardice/store", create=True))
        log = tmp_path / "object-store" / "object-store.log"
        before = len(log.read_text())
        assert 'class="fault"' not in content(f"{explorer}/")
        assert content(f"{explorer}/download?sweep=small/race").count("\n") == 4
        asked = log.read_text()[before:]
        assert "GET /jeopardice/store/" in asked
        assert not re.search(r'"(PUT|POST|DELETE) ', asked)
        for name, value in local.access("explorer").items():
            monkeypatch.setenv(name, value)
        server = local.given("explorer")["AWS_ENDPOINT_URL"]
        refused = {method: ask(server, method, "/jeopardice/new") for method in ("GET", "PUT", "DELETE")}
        assert refused == {"GET": 404, "PUT": 403, "DELETE": 403}
        with pytest.raises(StoreError, match="answers HTTP 403"):
            solve(race(range(5, 9)), Store.open("s3://jeopardice/store"))

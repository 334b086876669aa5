"""What the server of games answers besides pages of games: beginnings, files, waiting, whatever is wrong."""

import json
import logging
import socket
from queue import Queue
from threading import Event
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browsing.play import handlers, pages, server, solving
from browsing.play.asked import COACH, NAMED
from browsing.play.solving import Solver
from playing.games import PLAYABLE
from playing.match import Match, match
from playing.saving import FIXED, document, link, read_document
from playing.setup import Setup, set_up
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.race.solve import Race
from tests.browsing.play.served_games import Answer, Site, saved, serving
from tests.commands import Command, one_line
from tests.playing.games_to_play import GOALS, USUAL, small
from tests.playing.test_playing import played_at_random
from tests.processes import PATIENCE
from tests.strategies import FEW

SCRIPT = "<script>alert(1)</script>\"'"
GOOD = {"v": "1", "game": "pig", "goal": "18", "opponent": "optimal", "first": "you", "seed": "7"}


def refused(page: Answer, *said: str, status: int = 400) -> None:
    """A page that says what is wrong in words, and shows nothing else of what it was asked."""
    assert page.status == status
    for part in ("expected", ", got ", *said):
        assert part in page.alert
    assert page.alert.endswith((".", "?"))
    assert page.text.count("<script") == 1
    assert "Traceback" not in page.text
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")


def beginning(site: Site, **fields: object) -> dict[str, list[str]]:
    """The fields of the game that a form leads to."""
    page = site.get(v=1, **fields)
    assert page.status == 303
    address = urlsplit(page.headers["Location"])
    assert address.path == "/play"
    assert address.scheme == ""
    return parse_qs(address.query, keep_blank_values=True)


@pytest.mark.parametrize("game", PLAYABLE)
def test_form__leads_to_the_link_of_its_game(site: Site, game: str) -> None:
    goal = GOALS.get(game, USUAL)
    page = site.get(v=1, game=game, goal=goal, seed=12)
    setup = set_up(game, {"goal": goal}, seed=12)
    assert (page.status, page.headers["Location"]) == (303, f"/play?{link(setup, ())}")


def test_form__fills_in_the_usual_and_takes_all_that_it_offers(site: Site) -> None:
    usual = beginning(site, game="pig", goal=" ", opponent="", first="", named="")
    assert usual == {"v": ["1"], "game": ["pig"], "goal": ["100"], "opponent": ["optimal"]} | {
        "first": ["you"],
        "seed": usual["seed"],
        "moves": [""],
    }
    asked = {"game": "pig", "goal": 30, "sides": 8, "bust_face": 2, "opponent": "optimal"}
    named = beginning(site, **asked, named=" hold-at-9 ", first="chance", seed=" 5 ", coach="off")
    assert {name: text for name, (text,) in named.items()} == {
        **{"v": "1", "game": "pig", "goal": "30", "sides": "8", "bust_face": "2", "opponent": "hold-at-9"},
        **{"first": "chance", "seed": "5", "moves": "", "coach": "off"},
    }


@pytest.mark.long
def test_form__of_a_game_is_filled_in_as_it_was(site: Site) -> None:
    page = site.game(small("pig", "hold-at-3", first="opponent"), (), "&coach=off").text
    change = page.partition('<a href="/play?game=')[2].partition('"')[0]
    form = site.get("game=" + change.replace("&amp;", "&")).text
    for part in (
        'name="goal" inputmode="decimal"',
        'value="18"',
        'id="named" name="named" value="hold-at-3"',
    ):
        assert part in form
    assert '<option value="opponent" selected>' in form
    assert '<input type="hidden" name="coach" value="off">' in form


def test_seed__that_is_left_empty_is_another_each_time(site: Site) -> None:
    seeds = {beginning(site, game="pig", goal=18, seed="")["seed"][0] for _ in range(5)}
    assert len(seeds) == 5
    assert beginning(site, game="pig", goal=18, seed="33")["seed"] == ["33"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "chess"}, "game: expected one of pig"),
        ({"goal": "1"}, "goal: expected a whole number from 2"),
        ({"goal": "many"}, "goal: expected a whole number from 2"),
        ({"goal": "9" * 5000}, "goal: expected a whole number from 2"),
        ({"gaol": "9"}, "Did you mean 'goal'"),
        ({"opponent": "me"}, "opponent of pig: expected one of optimal"),
        ({"named": "hold-at-19"}, "numbers from 1 to 18"),
        ({"first": "both"}, "first: expected you, opponent or chance, got 'both'"),
        ({"seed": "-1"}, "seed: expected a whole number"),
        ({"seed": "9" * 16}, "seed: expected a whole number from 0 to"),
        ({"seed": "9" * 5000}, "seed: expected a whole number"),
        ({"seed": "²"}, "seed: expected a whole number"),
        ({"coach": "maybe"}, "coach: expected on or off"),
    ],
)
def test_form__that_is_filled_in_wrongly_says_so(site: Site, fields: dict[str, str], words: str) -> None:
    page = site.get(**{**GOOD, **fields})
    refused(page, words)
    # What was right stays.
    assert fields.get("game") or 'name="goal"' in page.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"moves": "rx"}, "moves: expected h, r, or w and a number, got 'x'"),
        ({"moves": "h"}, "moves: expected r, got 'h'. This is move 1; the link or file is damaged"),
        ({"moves": "w5"}, "moves: expected r, got 'w5'. This is move 1"),
        ({"moves": "r" * 25000}, "moves: expected at most 20000 decisions"),
        ({"moves": "", "v": "2"}, "v: expected 1, got '2'"),
        ({"moves": "", "game": "chess"}, "game: expected one of pig"),
        ({"moves": "", "goal": "2.5"}, "goal: expected a whole number"),
        ({"moves": "", "opponent": "me"}, "opponent of pig: expected one of optimal"),
        ({"moves": "", "first": "me"}, "first: expected you, opponent or chance"),
        ({"moves": "", "seed": "x"}, "seed: expected a whole number, got 'x'"),
        ({"moves": "", "seed": ""}, "seed: expected a whole number, got ''"),
        ({"moves": "", "coach": "maybe"}, "coach: expected on or off, got 'maybe'"),
        ({"moves": "r", "after": "2"}, "after: expected a whole number from 0 to 1"),
        ({"moves": "r", "after": "-1"}, "after: expected a whole number from 0 to 1"),
        ({"moves": "r", "after": "9" * 5000}, "after: expected a whole number from 0 to 1"),
        ({"moves": "", "colour": "red"}, "colour"),
    ],
)
def test_address__that_is_of_no_game_says_so(site: Site, fields: dict[str, str], words: str) -> None:
    for path in ("/play", "/play/save") if "This is move 1" not in words else ("/play",):
        refused(site.get(path=path, **{**GOOD, **fields}), words)


def test_address__has_each_name_once(site: Site) -> None:
    refused(site.get("v=1&game=pig&game=hog"), "address: expected each name once, got 'game'")


@pytest.mark.parametrize("path", ["/play/nothing", "/x", "/play/", "/play/table.css/x", "/%3Cscript%3E"])
def test_path__that_is_none_says_so(site: Site, path: str) -> None:
    refused(site.get(path=path), "address: expected /play, got", status=404)


def test_root__leads_to_the_games(site: Site) -> None:
    page = site.get(path="/")
    assert (page.status, page.headers["Location"]) == (302, "/play")


@pytest.mark.parametrize("name", [*FIXED, COACH, NAMED, "after", "goal", "sides", "else", SCRIPT])
def test_text__of_an_address_is_escaped(site: Site, name: str) -> None:
    for base in (GOOD, {**GOOD, "moves": "r"}, {"game": "pig"}, {}):
        page = site.get(**{**base, name: SCRIPT})
        assert page.status in (200, 303, 400)
        assert "<script>alert" not in page.text
        assert page.text.count("<script") == (page.status != 303)


@given(
    fields=st.dictionaries(
        st.sampled_from([*FIXED, COACH, NAMED, "after", "goal", "else"]), st.text(max_size=9)
    )
    | st.dictionaries(st.text(max_size=9), st.text(max_size=9)),
    good=st.sampled_from([{}, {"game": "pig"}, GOOD, {**GOOD, "moves": "rrr"}]),
)
@FEW
def test_address__of_any_kind_is_answered_in_words(
    site: Site, fields: dict[str, str], good: dict[str, str]
) -> None:
    page = site.get(**{**good, **fields})
    assert page.status in (200, 303, 400)
    assert page.status != 400 or ("expected" in page.alert and page.alert.endswith((".", "?")))


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /play HTTP/1.1\r\nHost: <script>\r\nConnection: close\r\n\r\n",
        b"GET /play HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"GET http://example.org/play HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n",
        b"GET /play?game=%ff%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /play?game=pig%0d%0aX: y HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /play HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 500_000 + b"\r\n\r\n",
        b"POST /play HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        b"POST /play/open HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /play/open HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /play/open HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{}",
        b"TRACE /play HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
    ],
    ids=lambda sent: sent[:40].decode("latin1"),
)
def test_request__of_any_kind_shows_no_fault_of_ours(
    site: Site, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    found = site.raw(sent)
    assert b"Traceback" not in found
    assert b"<script>alert" not in found
    assert not found or found.startswith(b"HTTP/1.1 ")
    assert b" 500 " not in found.partition(b"\r\n")[0]
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert site.get().status == 200


def test_method__that_is_none_is_answered_with_a_page(site: Site) -> None:
    refused(site.send("POST", "/play", b""), "405 Method Not Allowed", status=405)
    refused(site.send("DELETE", "/play/save"), "405 Method Not Allowed", status=405)
    assert site.send("GET", "/play/open").status == 405


def test_fault_of_ours__is_a_page_and_a_line_in_the_terminal(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*given: object) -> str:
        raise RuntimeError("<secret>")

    monkeypatch.setattr(pages, "game", broken)
    page = site.game(small("pig"))
    refused(page, "a fault of ours, RuntimeError", status=500)
    assert "secret" not in page.text
    assert "/play failed" in caplog.text
    assert "RuntimeError: <secret>" in caplog.text


@pytest.mark.parametrize("game", PLAYABLE)
def test_file__saves_a_game_and_opens_it(site: Site, game: str) -> None:
    play = played_at_random(small(game, seed=3), 1)
    query = link(play.match.setup, play.moves)
    file = site.get(query + "&after=1", path="/play/save")
    assert (file.status, file.headers["Content-Type"]) == (200, "application/json")
    assert file.headers["Content-Disposition"] == f'attachment; filename="jeopardice-{game}-3.json"'
    assert file.text == document(play.match.setup, play.moves)
    opened = site.upload(file.text.encode())
    assert (opened.status, opened.headers["Location"]) == (303, f"/play?{query}")


def test_file__that_is_no_game_is_refused(site: Site) -> None:
    good = document(small("pig").setup, (1,))
    for content, words in {
        b"": "file: expected a saved game of 1 to",
        b"\x00\xff\xfe": "saved game: expected a JSON document",
        b"[1]": "saved game: expected a JSON object",
        b"[" * 50_000: "saved game: expected a JSON document",
        good[:40].encode(): "saved game: expected a JSON document",
        saved(good, v=2): "v: expected 1, got 2",
        saved(good, game=SCRIPT): "game: expected one of pig",
        saved(good, parameters={SCRIPT: 3}): "expected",
        saved(good, moves=SCRIPT): "moves: expected h, r, or w",
        saved(good, colour=SCRIPT): "saved game: expected v, game",
        b"x" * 200_000: "file: expected a saved game of 1 to 82000 bytes, got 'more than 82000'",
        b"x" * 5_000_000: "file: expected a saved game of 1 to 82000 bytes, got 'more than 82000'",
    }.items():
        refused(site.upload(content), words)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "multipart/form-data; boundary=x"),
        (b"{}", "application/json"),
        (b"file=%7B%7D", "application/x-www-form-urlencoded"),
        (b"--x\r\n\r\n", "multipart/form-data"),
        (b"--x\r\nContent-Disposition: nonsense\r\n\r\n\r\n--x--\r\n", "multipart/form-data; boundary=x"),
    ],
)
def test_file__that_is_not_sent_as_one_is_refused(site: Site, body: bytes, kind: str) -> None:
    refused(site.send("POST", "/play/open", body, {"Content-Type": kind}), "Choose the file first.")


def test_game__of_the_most_decisions_has_an_address_that_is_read(site: Site) -> None:
    setup = set_up("hog", {"goal": 15}, seed=1)
    page = site.get(link(setup, [12] * 20_000))
    refused(page, "as the game is over, got 'w12'")
    file = json.loads(document(setup, [12] * 20_000))
    assert len(read_document(json.dumps(file)).moves) == 20_000


def test_game__that_takes_a_while_says_so_and_comes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "SOON", 0.01)
    # Nobody else plays to this goal, so that it is not solved yet.
    query = "v=1&game=ten_thousand&goal=43&opponent=optimal&first=you&seed=1&moves="
    page = site.ask(query)
    assert page.status == 200
    assert page.title == "Solving · Jeopardice"
    assert "Solving Ten Thousand to 2150" in page.text
    assert 'data-again="1000"' in page.text
    page = site.get(query)
    assert page.title == "Ten Thousand to 2150 · Jeopardice"
    assert list(page.buttons) == ["r"]


def test_games__are_solved_two_at_a_time_and_the_others_are_told_where_they_stand(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, gate = Queue[int](), Event()

    def gated(setup: Setup, race: Race | None) -> Match:
        begun.put(setup.goal)
        assert gate.wait(PATIENCE)
        return match(setup, race)

    monkeypatch.setattr(handlers, "SOON", 0.01)
    monkeypatch.setattr(solving, "match", gated)
    # Nobody else plays to these goals, so that they are not solved yet.
    goals = (23, 24, 25, 26)
    queries = [f"v=1&game=pig&goal={goal}&opponent=optimal&first=you&seed=1&moves=" for goal in goals]
    try:
        shown = [site.ask(query) for query in queries]
        assert {begun.get(timeout=PATIENCE), begun.get(timeout=PATIENCE)} == {23, 24}
        assert begun.empty()
        assert ["before this one" in page.text for page in shown] == [False, False, True, True]
        assert [page.title.partition(" ")[0] for page in shown] == ["Solving"] * 2 + ["Waiting"] * 2
        assert "before this one: 2 games." in site.ask(queries[2]).text
        assert "before this one: 3 games." in site.ask(queries[3]).text
    finally:
        gate.set()
    assert [site.get(query).title for query in queries] == [f"Pig to {goal} · Jeopardice" for goal in goals]


def test_solver__refuses_a_queue_that_nobody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Event()

    def gated(setup: Setup, race: Race | None) -> Match:
        assert gate.wait(PATIENCE)
        return match(setup, race)

    monkeypatch.setattr(solving, "match", gated)
    solver, goals = Solver(), iter(range(100, 140))
    try:
        for goal, _ in zip(goals, range(30), strict=False):
            solver.ask(set_up("pig", {"goal": goal}, seed=1))
        # Whether the threads have begun by then or not.
        with pytest.raises(InvalidRules, match="games: expected at most 30 that wait to be solved"):
            list(solver.ask(set_up("pig", {"goal": goal}, seed=1)) for goal in goals)
    finally:
        monkeypatch.setattr(solving, "match", lambda *given: None)
        gate.set()


def test_page__asked_for_under_another_name_is_refused(site: Site) -> None:
    for path in ("/play", "/play/save?v=1", "/play/table.css", "/nowhere"):
        page = site.send("GET", path, headers={"Host": "evil.example.org"})
        assert page.status == 400
        assert page.alert.startswith("address: expected one of 127.0.0.1, localhost, [::1], got 'evil")
    sent = site.send("POST", "/play/open", b"x", {"Host": "evil.example.org"})
    assert (sent.status, "address: expected" in sent.alert) == (400, True)
    assert site.send("GET", "/play", headers={"Host": "localhost:80"}).status == 200


def test_game__that_takes_minutes_is_refused(site: Site) -> None:
    race = QUESTIONS["race.farkle"]
    takes = f"400, which takes about {race.seconds(race.complete({'goal': 400})):.0f} s"
    words = f"goal of farkle: expected one that is solved in 90 s, got '{takes}'"
    refused(site.get(v=1, game="farkle", goal=400), words, "Play to fewer points")
    refused(site.get(v=1, game="farkle", goal=400, opponent="optimal", first="you", seed=1, moves=""), words)


def test_solver__solves_once_whatever_the_seed_and_who_starts() -> None:
    solver = Solver()
    one = solver.ask(set_up("pig", {"goal": 18}, seed=1))
    assert solver.ask(set_up("pig", {"goal": 18}, seed=2, first="opponent")) is one
    assert solver.ask(set_up("pig", {"goal": 17}, seed=1)) is not one


def test_solver__does_without_a_store_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("browsing.play.solving.WORTH_LOOKING_UP", 0.0)
    with serving("/nowhere/at/all") as site:
        assert site.game(small("pig")).status == 200


def test_port__that_is_taken_or_none_is_said() -> None:
    with socket.socket() as taken:
        taken.bind((server.HOST, 0))
        taken.listen()
        number = taken.getsockname()[1]
        with pytest.raises(InvalidRules, match=rf"--port: expected one that is free on .*, got '{number}: "):
            server.listen(number, None)
    for port in (-1, 70_000):
        with pytest.raises(InvalidRules, match=rf"--port: expected 0 to 65535, got {port}\. Leave it out"):
            server.listen(port, None)


def test_command__refuses_what_is_for_terminals_and_a_port_that_is_taken(jeopardice: Command) -> None:
    for option in ("--plain", "--save=game.json"):
        said = jeopardice("play", "--browser", option)
        assert said.code == 2
        assert one_line(said.error).startswith("error: --browser: leave out ")
    with socket.create_server((server.HOST, 0)) as taken:
        said = jeopardice("play", "--browser", "--no-open", "--port", taken.getsockname()[1])
    assert said.code == 2
    assert "Address already in use'. Leave it out" in one_line(said.error)

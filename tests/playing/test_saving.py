"""Games of `jeopardice play` as links and documents: they come back as they were, and garbage is refused."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playing.keeping import File, load
from playing.play import begin, replay
from playing.saving import Saved, document, link, read_document, read_link
from playing.setup import MOST_SEED, set_up
from solvers.errors import InvalidRules
from tests.playing.games_to_play import PAIRINGS, small
from tests.playing.test_playing import played_at_random
from tests.strategies import MANY

GOOD = "v=1&game=pig&goal=100&opponent=optimal&first=you&seed=7&moves=rrh"


@pytest.mark.parametrize(("game", "opponent"), PAIRINGS)
def test_game__comes_back_from_its_link_and_its_document(game: str, opponent: str) -> None:
    play = played_at_random(small(game, opponent), 6)
    setup = play.match.setup
    for saved in (
        read_link(link(setup, play.moves)),
        read_document(document(setup, play.moves)),
        read_link("https://example.org/play?" + link(setup, play.moves)),
    ):
        assert saved == Saved(setup, play.moves)
        assert replay(play.match, saved.moves).state == play.state


@given(
    seed=st.integers(0, MOST_SEED),
    moves=st.lists(st.integers(0, 100), max_size=50),
    heads=st.floats(0.001, 0.999),
)
@MANY
def test_link__holds_any_decisions_and_parameters(seed: int, moves: list[int], heads: float) -> None:
    setup = set_up("piglet", {"heads": heads, "goal": 7}, opponent="hold-at-2", first="chance", seed=seed)
    saved = Saved(setup, tuple(moves))
    assert read_link(link(setup, moves)) == saved
    assert read_document(document(setup, moves)) == saved


def test_link__can_be_read_by_a_person_and_needs_no_escapes() -> None:
    setup = set_up("ten_thousand", {"goal": 100, "m5": False}, opponent="hold-at-7", seed=12)
    assert link(setup, [1, 0, 12, 3]) == (
        "v=1&game=ten_thousand&goal=100&m5=false&opponent=hold-at-7&first=you&seed=12&moves=rhw12w3"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "v: expected 1, got nothing"),
        ("nonsense", "link: expected v=1"),
        ("a=%ff&game", "link: expected v=1"),
        ("a=1&b=2", "v: expected 1, got nothing"),
        ("v=1&seed=3", "game: expected one of"),
        (GOOD.replace("v=1", "v=2"), "v: expected 1, got '2'"),
        (GOOD.replace("v=1&", ""), "v: expected 1, got nothing"),
        (GOOD.replace("pig", "chess"), "game: expected one of"),
        (GOOD.replace("goal=100", "goal=x"), "goal: expected a whole number"),
        (GOOD.replace("goal=100", "goal=1e9"), "goal: expected a whole number"),
        (GOOD + "&gaol=3", "gaol"),
        (GOOD + "&seed=8", "each name once"),
        (GOOD.replace("seed=7", "seed=-7"), "seed: expected a whole number"),
        (GOOD.replace("seed=7", "seed=9999999999999999"), "seed: expected a whole number from 0"),
        (GOOD.replace("seed=7", "seed=" + "9" * 5000), "seed: expected a whole number"),
        (GOOD.replace("rrh", "rrx"), "moves: expected h, r, or w"),
        (GOOD.replace("rrh", "w0"), "moves: expected h, r, or w"),
        (GOOD.replace("rrh", "w1"), "moves: expected h, r, or w"),
        (GOOD.replace("rrh", "r" * 30000), "moves: expected at most 20000"),
        (GOOD.replace("rrh", "r" * 90000), "link: expected at most"),
        (GOOD.replace("optimal", "me"), "opponent of pig"),
        (GOOD.replace("first=you", "first=me"), "first: expected"),
    ],
)
def test_garbage__is_no_link(text: str, words: str) -> None:
    with pytest.raises(InvalidRules, match=words):
        read_link(text)


@given(text=st.text(max_size=80))
@MANY
def test_garbage__of_any_kind_is_refused_in_words(text: str) -> None:
    for read in (read_link, read_document):
        with pytest.raises(InvalidRules, match="expected"):
            read(text)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "3", "null", "{}", '{"v": 1}', '{"v": 1, "game": ["pig"], "seed": 1}', "[" * 100_000]
    + [json.dumps({"v": 1, "game": "pig", "seed": 1, "parameters": wrong}) for wrong in ([1], {"goal": "9"})]
    + [json.dumps({"v": 1, "game": "pig", "seed": 1, "x": 1})],
    ids=lambda text: text[:40],
)
def test_garbage__is_no_document(text: str) -> None:
    with pytest.raises(InvalidRules, match="expected"):
        read_document(text)


def test_file__is_written_again_by_its_game_and_by_no_other(tmp_path: Path) -> None:
    path, play = tmp_path / "game.json", begin(small("pig"))
    file = File(str(path))
    assert str(path) in file.save(play)
    file.save(play.move(1))
    assert load(str(path)).moves == (1,)
    with pytest.raises(InvalidRules, match=r"--save: .* exists already"):
        File(str(path))
    File(str(path), own=True).save(play)
    assert load(str(path)).moves == ()


def test_file__that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for place in (tmp_path / "missing.json", tmp_path, tmp_path / "bytes"):
        with pytest.raises(InvalidRules, match=r"--replay: .* is neither a link nor a saved game"):
            load(str(place))
    with pytest.raises(InvalidRules, match="--save: cannot write to "):
        File(str(tmp_path / "nowhere" / "game.json")).save(begin(small("pig")))

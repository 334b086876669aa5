"""`jeopardice play` as a person meets it: lines typed, words and dice read, games left and gone on with."""

import io
import os
import re
import select
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console

from playing import coach
from playing.drawing import BLOCKS, PLAIN, drawn, ink, sparkline
from playing.games import PLAYABLE
from playing.narrating import told
from playing.pieces import coin, die
from playing.play import begin
from playing.saving import read_link
from playing.terminal import Session
from playing.throwing import pigs
from tests.commands import Command, Said, one_line
from tests.playing.games_to_play import GOALS, USUAL, small
from tests.playing.test_playing import played_at_random

LINK = re.compile(r"--replay '([^']+)'")
# No test takes slowness for failure.
SECONDS = 300.0
ENOUGH = "r\nh\nr\n" * 400


@pytest.fixture
def typed(jeopardice: Command, monkeypatch: pytest.MonkeyPatch) -> "Typed":
    monkeypatch.setenv("COLUMNS", "80")
    return Typed(jeopardice, monkeypatch)


class Typed:
    """`jeopardice play` with lines from a pipe."""

    def __init__(self, jeopardice: Command, patch: pytest.MonkeyPatch) -> None:
        self._jeopardice, self._patch = jeopardice, patch

    def __call__(self, lines: str, *words: object) -> Said:
        self._patch.setattr(sys, "stdin", io.StringIO(lines))
        return self._jeopardice("play", *words)


def shown(game: str, keys: str, opponent: str = "", width: int = 80, coaching: bool = True) -> str:
    """A session at a terminal of this width, with pictures."""
    out, lines = io.StringIO(), iter(keys.split())

    def read() -> str | None:
        # As a terminal shows what is typed.
        line = next(lines, None)
        out.write(f"{line}\n")
        return line

    console = Console(file=out, width=width, force_terminal=True, no_color=True, highlight=False)
    session = Session(begin(small(game, opponent)), console, read, lambda play: "Saved.", coaching)
    session.run()
    return re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (
            ["pig", "sides=10", "bust_face=3"],
            "Roll one die of 10 sides as often as you like, then hold to bank the sum. A 3 ends",
        ),
        (["piglet", "coins=2"], "Toss 2 coins, which count only if all show heads, as often as you like."),
        (["ten_thousand", "entry=10"], "The first time you bank, it must be at least 500 points."),
    ],
)
def test_rules__are_those_of_this_game(words: list[str], rules: str, typed: Typed) -> None:
    said = typed("q\n", *words, "goal=20")
    assert rules in " ".join(said.out.split())


def test_play__is_played_through_a_pipe_to_its_end(typed: Typed) -> None:
    said = typed(ENOUGH, "pig", "goal=15", "--seed", 1)
    assert (said.code, said.error) == (0, "")
    assert said.out.startswith("Pig to 15, seed 1. You start.\nYour opponent, optimal: ")
    assert "You 0   opponent 0   goal 15\nr roll   c coach" in said.out
    assert re.search(r"\n(You win|The opponent wins), \d+ to \d+\.\nYour chance to win 0\.", said.out)
    assert "To see it again, or to share it: jeopardice play --replay 'v=1&game=pig" in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines() if "--replay" not in line)


def test_play__ends_politely_with_its_input_and_goes_on_from_its_link(typed: Typed) -> None:
    left = typed("r\n", "pig", "goal=15", "--seed", 1)
    assert left.code == 0
    found = LINK.search(left.out)
    assert found
    assert "To go on: jeopardice play --replay" in left.out
    assert read_link(found[1]).moves == (1,)
    gone_on = typed(ENOUGH, "--replay", found[1])
    assert "You roll" in gone_on.out
    assert "To see it again" in gone_on.out
    again = LINK.search(gone_on.out)
    assert again
    seen = typed("", "--replay", again[1])
    assert "> " not in seen.out
    assert seen.out.splitlines()[-8:] == gone_on.out.splitlines()[-8:]


def test_play__saves_to_a_file_and_replays_it(typed: Typed, tmp_path: Path) -> None:
    said = typed("r\nq\n", "piglet", "goal=4", "--seed", 3, "--save", "game.json")
    assert said.code == 0
    assert "Saved as game.json." in said.out
    assert typed("", "--replay", "game.json").code == 0
    taken = typed("", "pig", "--save", "game.json")
    assert (taken.code, "exists already. Move it, or choose" in one_line(taken.error)) == (2, True)
    assert typed("r\nq\n", "--replay", "game.json", "--save", "game.json").code == 0
    assert read_link(LINK.findall(typed("", "--replay", "game.json").out)[0]).moves[:1] == (1,)
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_keys__all_do_what_is_said_of_them(typed: Typed, tmp_path: Path) -> None:
    said = typed("?\nw\nu\nx\n\nh\nc\nc\ns\nr\nq\n", "pig", "--seed", 2, "--opponent", "hold-at-20")
    text = one_line(said.out)
    assert said.out.count("Roll one die as often as you like, then hold") == 2
    for words in (
        "The opponent has not had a turn yet.",
        "There is no undo.",
        "There is no 'x' here",
        "Type a key and Enter",
        "there is nothing to hold yet",
        "The coach is off.",
        "The coach is on.",
        "Saved as jeopardice-pig-2.json. Its link: v=1&game=pig",
    ):
        assert words in text
    assert (tmp_path / "jeopardice-pig-2.json").exists()
    other = typed("s\nq\n", "pig", "--seed", 2)
    assert "exists already. Move it" in other.out
    assert other.code == 0


def test_coach__speaks_or_is_silent(typed: Typed) -> None:
    words = "pig", "goal=15", "--seed", 1
    assert "Coach: your chance to win is" in typed("r\n", *words).out
    assert "Coach" not in typed(ENOUGH, *words, "--no-coach").out.split("wins,")[0]


@pytest.mark.parametrize("game", PLAYABLE)
def test_play__of_every_game_fits_80_columns(game: str) -> None:
    text = shown(game, "r w 3 c w h 2 1 " * 40)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "You" in text


@pytest.mark.parametrize("game", PLAYABLE)
def test_sentences__tell_every_step_once(game: str) -> None:
    play = played_at_random(small(game), 8)
    parts = list(told(play.match, play.steps))
    assert [step for steps, _ in parts for step in steps] == list(play.steps)
    assert all(sentence[0].isupper() and sentence.endswith(".") for _, sentence in parts)


def test_dice__are_drawn_beside_the_words_unless_plain() -> None:
    drawing = shown("pig", "r")
    assert "╭───────╮" in drawing
    assert re.search(r"You roll \d: ", drawing)


def test_dice__show_their_pips_and_need_room() -> None:
    for face in range(1, 7):
        assert "".join(drawn(die(6), (face,), BLOCKS, 80)).count("●") == face
    assert "heads" in drawn(coin(die(2).chance(1)), (1,), PLAIN, 80)[2]
    assert "leaning jowler" in drawn(pigs({}).piece, (6, 1), BLOCKS, 80)[2]
    assert "17" in drawn(die(20), (17,), BLOCKS, 80)[2]
    assert drawn(die(6), (1,) * 9, BLOCKS, 80) == []
    assert ink("utf-8") is BLOCKS
    assert ink("ascii") is PLAIN
    assert all(line.isascii() for line in drawn(die(6), (1, 6), PLAIN, 80))


def test_sparkline__keeps_its_end_and_its_width() -> None:
    assert sparkline([0.0] * 99 + [1.0], BLOCKS, 10) == "▁" * 9 + "█"
    assert sparkline([0.25], PLAIN, 10) == ":"


def test_end__names_the_costliest_decisions() -> None:
    play = played_at_random(small("pig"), 5)
    text = one_line(shown("pig", " ".join("hr"[place] for place in play.moves)))
    costly = coach.costliest(coach.decisions(play))
    assert costly
    for number, one in enumerate(costly, 1):
        assert re.search(rf"{number}\. At [^.]*: to .* Cost {one.loss:.4f}\.", text)


def test_games__are_listed_with_their_opponents(typed: Typed) -> None:
    said = typed("")
    assert all(name in said.out for name in GOALS)
    assert "hold-at-N-keeping-all" in said.out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["chess"], "game: expected one of pig"),
        (["pig", "goal"], "parameter: expected NAME=VALUE"),
        (["pig", "goal=1"], "goal: expected a whole number"),
        (["pig", "--opponent", "equilibrium"], "opponent of pig: expected one of"),
        (["pig", "--seed", "-1"], "seed: expected"),
        (["pig", "--replay", "x"], "--replay: the saved game says how it is played. Leave out pig."),
        (
            ["--replay", "nothing.json"],
            "--replay: 'nothing.json' is neither a link nor a saved game: No such file or directory.",
        ),
        (["--replay", "v=1&game=pig&opponent=optimal&first=you&seed=1&moves=h"], "This is move 1"),
        (["pig", "--store", "nowhere"], "store"),
    ],
)
def test_mistakes__end_in_words(typed: Typed, words: list[str], error: str) -> None:
    said = typed("", *words)
    assert said.code == 2
    assert error in one_line(said.error)


def test_store__is_asked_for_the_race_first(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Imported late: it takes Prefect and Dask along.
    from tests.sweeps import new_store, race, solve

    store = new_store(tmp_path)
    solve(race([USUAL - 1]), store)
    usual = typed("r\n", "pig", f"goal={USUAL - 1}", "--seed", 4)
    monkeypatch.setattr("playing.match.optimal_play", None)
    stored = typed("r\n", "pig", f"goal={USUAL - 1}", "--seed", 4, "--store", store.url)
    assert stored.code == 0
    assert stored.out == usual.out


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_play__at_a_terminal_draws_dice_and_says_how_to_go_on_after_ctrl_c() -> None:
    import pty

    terminal, keyboard = pty.openpty()
    # No fork of ours: other tests have left threads in this process.
    process = subprocess.Popen(
        [sys.executable, "-m", "flows.cli", "play", "pig", "goal=15", "--seed", "1"],
        stdin=keyboard,
        stdout=keyboard,
        stderr=keyboard,
        env={**os.environ, "COLUMNS": "80", "TERM": "xterm", "NO_COLOR": "1"},
        start_new_session=True,
    )
    os.close(keyboard)
    try:
        text = read_until(terminal, "> ")
        os.write(terminal, b"r\n")
        text += read_until(terminal, "> ")
        # A signal just before a read begins does not interrupt it: a person would press the keys again.
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            text += read_until(terminal, None, 20.0)
            with suppress(subprocess.TimeoutExpired):
                process.wait(5.0)
        assert process.returncode == 130
    finally:
        process.kill()
        os.close(terminal)
    assert "╭───────╮" in text
    # NO_COLOR leaves bold, which is no colour.
    assert not re.search(r"\x1b\[[34]\dm", text)
    found = LINK.search(text)
    assert found
    assert read_link(shlex.split(found[1])[0]).moves == (1,)


def read_until(terminal: int, end: str | None, seconds: float = SECONDS) -> str:
    """What a terminal prints up to a prompt, or to its end."""
    text = b""
    while select.select([terminal], [], [], seconds)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        text += part
        plain = re.sub(rb"\x1b\[[0-9;]*m", b"", text)
        if not part or (end is not None and plain.endswith(b"\n" + end.encode())):
            break
    return text.decode()

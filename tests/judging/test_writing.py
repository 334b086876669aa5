"""`jeopardice play --log`: games that are played are logs, of which the coach says the same."""

import io
import random
import sys
from pathlib import Path

import pytest

from judging.following import games_of
from judging.log import read_log
from judging.losses import judge
from judging.writing import LogFile
from playing import coach
from playing.games import PLAYABLE
from playing.play import begin
from playing.setup import set_up
from playing.state import YOU
from solvers.errors import InvalidRules
from solvers.games.must_throw import made_at_once
from solvers.race.solve import optimal_play
from tests.commands import Command, one_line
from tests.playing.games_to_play import small
from tests.playing.test_playing import played_at_random

ENOUGH = "r\nh\nr\n" * 400
IN_TURN = [name for name, playable in PLAYABLE.items() if not playable.at_once]


@pytest.mark.parametrize("first", ["you", "opponent"])
@pytest.mark.parametrize("name", IN_TURN)
def test_game__comes_back_from_its_log_and_is_judged_as_by_the_coach(
    name: str, first: str, tmp_path: Path
) -> None:
    game = small(name, "", first, seed=11)
    path = tmp_path / "log.csv"
    play = played_at_random(game, 6)
    assert "`jeopardice judge` reads it." in LogFile(str(path), game.setup).add(play)
    rules = game.rules
    (read,) = games_of(read_log(str(path), rules, "points"), rules)
    you = YOU if first == "you" else 1
    assert read.name == "11"
    moved = any(step.player == YOU for step in play.steps)
    assert read.players[you] == ("you" if moved else f"seat {you + 1}")
    assert (read.winner == you) == (play.state.winner == YOU)
    (judged,) = judge([read], rules, optimal_play(made_at_once(rules.turn, rules.goal), rules.goal).value)
    told = [one.loss for one in judged.judged if one.player == you and one.is_choice]
    coached = [one.loss for one in coach.decisions(play) if len(one.worths) > 1]
    assert told == pytest.approx(coached, abs=1e-8)


def test_log__takes_game_after_game_and_each_once(tmp_path: Path) -> None:
    path, chance = tmp_path / "log.csv", random.Random(1)
    for seed in (1, 2, 3):
        game = small("pig", "hold-at-3", "", seed)
        LogFile(str(path), game.setup).add(played_at_random(game, chance.randrange(100)))
    rules = small("pig").rules
    games = games_of(read_log(str(path), rules, "points"), rules)
    assert [game.name for game in games] == ["1", "2", "3"]
    assert {name for game in games for name in game.players} == {"you", "hold-at-3"}
    with pytest.raises(InvalidRules, match=r"--log: .*log.csv already has game 2\."):
        LogFile(str(path), small("pig", "hold-at-3", "", 2).setup)


def test_game__that_is_left_at_once_adds_nothing_but_the_header(tmp_path: Path) -> None:
    game = small("pig")
    path = tmp_path / "log.csv"
    assert LogFile(str(path), game.setup).add(begin(game)).startswith("Added 0 rows")
    assert LogFile(str(path), game.setup).add(played_at_random(game, 1)).startswith("Added ")


@pytest.mark.parametrize("content", [b"", b"game,seat\n", b"\xff\n", b"\n"])
def test_file__of_another_kind_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(content)
    with pytest.raises(InvalidRules, match=r"--log: (cannot read|expected) "):
        LogFile(str(path), set_up("pig"))
    assert path.read_bytes() == content


def test_play__logs_and_judge_reads(
    jeopardice: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in (1, 2):
        monkeypatch.setattr(sys, "stdin", io.StringIO(ENOUGH))
        played = jeopardice("play", "pig", "goal=15", "--seed", seed, "--log", "games.csv")
        assert (played.code, played.error) == (0, "")
        assert "rows to games.csv" in played.out
    said = jeopardice("judge", "pig", "games.csv", "goal=15")
    assert (said.code, said.error) == (0, "")
    assert said.out.startswith("Pig to 15 points: 2 games, ")
    for words, error in (
        (
            ("pig", "goal=15", "--seed", 2),
            "--log: games.csv already has game 2. Choose another path, or another --seed.",
        ),
        (("simultaneous_pig",), "--log: simultaneous_pig cannot be judged, as both players roll at once."),
        (("pig", "--browser"), "--browser: leave out --log."),
    ):
        refused = jeopardice("play", *words, "--log", "games.csv")
        assert (refused.code, error in one_line(refused.error)) == (2, True), refused
    nowhere = jeopardice("play", "pig", "--log", str(tmp_path))
    assert nowhere.code == 2

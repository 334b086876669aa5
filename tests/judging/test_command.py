"""`jeopardice judge` as a person meets it: what it prints, writes and refuses, and docs/judge.md as typed."""

import csv
import json
import random
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zarr

from configs.rules.shipped import shipped_rules
from solvers.games import own, pig
from solvers.questions.games import GAMES
from tests import oracle
from tests.commands import Command, one_line
from tests.judging.simulated import Game, at_random, example, play, written
from tests.sweeps import new_store, race, solve

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "judge.md").read_text(encoding="utf-8")
HEDGEHOG = re.findall(
    r"```yaml\n(.*?)```", (DOCS / "design-a-game.md").read_text(encoding="utf-8"), re.DOTALL
)[0]
# Goals at which every game is solved soon.
GOALS = {"farkle": 12, "ten_thousand": 20, "hog": 12}


@pytest.fixture
def judge(jeopardice: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "80")
    return jeopardice


# --- By hand

# To 10: players who hold too soon, twice, a throw, and a log that ends with a throw.
BY_HAND = """game,player,seat,banked,opponent,turn_total,action
1,Ann,1,0,0,0,roll
1,Ann,1,0,0,2,hold
1,Ben,2,0,2,0,roll
1,Ann,1,2,0,0,roll
1,Ann,1,2,0,6,roll
1,Ann,1,2,0,8,hold
2,Ben,1,0,0,0,roll
2,Ben,1,0,0,6,hold
2,Ann,2,0,6,0,roll
"""


def thrown(won: dict[Any, Any], i: int, j: int, k: int) -> Fraction:
    """Worth of throwing in Pig to 10 with k at risk, in fractions."""

    def best(total: int) -> Fraction:
        return Fraction(1) if i + total >= 10 else max(1 - won[j, i + total], thrown(won, i, j, total))

    return Fraction(1 - won[j, i] + sum(best(k + face) for face in range(2, 7))) / 6


def test_log_by_hand__is_judged_as_fractions_do(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(BY_HAND)
    said = judge("judge", "pig", "log.csv", "goal=10", "--json", "--decisions", "judged.csv")
    assert (said.code, said.error) == (0, "")
    found = json.loads(said.out)
    won = oracle.race(oracle.pig(6, 1), 10)
    first = won[0, 0]
    held = thrown(won, 0, 0, 2) - (1 - won[0, 2])
    threw = max(1 - won[0, 8], thrown(won, 2, 0, 6)) - thrown(won, 2, 0, 6)
    ben = max(Fraction(0), thrown(won, 0, 0, 6) - (1 - won[0, 6]))
    players = {player["player"]: player for player in found["players"]}
    ann_loses, ben_loses = float(held + threw), float(ben)
    assert players["Ann"]["wins"]["own_losses"] == pytest.approx(-ann_loses, abs=1e-12)
    assert players["Ann"]["lost_a_game"] == pytest.approx(ann_loses / 2, abs=1e-12)
    assert players["Ann"]["lost_a_decision"] == pytest.approx(ann_loses / 2, abs=1e-12)
    assert players["Ben"]["wins"]["other_losses"] == pytest.approx(ann_loses, abs=1e-12)
    assert players["Ben"]["wins"]["own_losses"] == pytest.approx(-ben_loses, abs=1e-12)
    assert [(players[name]["games"], players[name]["won"]) for name in ("Ann", "Ben")] == [(2, 1), (2, 0)]
    assert [players[name]["decisions"] for name in ("Ann", "Ben")] == [2, 1]
    assert [game["winner"] for game in found["games"]] == ["Ann", None]
    assert found["games"][0]["chances"][0]["start"] == pytest.approx(float(first), abs=1e-12)
    # Where the log breaks off Ann has thrown from 0 to 6.
    ends = [chances["end"] for chances in found["games"][1]["chances"]]
    assert ends == pytest.approx([float(1 - won[0, 6]), float(won[0, 6])], abs=1e-12)
    rows = list(csv.DictReader((tmp_path / "judged.csv").read_text().splitlines()))
    assert [row["best"] for row in rows[:2]] == ["roll", "roll"]
    assert float(rows[1]["loss"]) == pytest.approx(float(held), abs=1e-11)
    # Ben busts.
    bust = float(1 - won[2, 0] - won[0, 2])
    assert [rows[1]["luck"], float(rows[2]["luck"])] == ["", pytest.approx(bust, abs=1e-11)]
    assert rows[-1]["luck"] == ""
    for row, line in zip(rows, BY_HAND.splitlines()[1:], strict=True):
        assert list(row.values())[:7] == line.split(",")
    worst = found["worst"][0]
    assert (worst["line"], worst["action"], worst["best"]) == (9, "hold", "roll")
    assert sum(region["lost"] for region in found["regions"]) == pytest.approx(
        ann_loses + ben_loses, abs=1e-9
    )


def test_report__is_of_80_columns_and_says_what_breaks_off(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(BY_HAND)
    said = judge("judge", "pig", "log.csv", "goal=10")
    assert said.out.startswith(
        "Pig to 10 points: 2 games, 9 rows.\n1 game ends before anybody wins (2). Those"
    )
    assert "held, rolling is better" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    perfect = "game,seat,banked,opponent,turn_total,action\n1,1,0,0,0,roll\n1,1,0,0,2,roll\n"
    (tmp_path / "log.csv").write_text(perfect)
    assert "Every decision was the best one." in judge("judge", "pig", "log.csv", "goal=10").out


# --- Every game


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, "great_rolled_ones"])
def test_every_game__is_judged_on_80_columns(name: str, judge: Command, tmp_path: Path) -> None:
    goal, chance = GOALS.get(name, 15), random.Random(3)
    (tmp_path / "hedgehog.yaml").write_text(HEDGEHOG)
    words = ["rules=hedgehog.yaml"] if name == "own" else []
    turn = turn_of(name, tmp_path)
    games = [play(turn, goal, [at_random(chance)] * 2, chance, str(number)) for number in range(5)]
    written(games, tmp_path / "log.csv")
    said = judge("judge", name, "log.csv", f"goal={goal}", *words, "--decisions", "judged.csv")
    assert (said.code, said.error) == (0, "")
    assert max(map(len, said.out.splitlines())) <= 80
    found = json.loads(judge("judge", name, "log.csv", f"goal={goal}", *words, "--json").out)
    assert [game["winner"] for game in found["games"]] == [f"seat {own.winner + 1}" for own in games]
    for game in found["games"]:
        for chances in game["chances"]:
            end = chances.pop("end")
            assert sum(chances.values()) == pytest.approx(end, abs=1e-10)
    # What was written is a log, too, with the same losses.
    again = json.loads(judge("judge", name, "judged.csv", f"goal={goal}", *words, "--json").out)
    assert again["players"] == found["players"]


def turn_of(name: str, directory: Path) -> Any:
    """The turn of a game by its usual parameters."""
    from configs.rules.load import load_game

    if name == "own":
        return load_game(directory / "hedgehog.yaml").turn
    if name not in GAMES:
        return load_game(shipped_rules()[name]).turn
    return GAMES[name].turn({own.name: own.default for own in GAMES[name].parameters})


def test_file_of_rules__is_a_game(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "hedgehog.yaml").write_text(HEDGEHOG)
    chance = random.Random(5)
    games = [play(turn_of("own", tmp_path), 20, [at_random(chance)] * 2, chance)]
    written(games, tmp_path / "log.csv")
    by_file = judge("judge", "hedgehog.yaml", "log.csv", "goal=20", "--json")
    by_parameter = judge("judge", "own", "log.csv", "goal=20", "rules=hedgehog.yaml", "--json")
    assert (by_file.code, by_file.out) == (0, by_parameter.out)
    assert json.loads(by_file.out)["game"] == "Hedgehog"
    assert own.turn(own.text(turn_of("own", tmp_path))).name == "Hedgehog"


# --- Mistakes


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["pigg", "log.csv"], "game: expected one of pig, piglet, "),
        (["nowhere.yaml", "log.csv"], "a file of rules, or a game, got 'nowhere.yaml: no such file'"),
        (["pig", "nowhere.csv"], "log: cannot read nowhere.csv: No such file or directory. Check the path."),
        (["pig", "log.csv", "goal=1"], "goal: expected a whole number from 2 to 1000, got 1."),
        (["pig", "log.csv", "goal"], "parameter: expected NAME=VALUE, got 'goal'."),
        (["own", "log.csv"], "rules: expected the name of a file of rules, got nothing."),
        (
            ["pig", "log.csv", "goal=5"],
            "opponent: expected a whole number from 0 to 4 points, below the goal, got '6'",
        ),
        (
            ["pig", "log.csv", "sides=4", "goal=10"],
            "turn_total: expected 2, 3 or 4 after the roll in line 5",
        ),
        (
            ["pig", "log.csv", "goal=10", "--decisions", "log.csv"],
            "--decisions: log.csv is the log itself. Choose another path.",
        ),
        (
            ["pig", "log.csv", "goal=10", "--decisions", "nowhere/judged.csv"],
            "--decisions: cannot write to nowhere/judged.csv: No such file",
        ),
        (["pig", "log.csv", "goal=10", "--store", "nowhere"], "nowhere"),
    ],
)
def test_mistake__is_a_worded_line(words: list[str], error: str, judge: Command, tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(BY_HAND)
    said = judge("judge", *words)
    assert (said.code, said.out) == (2, "")
    assert error in one_line(said.error)
    assert (tmp_path / "log.csv").read_text() == BY_HAND


# --- Stores


@pytest.mark.parametrize("question", ["race.pig", "pig, race: best, best"])
def test_store__has_the_answer(
    question: str, judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "log.csv").write_text(BY_HAND)
    store = new_store(tmp_path)
    solve(race([9, 10]) | {"question": question}, store)
    usual = judge("judge", "pig", "log.csv", "goal=10", "--json")
    monkeypatch.setattr("flows.commands.judge.say_how_long", None)
    stored = judge("judge", "pig", "log.csv", "goal=10", "--json", "--store", store.url)
    assert (stored.code, stored.error, stored.out) == (0, "", usual.out)


@pytest.mark.parametrize("lie", [0.3, np.nan])
def test_store__that_lies_is_not_believed(lie: float, judge: Command, tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(BY_HAND)
    store = new_store(tmp_path)
    solve(race([9, 10]), store)
    session = store.begin()
    zarr.open_group(session.store, path="small/race")["value"][1, 3, 3] = lie
    session.commit("a lie", {"sweep": "small/race"})
    said = judge("judge", "pig", "log.csv", "goal=10", "--store", store.url)
    assert (said.code, said.out) == (2, "")
    assert "store: the stored values are wrong (" in one_line(said.error)


# --- docs/judge.md


def test_page__shows_what_is_printed(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(DOCS)
    command, *lines = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()
    said = judge(*shlex.split(command)[2:])
    assert [line.rstrip() for line in said.out.splitlines()] == lines


def test_log_that_comes_along__is_of_players_that_are_as_the_page_says() -> None:
    assert (DOCS / "games_of_pig.csv").read_text(encoding="utf-8") == example()


def test_page__names_commands_that_there_are(judge: Command, tmp_path: Path) -> None:
    commands = [
        shlex.split(line.split("#")[0])[1:]
        for line in PAGE.splitlines()
        if line.startswith("    jeopardice ")
    ]
    assert [words[:2] for words in commands[:3]] == [
        ["judge", "ten_thousand"],
        ["judge", "hedgehog.yaml"],
        ["judge", "farkle"],
    ]
    (tmp_path / "hedgehog.yaml").write_text(HEDGEHOG)
    chance = random.Random(5)
    logs = {"hedgehog.yaml": (turn_of("own", tmp_path), 50), "pig": (pig.turn(), 100)}
    for words in commands:
        if words[1] in logs:
            turn, goal = logs[words[1]]
            players = [at_random(chance)] * 2
            rows = play(turn, goal, players, chance).rows[:60]
            written([Game(rows, 0)], tmp_path / "log.csv")
            assert judge(*words).code == 0

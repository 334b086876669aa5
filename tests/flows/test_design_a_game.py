"""docs/design-a-game.md: its files are games, and its commands do what it says."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from configs.load import load
from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from flows.shipped import shipped
from tests.commands import Command, one_line

PAGE = (Path(__file__).parents[2] / "docs" / "design-a-game.md").read_text(encoding="utf-8")
HEDGEHOG, ONES, DOUBLES, ZOMBIES, _ = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [
    shlex.split(line.split("#")[0])[1:] for line in PAGE.splitlines() if line.startswith("    jeopardice ")
]


def test_commands__are_found() -> None:
    asked = [*["solve"] * 12, *["thumb"] * 3, *["solve"] * 2, *["fairest"] * 2, *["solve"] * 2]
    searched = [*["thumb"] * 6, "solve", "thumb", "thumb"]
    assert [words[0] for words in COMMANDS] == ["rules", *asked, *searched]


def test_commands__that_read_a_store_name_a_sweep_that_is_shipped() -> None:
    names = [sweep.name for sweep in load(shipped()["own/fairness"])]
    assert {words[1] for words in COMMANDS if words[0] == "fairest"} == {names[0]}


# Two seconds each. Quick tests search Pig, enter a turn with 10, and take a rule that looks at busts.
LONG = (
    "thumb pig --numbers 2",
    "thumb pig turns=10 --numbers 2",
    "thumb hedgehog.yaml goal=50 busts=3 cost=5 rule=hold at 12",
    "solve race.ten_thousand entry=10",
)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, id=" ".join(words), marks=pytest.mark.long if " ".join(words) in LONG else ())
        for words in COMMANDS
        if words[0] != "fairest"
    ],
)
def test_command__takes_the_file(words: list[str], jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "hedgehog.yaml").write_text(HEDGEHOG, encoding="utf-8")
    said = jeopardice(*words)
    # What takes seconds on a busy machine is announced.
    errors = [line for line in said.error.splitlines() if "Trying about " not in line]
    assert (said.code, errors) == (0, [])
    told = {"thumb": "reply", "solve": "right decisions"}
    if "hedgehog" in " ".join(words):
        assert "Hedgehog" in said.out
    elif "entry=10" in words:
        assert "entry 10" in one_line(said.out)
    elif "equal_turns_of_three.own" in words:
        assert "unsettled clusters" in said.out
    elif {"turns=10", "--numbers"} <= {*words}:
        assert "46.45%" in said.out
    elif "rules=two_dice_pig" in words:
        assert "two-dice pig" in said.out
    elif "turns=10" in words:
        assert {"thumb": "in the last 5 turns", "solve": "right decisions"}[words[0]] in said.out
    else:
        assert ("pig" if "rules=pig" in words else told[words[0]]) in said.out


def test_rules__say_what_was_understood(jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "hedgehog.yaml").write_text(HEDGEHOG, encoding="utf-8")
    said = one_line(jeopardice("rules", "hedgehog.yaml").out)
    # Of 31 throws that are no other doubles, 10 have a single 1.
    assert "bust 10/31 32.26 % the turn total is lost" in said
    assert "wipe 1/31 3.226 % the turn total and the banked score are lost" in said
    assert "hold or throw two dice" in said
    # Which is not what is counted of a single throw.
    assert "The chances of two dice include the repeats that `again` asks for." in said
    assert "repeats" not in jeopardice("rules", "pig").out
    asked = jeopardice("solve", "fewest_turns.own", "rules=hedgehog.yaml", "goal=9")
    assert asked.out.startswith("Hedgehog alone: the fewest turns")


def test_rules__without_a_file_list_the_games_and_what_to_type(jeopardice: Command) -> None:
    said = jeopardice("rules")
    assert said.code == 0
    assert ", ".join(shipped_rules()) in one_line(said.out)
    assert max(map(len, said.out.splitlines())) <= 80
    typed = [shlex.split(line)[1:3] for line in said.out.splitlines() if line.startswith("  jeopardice ")]
    assert typed == [["rules", "pig"], ["rules", "pig"], ["rules", "my_game.yaml"], ["solve", "my_game.yaml"]]


def test_rules__say_what_points_are_counted_in(jeopardice: Command) -> None:
    assert "Points are in units of 50 points." in one_line(jeopardice("rules", "farkle").out)
    assert "Points are in " not in jeopardice("rules", "pig").out


def test_rules__of_a_shipped_game_are_printed_as_a_file_that_is_read_again(
    jeopardice: Command, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(jeopardice("rules", "farkle", "--as-file").out, encoding="utf-8")
    assert load_game(tmp_path / "mine.yaml").turn == load_game(shipped_rules()["farkle"]).turn


def test_great_rolled_ones__are_those_that_come_along(tmp_path: Path) -> None:
    (tmp_path / "ones.yaml").write_text(ONES, encoding="utf-8")
    assert load_game(tmp_path / "ones.yaml").turn == load_game(shipped_rules()["great_rolled_ones"]).turn


def test_doubles_pig__is_the_one_that_comes_along(tmp_path: Path) -> None:
    (tmp_path / "doubles.yaml").write_text(DOUBLES, encoding="utf-8")
    assert load_game(tmp_path / "doubles.yaml").turn == load_game(shipped_rules()["doubles_pig"]).turn


def test_zombie_dice__are_those_that_come_along(jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "dice.yaml").write_text(ZOMBIES, encoding="utf-8")
    turn = load_game(tmp_path / "dice.yaml").turn
    assert turn == load_game(shipped_rules()["zombie_dice"]).turn
    assert (len(turn.throws), len(turn.positions)) == (10_516, 10_765)
    said = one_line(jeopardice("rules", "dice.yaml").out)
    assert "bust 94/3861 2.435 % the turn total is lost" in said
    assert "... and 10476 more throws." in said
    assert yaml.safe_load(jeopardice("rules", "dice.yaml", "--as-file").out) == yaml.safe_load(ZOMBIES)


def test_rules__for_which_there_is_no_room_are_a_worded_mistake(jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "dice.yaml").write_text(ZOMBIES, encoding="utf-8")
    said = jeopardice("solve", "race.own", "goal=188", "rules=dice.yaml")
    assert said.code == 2
    assert "goal: expected at most 187, to fit in memory, got 188. Its 21281 throws" in said.error
    said = jeopardice("solve", "solitaire.own", "rules=dice.yaml")
    assert said.code == 2
    assert "got '21281 of them, up to turn total 324'. Ask for a goal" in said.error


def test_rules__that_are_wrong_are_a_worded_mistake(jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(HEDGEHOG.replace("[1], bust", "[7], bust"), encoding="utf-8")
    for words in (("rules", "wrong.yaml"), ("solve", "race.own", "goal=9", "rules=wrong.yaml")):
        said = jeopardice(*words)
        assert said.code == 2
        assert "show: this result never happens (wrong.yaml, line 9" in said.error
    said = one_line(jeopardice("rules", "nowhere.yaml").error)
    assert said.startswith("error: rules: there is no file 'nowhere.yaml', and no game of that name. Check")
    assert all(game in said for game in shipped_rules())


def test_rules__of_no_game_name_the_nearest(jeopardice: Command) -> None:
    for words in (("rules", "farkel"), ("solve", "race.own", "goal=9", "rules=farkel")):
        said = jeopardice(*words)
        assert said.code == 2
        missing = "error: rules: there is no file 'farkel', and no game of that name. Did you mean 'farkle'?"
        assert one_line(said.error) == missing


@pytest.mark.parametrize(
    "command", ["rules hedgehgo.yaml", "solve race.own rules=hedgehgo.yaml", "thumb hedgehgo.yaml"]
)
def test_rules__of_no_file_name_the_nearest(jeopardice: Command, command: str) -> None:
    (jeopardice.home / "hedgehog.yaml").write_text(HEDGEHOG, encoding="utf-8")
    said = jeopardice(*command.split())
    assert said.code == 2
    assert re.search("no (such )?file", said.error)
    assert one_line(said.error).endswith("Did you mean 'hedgehog.yaml'?")


def test_game__from_a_file_that_is_not_asked_rightly_is_told_what_to_type(jeopardice: Command) -> None:
    (jeopardice.home / "hedgehog.yaml").write_text(HEDGEHOG, encoding="utf-8")
    assert "Name a file or a shipped game: rules=pig." in jeopardice("solve", "race.own").error
    assert "--numbers 2" in jeopardice("thumb", "hedgehog.yaml", "numbers=2").error
    said = one_line(jeopardice("play", "hedgehog.yaml").error)
    assert said.endswith("Games from files cannot be played; `solve`, `thumb` and `judge` take them.")
    assert "Did you mean 'pig'?" in jeopardice("play", "pgi").error


def test_regions__that_are_all_leave_no_rest(jeopardice: Command) -> None:
    said = jeopardice("thumb", "piglet", "goal=4", "rule=hold at 0").out
    assert "100.0%" in said
    assert "elsewhere" not in said

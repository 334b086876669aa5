"""docs/design-a-game.md: its files are games, and its commands do what it says."""

import re
import shlex
from pathlib import Path

import pytest

from configs.rules.load import load_rules
from configs.rules.shipped import shipped_rules
from tests.commands import Command, one_line

PAGE = (Path(__file__).parents[2] / "docs" / "design-a-game.md").read_text(encoding="utf-8")
HEDGEHOG, ONES, _ = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [
    shlex.split(line.split("#")[0])[1:] for line in PAGE.splitlines() if line.startswith("    jeopardice ")
]


def test_commands__are_found() -> None:
    assert [words[0] for words in COMMANDS] == ["rules", "solve", "solve", "solve", "solve", "solve"]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_command__takes_the_file(words: list[str], jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "hedgehog.yaml").write_text(HEDGEHOG, encoding="utf-8")
    said = jeopardice(*words)
    assert (said.code, said.error) == (0, "")
    game = "Hedgehog" if "hedgehog" in " ".join(words) else "pig" if "rules=pig" in words else "optimal wins"
    assert game in said.out


def test_rules__say_what_was_understood(jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "hedgehog.yaml").write_text(HEDGEHOG, encoding="utf-8")
    said = one_line(jeopardice("rules", "hedgehog.yaml").out)
    # Of 31 throws that are no other doubles, 10 have a single 1.
    assert "bust 10/31 32.26 % the turn total is lost" in said
    assert "wipe 1/31 3.226 % and the banked score" in said
    assert "hold or throw two dice" in said


def test_rules__of_a_shipped_game_are_printed_as_a_file_that_is_read_again(
    jeopardice: Command, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(jeopardice("rules", "farkle", "--as-file").out, encoding="utf-8")
    assert load_rules(tmp_path / "mine.yaml") == load_rules(shipped_rules()["farkle"])


def test_great_rolled_ones__are_those_that_come_along(tmp_path: Path) -> None:
    (tmp_path / "ones.yaml").write_text(ONES, encoding="utf-8")
    assert load_rules(tmp_path / "ones.yaml") == load_rules(shipped_rules()["great_rolled_ones"])


def test_rules__that_are_wrong_are_a_worded_mistake(jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(HEDGEHOG.replace("[1], bust", "[7], bust"), encoding="utf-8")
    for words in (("rules", "wrong.yaml"), ("solve", "race.own", "goal=9", "rules=wrong.yaml")):
        said = jeopardice(*words)
        assert said.code == 2
        assert "show: expected dice that some throw has for it, got none (wrong.yaml, line 9" in said.error
    assert "no such file" in jeopardice("rules", "nowhere.yaml").error


def test_rules__of_no_game_name_the_nearest(jeopardice: Command) -> None:
    for words in (("rules", "farkel"), ("solve", "race.own", "goal=9", "rules=farkel")):
        said = jeopardice(*words)
        assert said.code == 2
        assert one_line(said.error).startswith("error: rules: expected a file, or one of big_pig, farkle,")
        assert one_line(said.error).endswith("got 'farkel': no such file. Did you mean 'farkle'?")

"""The usual goal of a game: said in its file, taken where nobody says another, no part of a case's key."""

import json
from pathlib import Path

import pytest
import yaml

from configs.errors import ConfigError
from configs.load import load
from configs.rules.load import checked, load_game
from configs.rules.shipped import shipped_rules
from configs.rules.written_out import written_out
from configs.sweep import Sweep
from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.games import own
from solvers.questions.games import GAMES
from tests.commands import Command, one_line

COIN = """\
name: Flip
usual_goal: 7
throws:
  coin:
    results:
      - {chance: 1/2, bust: true}
      - {chance: 1/2, gain: 1}
"""
SWEEP = "name: own/coin\ntitle: A coin\nquestion: {}\nrules: flip.yaml\naxes: {{{}}}\nkeep: [{}]\n"


@pytest.fixture
def flip(tmp_path: Path) -> Path:
    """The file of a game to 7 points."""
    path = tmp_path / "flip.yaml"
    path.write_text(COIN, encoding="utf-8")
    return path


def sweep(directory: Path, content: str) -> Sweep:
    path = directory / "sweep.yaml"
    path.write_text(content, encoding="utf-8")
    (found,) = load(path)
    return found


@pytest.mark.parametrize("name", sorted(set(shipped_rules()) & set(GAMES)))
def test_shipped_game__is_played_to_the_goal_of_the_catalogue(name: str) -> None:
    assert load_game(shipped_rules()[name]).usual_goal == GAMES[name].usual_goal


def test_every_shipped_game__names_its_goal_as_the_box_has_it() -> None:
    # Read as text: other tests have each game made of its file, which takes four seconds.
    files = {name: path.read_text(encoding="utf-8") for name, path in shipped_rules().items()}
    goals = {name: yaml.safe_load(text)["usual_goal"] for name, text in files.items()}
    assert (goals["zombie_dice"], goals["yellow_zombie_dice"], goals["great_rolled_ones"]) == (13, 13, 50)


@pytest.mark.parametrize("name", ["piglet", "zombie_dice"])
def test_file__comes_again_with_its_goal(name: str) -> None:
    game = load_game(shipped_rules()[name])
    assert checked(yaml.safe_load(written_out(game.turn, game.usual_goal))) == (game, [])


def test_key__knows_nothing_of_it(flip: Path) -> None:
    """A goal is a parameter of its own: another usual one makes no stored answer stale."""
    before = own.text(load_game(flip).turn)
    flip.write_text(COIN.replace("usual_goal: 7\n", ""), encoding="utf-8")
    assert own.text(load_game(flip).turn) == before


def test_command__takes_it_where_nobody_says_a_goal(flip: Path, jeopardice: Command) -> None:
    for words, goal in (((), 7), (("goal=5",), 5)):
        said = json.loads(jeopardice("solve", "race.own", f"rules={flip}", *words, "--json").out)
        assert said["parameters"]["goal"] == goal
    assert "Flip, to 7 in turn." in one_line(jeopardice("thumb", str(flip), "rule=hold at 2").out)
    assert "Flip, to 7 in turn" in one_line(jeopardice("thumb", str(flip), "--numbers", "1").out)
    alone = jeopardice("thumb", str(flip), "turns=6", "rule=hold at 2")
    assert "Flip, alone, to 7 within 6 turns." in one_line(alone.out)
    assert "The usual goal is 7." in one_line(jeopardice("rules", str(flip)).out)


def test_question_that_is_slow__takes_no_more_than_its_own(flip: Path) -> None:
    assert find("equal_turns_of_three.own").usual_goal(7) == 7
    assert find("equal_turns_of_three.own").usual_goal(50) == 30
    assert find("race.own").usual_goal() == 100


def test_config__takes_it_where_it_is_silent(flip: Path) -> None:
    silent = sweep(flip.parent, SWEEP.format("equal_turns.own", "tie: [0, 1]", "win_probability"))
    assert silent.parameters["goal"] == 7
    assert silent.parameters_of((1,))["goal"] == 7
    said = sweep(flip.parent, SWEEP.format("race.own", "goal: [5, 6]", "win_probability"))
    assert "goal" not in said.parameters
    none = sweep(flip.parent, SWEEP.format("most_points.own", "turns: [1, 2]", "expected_score"))
    assert "goal" not in none.parameters


def test_config__of_games_with_different_goals_must_say_one(flip: Path) -> None:
    def of(rules: str) -> Sweep:
        text = SWEEP.format("race.own", f"rules: [{rules}]", "win_probability")
        return sweep(flip.parent, text.replace("rules: flip.yaml\n", ""))

    (flip.parent / "other.yaml").write_text(COIN.replace("Flip", "Other"), encoding="utf-8")
    assert of("flip.yaml, other.yaml").parameters == {"goal": 7}
    with pytest.raises(ConfigError) as refused:
        of("flip.yaml, zombie_dice")
    assert "goal: expected one for all of these games, got 7 of Flip, 13 of Zombie Dice" in str(refused.value)
    silent = COIN.replace("usual_goal: 7\n", "").replace("Flip", "Other")
    (flip.parent / "other.yaml").write_text(silent, encoding="utf-8")
    assert of("other.yaml, pig").parameters == {"goal": 100}


@pytest.mark.parametrize("goal", ["1", "10001", "many", "2.5"])
def test_no_goal__is_refused(goal: str, flip: Path) -> None:
    flip.write_text(COIN.replace("usual_goal: 7", f"usual_goal: {goal}"), encoding="utf-8")
    with pytest.raises(
        ConfigError, match=r"usual_goal: expected a whole number from 2 to 10000, got .*line 2"
    ):
        load_game(flip)


def test_goal_below_the_entry__is_refused(flip: Path) -> None:
    flip.write_text(f"{COIN}entry: 8\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="a usual_goal of 8 or more, as the entry is, got 7"):
        load_game(flip)


def test_goal_for_which_a_question_has_no_room__is_refused(flip: Path, jeopardice: Command) -> None:
    flip.write_text(COIN.replace("usual_goal: 7", "usual_goal: 2000"), encoding="utf-8")
    said = jeopardice("solve", "race.own", f"rules={flip}")
    assert said.code == 2
    assert "goal: expected a whole number from 2 to 1000, got 2000" in one_line(said.error)
    with pytest.raises(InvalidRules):
        find("race.own").complete({"goal": 2000, "rules": own.text(load_game(flip).turn)})

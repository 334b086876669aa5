"""A game of dice from a cup in a file: what is made of it, and every mistake with its line."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from configs.errors import ConfigError
from configs.load import load
from configs.rules.load import Described, checked, load_game
from configs.rules.shipped import shipped_rules
from configs.rules.written_out import written_out
from solvers.games import own
from solvers.games.cup import Cup, Face, Kind, TurnOfCup

TWO_KINDS = """\
name: Two kinds
cup:
  hand: 1
  dice:
    white: {number: 2, faces: [point, point, shot]}
    black: {number: 1, faces: [point, shot, feet]}
  faces:
    point: {gain: 2, returns: true}
    shot: {bust_at: 1}
    feet: {again: true}
"""


def test_cup__is_what_the_file_says_and_comes_again_from_what_is_written_out() -> None:
    found, problems = checked(yaml.safe_load(TWO_KINDS))
    assert problems == []
    assert found is not None
    turn = found.turn
    assert isinstance(turn, TurnOfCup)
    assert turn.cup == Cup(
        name="Two kinds",
        hand=1,
        kinds=(Kind("white", 2, ("point", "point", "shot")), Kind("black", 1, ("point", "shot", "feet"))),
        faces=(Face("point", 2, returns=True), Face("shot", bust_at=1), Face("feet")),
    )
    assert checked(yaml.safe_load(written_out(turn))) == (Described(turn), [])


def test_cup__is_what_a_case_is_keyed_by(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(TWO_KINDS, encoding="utf-8")
    head = "name: own/cup\ntitle: A cup\nquestion: race.own\nrules: game.yaml\n"
    (tmp_path / "cup.yaml").write_text(f"{head}axes: {{goal: [5]}}\nkeep: [value]\n", encoding="utf-8")
    (sweep,) = load(tmp_path / "cup.yaml")
    text = str(sweep.parameters["rules"])
    assert text.startswith('{"cup":{"name":"Two kinds","hand":1,')
    assert own.turn(text) == load_game(tmp_path / "game.yaml").turn


def test_zombie_dice__are_thirteen_dice() -> None:
    content = yaml.safe_load(shipped_rules()["zombie_dice"].read_text(encoding="utf-8"))
    dice = content["cup"]["dice"]
    assert {name: kind["number"] for name, kind in dice.items()} == {"green": 6, "yellow": 4, "red": 3}
    counts = {
        name: [kind["faces"].count(face) for face in content["cup"]["faces"]] for name, kind in dice.items()
    }
    assert counts == {"green": [3, 1, 2], "yellow": [2, 2, 2], "red": [1, 3, 2]}


def edit(old: str, new: str) -> Callable[[], str]:
    def changed() -> str:
        assert old in TWO_KINDS
        return TWO_KINDS.replace(old, new)

    return changed


WRONG: dict[str, tuple[Callable[[], str], str]] = {
    "unknown face": (
        edit("[point, point, shot]", "[point, dot, shot]"),
        "faces: expected one of point, shot, feet, got 'dot' (game.yaml, line 5, cup.dice.white.faces[1]).",
    ),
    "face on no die": (
        edit("    feet: {again: true}", "    feet: {again: true}\n    six: {gain: 1}"),
        "six: no die has this face (game.yaml, line 11, cup.faces.six). Remove it,",
    ),
    "too large a hand": (
        edit("hand: 1", "hand: 4"),
        "hand: expected 1 to 3, as many dice as there are, got 4 (game.yaml, line 3, cup.hand).",
    ),
    "two meanings": (
        edit("{bust_at: 1}", "{bust_at: 1, gain: 1}"),
        "shot: expected one of gain, bust_at, again, got gain and bust_at (game.yaml, line 9, cup.faces.shot",
    ),
    "no meaning": (edit("{again: true}", "{}"), "feet: expected one of gain, bust_at, again, got nothing"),
    "no points": (edit("gain: 2", "gain: 0"), "Say what the face means; points are 1 or more."),
    "returns without points": (
        edit("{again: true}", "{again: true, returns: true}"),
        "feet: expected a gain with `returns`, got again (game.yaml, line 10, cup.faces.feet). Only dice",
    ),
    "nobody busts": (
        edit("{bust_at: 1}", "{again: true}"),
        "faces: no face busts (game.yaml, line 7, cup.faces). A turn must be able to end",
    ),
    "nobody scores": (
        edit("{gain: 2, returns: true}", "{again: true}"),
        "faces: no face gains points (game.yaml, line 7, cup.faces). Let some face gain.",
    ),
    "cannot bust at once": (
        edit("bust_at: 1", "bust_at: 2"),
        "Two kinds, nothing yet: probability to bust or to wipe: expected more than 0, got '0' (game.yaml,"
        " line 2, cup). A turn must be able to end.",
    ),
    "no hand": (
        edit("hand: 1", "hand: 0"),
        "hand: expected 1 or more, got 0 (game.yaml, line 3, cup.hand).",
    ),
    "no number": (
        edit("number: 2, ", ""),
        "number: expected a value, got nothing (game.yaml, line 5, cup.dice.white.number).",
    ),
    "misspelt number": (edit("number: 2", "numbre: 2"), "Did you mean 'number'?"),
    "misspelt hand": (edit("hand: 1", "hnad: 1"), "Did you mean 'hand'?"),
    "misspelt gain": (edit("gain: 2", "gian: 2"), "Did you mean 'gain'?"),
    "throws beside it": (
        lambda: TWO_KINDS + "throws: {coin: {results: [{chance: 1, bust: true}]}}\n",
        "rules: expected a cup alone, got throws beside it (game.yaml, line 1).",
    ),
    "neither": (
        lambda: "name: Nothing\n",
        "rules: expected throws, or a cup, got nothing (game.yaml, line 1).",
    ),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_mistake__is_said_with_its_line(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, words = WRONG[mistake]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text(content(), encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load_game("game.yaml")
    assert words in str(refused.value)


def test_cup__whose_hand_may_only_be_thrown_again_is_refused(tmp_path: Path) -> None:
    stuck = TWO_KINDS.replace("[point, shot, feet]", "[feet]")
    (tmp_path / "game.yaml").write_text(stuck, encoding="utf-8")
    with pytest.raises(ConfigError, match="got '1 black, of which every face is thrown again'"):
        load_game(tmp_path / "game.yaml")

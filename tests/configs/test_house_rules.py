"""Positions at which one must throw, and an entry, in files of rules."""

import re
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given

from configs.errors import ConfigError
from configs.rules.load import checked, load_game
from configs.rules.shipped import shipped_rules
from configs.rules.written_out import written_out
from flows.commands.rules import explain
from solvers.catalog import QUESTIONS, find
from solvers.errors import InvalidRules
from solvers.games import own
from solvers.games.turn import Turn
from tests.strategies import FEW, turns_that_must_throw

ENTRY = """\
name: Pig with an entry
throws:
  die:
    dice: [d6]
    results:
      - {show: [1], bust: true}
      - {gain: sum}
entry: 20
"""
AGAIN = """\
name: Sixes again
throws:
  die:
    dice: [d6]
    results:
      - {show: [1], bust: true}
      - {show: [6], gain: 6, then: six}
      - {gain: sum}
positions:
  six: [{throw: die, must: true}]
"""


def game(content: str) -> Turn:
    found, problems = checked(yaml.safe_load(content))
    assert problems == []
    assert found is not None
    return found.turn


def refusal(directory: Path, content: str) -> str:
    path = directory / "game.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_game(path)
    return str(caught.value)


def test_file__says_the_entry_and_where_one_must_throw() -> None:
    assert game(ENTRY).entry == 20
    assert [position.must_throw for position in game(AGAIN).positions] == [True, False]


@FEW
@given(turns_that_must_throw())
def test_file__comes_again_as_it_was_written_out(turn: Turn) -> None:
    loaded, problems = checked(yaml.safe_load(written_out(turn)))
    if loaded is None:
        # What no turn comes to is refused in a file.
        known = "no turn ever gets there", "two different throws are called"
        assert all(problem.rule.startswith(known) for problem in problems)
    else:
        assert own.text(loaded.turn).count("true") == own.text(turn).count("true")


def test_file__of_a_game_with_an_entry_comes_again() -> None:
    assert game(written_out(game(ENTRY))).entry == 20


REFUSED = {
    "two ways": (
        AGAIN.replace("must: true}]", "must: true}, {throw: die, action: other}]"),
        "must: this position has 2 ways on, and one of them must follow (game.yaml, line 10, positions.six",
    ),
    "giving up": (
        AGAIN.replace("must:", "give_up: 2, must:"),
        "expected a way that gives up nothing, got give_up",
    ),
    "never holding": (
        AGAIN.replace("{gain: sum}", "{gain: sum, then: six}"),
        "results: a player can never hold after this throw (game.yaml, line 3",
    ),
    "a bust that scores": (ENTRY + "least_score: 2\n", "With `least_score` a turn that busts scores, too"),
    "a wipe": (ENTRY.replace("bust: true", "wipe: true"), "Entering again after the wipe of 'die'"),
    "must hold": (
        ENTRY.replace("gain: sum", "gain: sum, then: end") + "positions: {end: []}\n",
        "At 'end' a player must hold, but may not bank less than the entry.",
    ),
    "a cup": (
        "name: Cup\nentry: 3\ncup: {hand: 1, dice: {a: {number: 1, faces: [b]}}, faces: {b: {gain: 1}}}\n",
        "expected a cup alone, got entry beside it",
    ),
    "no number": (ENTRY.replace("20", "many"), "entry: expected"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_mistake__is_said_with_its_remedy(case: str, tmp_path: Path) -> None:
    content, words = REFUSED[case]
    said = refusal(tmp_path, content)
    assert words in said.replace(f"{tmp_path}/", "")


def test_rules__say_what_may_not_be_done(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(ENTRY, encoding="utf-8")
    explain(str(tmp_path / "game.yaml"), as_file=False)
    explain("doubles_pig", as_file=False)
    said = capsys.readouterr().out
    assert "A score of less than 20 points may not be banked." in said
    assert "doubles  must throw two dice" in said
    # What one throw of them gains on average is not what the turn does.
    assert said.count("no roll gains on average") == 1


KNOWING = ("race.own", "length.own", "within_turns.own", "fewest_turns.own")
# Of contests in which scores beyond a goal matter, or that have none.
WITH_ALL_GAINS = (
    ("solitaire.own", {}),
    ("most_points.own", {"turns": 2}),
    ("equal_turns.own", {"goal": 30}),
    ("equal_turns_rules.own", {"goal": 30, "first_rule": "hold at 9", "second_rule": "hold at 7"}),
    ("equal_turns_response_to_rule.own", {"goal": 30, "rule": "hold at 9"}),
)
ELSEWHERE = (
    "ask race.own, length.own, equal_turns.own, within_turns.own, fewest_turns.own, most_points.own or so"
)
OF_TWO = (
    "it is known to contests of two in turn and of one alone. Ask race.own, equal_turns.own or fewest_turn"
)
OTHERS = (
    ("race_of_three.own", {"goal": 30}, OF_TWO),
    ("equal_turns_of_three.own", {"goal": 30}, OF_TWO),
    ("equilibrium.race_of_many.own", {"goal": 30}, OF_TWO),
    ("simultaneous.best_response_to_one.own", {"goal": 30, "opponent_hold_at": 9}, OF_TWO),
    ("equilibrium.any_rule.own", {"goal": 30}, OF_TWO),
    (
        "streak.own",
        {"goal": 30},
        "what busts cost may take a score below it, and nobody says whether one ent",
    ),
    ("length.hold_at_own", {"goal": 30, "hold_at": 9}, ELSEWHERE),
    ("head_to_head.hold_at_own", {"goal": 30}, ELSEWHERE),
)


@pytest.mark.parametrize("question", KNOWING)
def test_question__takes_rules_that_people_add(question: str) -> None:
    for content in (ENTRY, AGAIN):
        assert find(question).complete({"rules": own.text(game(content)), "goal": 30})


@pytest.mark.parametrize(("question", "asked"), WITH_ALL_GAINS)
def test_question__takes_them_without_a_goal_that_ends_it(question: str, asked: dict[str, int | str]) -> None:
    for content in (ENTRY, AGAIN):
        assert find(question).complete(asked | {"rules": own.text(game(content))})


@pytest.mark.parametrize(("question", "asked", "because"), OTHERS)
def test_question__that_knows_no_such_rules_says_why_and_which_do(
    question: str, asked: dict[str, int | str], because: str
) -> None:
    refuses_throws_that_must_be_made(question, asked)
    with pytest.raises(
        InvalidRules, match=f"a game without an entry, got .* Here it has an entry of 20: {because}"
    ):
        find(question).complete(asked | {"rules": own.text(game(ENTRY))})


def refuses_throws_that_must_be_made(question: str, asked: dict[str, int | str]) -> None:
    words = "Here a player must throw in some position: ask race.own, equal_turns.own, length.own"
    with pytest.raises(InvalidRules, match=words):
        find(question).complete(asked | {"rules": own.text(game(AGAIN))})


def test_every_question_about_a_game_of_ones_own__takes_an_entry_or_says_why_not() -> None:
    """Which is found by asking all of them."""
    text, refusing = own.text(game(ENTRY)), set[str]()
    for name, question in QUESTIONS.items():
        for parameter in question.parameters:
            refused = parameter.refuses(text) if parameter.name == "rules" and parameter.refuses else None
            if refused is not None:
                refusing.add(name)
                assert "Here it has an entry of 20: " in refused.remedy
                assert re.search(r"[Aa]sk \w+\.own", refused.remedy)
    assert refusing.isdisjoint({*KNOWING, *(name for name, _ in WITH_ALL_GAINS), "thumb.own_by_position"})
    assert {name for name, *_ in OTHERS} <= refusing


def test_rules_of_thumb__know_rules_that_people_add() -> None:
    asked = {"goal": 30, "rule": "hold at 9"}
    for content in (ENTRY, AGAIN):
        assert find("thumb.own_by_position").complete(asked | {"rules": own.text(game(content))})
        both = {f"{seat}_rule": "hold at 9" for seat in ("earlier", "later")}
        assert find("race_of_three_response.own").complete(
            {"goal": 30} | both | {"rules": own.text(game(content))}
        )
    assert find("thumb.own").complete(asked | {"rules": own.text(game(AGAIN))})
    words = "rules: expected a game without an entry, got .* an entry of 20: ask thumb.own_by_position"
    with pytest.raises(InvalidRules, match=words):
        find("thumb.own").complete(asked | {"rules": own.text(game(ENTRY))})


def test_rules_of_thumb__of_doubles_pig_from_its_file_are_those_of_the_game() -> None:
    asked = {"goal": 15, "rule": "hold at 7"}
    named, file = find("thumb.doubles_pig"), find("thumb.own")
    rules = own.text(load_game(shipped_rules()["doubles_pig"]).turn)
    one, other = (
        question.solve(**question.complete(given))
        for question, given in ((named, asked), (file, asked | {"rules": rules}))
    )
    np.testing.assert_array_equal(one.value_against_optimal, other.value_against_optimal)
    np.testing.assert_array_equal(one.visits, other.visits)


@pytest.mark.parametrize("question", KNOWING)
def test_goal__is_no_less_than_the_entry(question: str) -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected 20 or more, the entry of these rules, got 19"):
        find(question).complete({"rules": own.text(game(ENTRY)), "goal": 19})
    with pytest.raises(InvalidRules, match=r"entry: expected at most the goal of 19, got 20"):
        find(question.replace("own", "ten_thousand")).complete({"entry": 20, "goal": 19})


def test_goal__is_one_for_which_throws_that_must_be_made_have_room() -> None:
    throws = {f"die {n}": {"dice": ["d6"], "results": [{"show": [1], "bust": True}]} for n in range(30)}
    for n in range(30):
        throws[f"die {n}"]["results"] += [{"show": [6], "gain": 6, "then": f"must {n}"}, {"gain": "sum"}]  # type: ignore[operator]
    must = {f"must {n}": [{"throw": f"die {(n + 1) % 30}", "must": True}] for n in range(30)}
    found, problems = checked({"name": "Long", "throws": throws, "positions": must})
    assert problems == []
    assert found is not None
    turn = found.turn
    words = "goal: expected at most 277, to fit in memory, got 300. A throw with all"
    with pytest.raises(InvalidRules, match=words):
        find("race.own").complete({"rules": own.text(turn), "goal": 300})


def test_entry__is_one_that_turns_make() -> None:
    """Refused as the config is read, before anything is estimated by its turn."""
    given = dict.fromkeys(("m5", "m1", "m55", "m51", "m11", "m551", "m511", "triple"), False) | {"entry": 200}
    for question in ("equal_turns", "solitaire", "race"):
        words = (
            r"entry: expected one that some turn makes often enough, got 200\. With it ten thousand: chance"
        )
        with pytest.raises(InvalidRules, match=words):
            find(f"{question}.ten_thousand").complete(given)


def test_entry_of_a_file__is_that_of_the_game_that_comes_along() -> None:
    """Ten Thousand from its file, with an entry there, beside the parameter."""
    content = yaml.safe_load(shipped_rules()["ten_thousand"].read_text(encoding="utf-8")) | {"entry": 6}
    found, problems = checked(content)
    assert problems == []
    assert found is not None
    turn = found.turn
    for contest, asked, table in (
        ("race", {"goal": 20}, "value"),
        ("equal_turns", {"goal": 20, "tie": 2}, "second_value"),
        ("solitaire", {}, "throw_value"),
        ("most_points", {"turns": 2, "most_banked": 9, "may_pass": True}, "value"),
    ):
        mine = find(f"{contest}.own").solve(rules=own.text(turn), **asked)
        theirs = find(f"{contest}.ten_thousand")
        same = theirs.solve(**theirs.complete(asked | {"entry": 6}))
        assert np.array_equal(getattr(mine, table), getattr(same, table))

"""A config may say game, contest and players in place of a question."""

from pathlib import Path

import pytest

from configs.errors import ConfigError
from configs.load import load
from configs.sweep import Sweep
from solvers.contests.contest import CONTESTS

HEAD = "name: pig/test\ntitle: A test\n"
TAIL = "keep: [win_probability]\n"


def loaded(text: str, here: Path) -> Sweep:
    (here / "a.yaml").write_text(HEAD + text + TAIL, encoding="utf-8")
    (sweep,) = load(here / "a.yaml")
    return sweep


def refusal(text: str, here: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        loaded(text, here)
    return str(caught.value).replace(f"{here}/", "")


@pytest.mark.parametrize(
    ("text", "question", "axes"),
    [
        ("game: pig\naxes: {goal: [10, 20]}\n", "pig, race: best, best", ["goal"]),
        ("game: pig\nplayers: 4 x best\naxes: {goal: [10]}\n", "pig, race: best, best, best, best", ["goal"]),
        ("game: pig\nplayers: 3\naxes: {goal: [10]}\n", "pig, race: best, best, best", ["goal"]),
        ('game: pig\nplayers: "{n} x best"\naxes: {n: [2, 3]}\n', "pig, race: {n} x best", ["n"]),
        (
            'game: farkle\nplayers: ["hold at {n}", best]\nparameters: {cost: 20}\naxes: {n: [5]}\n',
            "farkle, busts in a row: hold at {n}, best",
            ["n"],
        ),
        (
            "game: pig\ncontest: alone\nplayers: [[best, hold at 20]]\naxes: {turns: {from: 5, to: 9}}\n",
            "pig, alone: [best, hold at 20]",
            ["first_player", "turns"],
        ),
        (
            "game: pig\ncontest: equal turns\naxes: {tie: [shared, again]}\n",
            "pig, equal turns: best, best",
            ["tie"],
        ),
        ("game: zombie_dice\naxes: {goal: [13]}\n", "own, race: best, best", ["goal"]),
    ],
)
def test_config__asks_in_words(text: str, question: str, axes: list[str], tmp_path: Path) -> None:
    sweep = loaded(text, tmp_path)
    assert sweep.question == question
    assert list(sweep.axes) == axes
    assert Sweep.model_validate(sweep.document()) == sweep


def test_alternatives__are_an_axis(tmp_path: Path) -> None:
    sweep = loaded('game: pig\nplayers: [[best, optimal], "hold at {n}"]\naxes: {n: [5, 6]}\n', tmp_path)
    assert sweep.axes == {"first_player": ("best", "optimal"), "n": (5, 6)}


def test_alternatives__may_be_the_only_axis(tmp_path: Path) -> None:
    sweep = loaded("game: pig\nplayers: [[best, optimal], hold at 5]\n", tmp_path)
    assert (sweep.axes, sweep.size) == ({"first_player": ("best", "optimal")}, 2)
    assert "axes: expected at least one axis, got nothing" in refusal(
        "game: pig\nplayers: [best, hold at 5]\n", tmp_path
    )


def test_opponents__are_exchanged_where_they_are_alike(tmp_path: Path) -> None:
    text = 'game: pig\ncontest: at once\nplayers: [best threshold, "hold at {n}", "hold at {m}"]\n'
    alike = loaded(text + "axes: {n: {from: 5, to: 9}, m: {from: 5, to: 9}}\n", tmp_path)
    assert alike.symmetric == (("n", "m"),)
    assert (alike.size, alike.solved.size) == (25, 15)
    assert not loaded(text + "axes: {n: {from: 5, to: 9}, m: {from: 5, to: 8}}\n", tmp_path).symmetric


def test_game_of_ones_own__has_rules_beside_it(tmp_path: Path) -> None:
    sweep = loaded("game: own\nrules: zombie_dice\naxes: {goal: [13]}\n", tmp_path)
    assert (sweep.question, "rules" in sweep.parameters) == ("own, race: best, best", True)


def test_words__all_have_their_problems_named(tmp_path: Path) -> None:
    said = refusal(
        "game: pgi\ncontest: rage\nplayers: [bset]\nquestion: race.pig\naxes: {goal: [1]}\n", tmp_path
    )
    for word in (
        "Did you mean 'pig'?",
        "Did you mean 'race'?",
        "Did you mean 'best'?",
        "this config has a game and a question",
    ):
        assert word in said


def test_keep__chooses_among_the_rows_that_answer(tmp_path: Path) -> None:
    alike = 'game: pig\nplayers: ["hold at {n}", "hold at {n}"]\naxes: {n: [5]}\n'
    assert loaded(alike, tmp_path).question == "pig, race: hold at {n}, hold at {n}"
    rows = [
        loaded(f"{alike}keep: [win_probability, {name}]\n# ", tmp_path)
        for name in ("lead_changes_left", "ending_probability, expected_turns")
    ]
    assert {row.question for row in rows} == {
        "pig, race: hold at {n}, hold at {n}; keep expected_lead_changes"
    }
    assert [row.kept[-1].name for row in rows] == ["residual", "residual"]
    assert Sweep.model_validate(rows[0].document()) == rows[0]
    assert rows[0].keeping(["turns_left"]).question == rows[0].question


def test_rules_in_a_list__have_what_the_row_of_each_has(tmp_path: Path) -> None:
    rule = "hold when turn_total >= 3 and opponent < 9"
    text = f"game: pig\nplayers: [[hold at 3, {rule}], best]\naxes: {{goal: [9]}}\nkeep: [loss]\n# "
    sweep = loaded(text, tmp_path)
    assert sweep.question == f"pig, race: [hold at 3, {rule}], best"
    assert sweep.axes["first_player"] == ("hold at 3", rule)


@pytest.mark.parametrize(
    ("keep", "says"),
    [
        (
            "win_probability, lead_changes",
            "an output of pig, race: hold at {n}, hold at {n}, got 'lead_changes' (a.yaml, line 6, keep[1])."
            " Did you mean 'lead_changes_left'?",
        ),
        (
            "value, lead_changes_left, policy",
            "an output of pig, race: hold at {n}, hold at {n}, got 'policy' (a.yaml, line 6, keep[2])."
            " These players have it: best, best.",
        ),
        (
            "waiting_value, lead_changes_left, turns_left",
            "outputs of pig, race: hold at {n}, hold at {n} that are solved together,"
            " got 'waiting_value, lead_changes_left, turns_left' (a.yaml, line 6, keep)."
            " Ask for each of these by itself: waiting_value, turns_left; lead_changes_left.",
        ),
    ],
)
def test_keep_that_no_row_has__is_refused(keep: str, says: str, tmp_path: Path) -> None:
    text = 'game: pig\nplayers: ["hold at {n}", "hold at {n}"]\naxes: {n: [5]}\n'
    said = refusal(f"{text}keep: [{keep}]\n# ", tmp_path)
    assert said == f"keep: expected {says}"


def test_keep_that_a_list_has_not_in_common__is_refused(tmp_path: Path) -> None:
    text = "game: pig\nplayers: [[best, hold at 5], optimal]\nkeep: [win_probability, value]\n# "
    said = refusal(text, tmp_path)
    rule = "an output that all players of pig, race: [best, hold at 5], optimal have"
    common = "They have in common: win_probability, residual. Or ask for each alone."
    assert said == f"keep: expected {rule}, got 'value' (a.yaml, line 5, keep[1]). {common}"


def test_keep_of_another_row__is_asked_by_its_name(tmp_path: Path) -> None:
    named = 'question: "pig, race: best, best"\naxes: {goal: [5]}\nkeep: [turns_left, value]\n# '
    assert refusal(named, tmp_path).endswith("Write question: 'pig, race: best, best; keep expected_turns'.")


def test_seats__all_is_for_who_is_asked_about_in_each(tmp_path: Path) -> None:
    text = 'game: pig\ncontest: equal turns\nplayers: [best, hold at 20, "hold at {n}"]\nseats: all\n'
    keep = "axes: {n: [5]}\nkeep: [win_probability_by_seat]\n# "
    assert loaded(text + keep, tmp_path).kept[0].dims == ("seat",)
    two = "game: pig\nplayers: [best, best]\nseats: all\naxes: {goal: [5]}\n"
    assert "seats: pig, race: best, best does not take all" in refusal(two, tmp_path)
    none = "game: pig\nseats: two\naxes: {goal: [10]}\n"
    assert "seats: expected all, got 'two' (a.yaml, line 4, seats)." in refusal(none, tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "game: pig\ncontest: rage\naxes: {goal: [10]}\n",
            f"one of {', '.join(CONTESTS)}, got 'rage' (a.yaml, line 4, contest). Did you mean 'race'?",
        ),
        (
            "game: pig\nplayers: [best, hold art 20]\naxes: {goal: [10]}\n",
            "players: expected 'at' or 'when' at column 6 instead of 'art', got 'hold art 20' (a.yaml,",
        ),
        (
            "game: pgi\naxes: {goal: [10]}\n",
            "there is no file 'pgi', and no game of that name (a.yaml, line 3, game). Did you mean 'pig'?",
        ),
        (
            "game: pig\nquestion: race.pig\naxes: {goal: [10]}\n",
            "question: this config has a game and a question (a.yaml, line 4, question).",
        ),
        ("contest: race\naxes: {goal: [10]}\n", "game: expected a game, or a file of rules, got nothing"),
        (
            "game: 3\naxes: {goal: [10]}\n",
            "game: expected a game, or a file of rules, got 3 (a.yaml, line 3, game).",
        ),
        (
            "game: pig\nrules: zombie_dice\naxes: {goal: [10]}\n",
            "rules: this config has a game and rules (a.yaml, line 4, rules).",
        ),
        (
            "game: mine.yaml\nrules: zombie_dice\naxes: {goal: [10]}\n",
            "rules: this config has a game and rules (a.yaml, line 4, rules).",
        ),
        ("game: pig\ncontest: true\naxes: {goal: [10]}\n", "got True (a.yaml, line 4, contest)."),
        (
            "game: pig\nplayers:\naxes: {goal: [10]}\n",
            "players: expected a line of text or a list, got nothing (a.yaml, line 4, players).",
        ),
        (
            "game: pig\nplayers:\n  - [best, {n}]\n  - best\naxes: {n: [10]}\n",
            "expected text, got '{n}' (a.yaml, line 4, players). Put text with braces in quotes",
        ),
        (
            "game: pig\nplayers: [best, hold at {n}]\naxes: {n: [10]}\n",
            "(a.yaml, line 4). Check indentation and brackets. Quote text with a colon or braces",
        ),
        (
            "game: pig\nparameters: {turns: 5}\naxes: {goal: [10]}\n",
            "Name the contest: alone or most points has turns.",
        ),
        ("game: pig\naxes: {n: [10]}\n", "n: expected a parameter of pig, race: best, best, got 'n'"),
        (
            'game: pig\nplayers: [best, "hold at {n}"]\naxes: {goal: [10]}\n',
            "n: expected a whole number from 1 to 10000, got nothing (a.yaml, line 1).",
        ),
        (
            'game: pig\nplayers: "{n} x best"\naxes: {n: [6]}\n',
            "n: expected a whole number from 2 to 5, got 6 (a.yaml, line 5, axes.n[0]).",
        ),
        (
            "game: pig\nplayers: [[best, optimal], hold at 3]\naxes: {first_player: [worst]}\n",
            "expected one of best, optimal, got 'worst' (a.yaml, line 5, axes.first_player[0]).",
        ),
    ],
)
def test_words_that_are_none__are_refused(text: str, says: str, tmp_path: Path) -> None:
    assert says in refusal(text, tmp_path)

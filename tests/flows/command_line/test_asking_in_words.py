"""Who knows game, contest and players needs no name of a question, in a config as in a command."""

import json
import re
import shlex

import numpy as np
import pytest

from flows.command_line.asked_for import asked_for
from flows.command_line.listed import ANSWERS
from solvers.contests.contest import CONTESTS
from solvers.contests.tie import Tie
from solvers.questions.games import GAMES
from solvers.questions.rules import OWN
from solvers.wording.spoken import game_called
from storage.query import open_sweep
from storage.repository import Store
from tests.commands import Command, one_line

SWEEPS = """\
name: small/replies
title: What hold at n gives away
game: pig
players: [[best, optimal], "hold at {n}"]
parameters: {goal: 12}
axes:
  n: {from: 3, to: 6}
keep: [win_probability]
---
name: small/ties
title: Whoever moves first, by the tie rule
game: pig
contest: equal turns
players: [hold at 4, "hold at {n}"]
parameters: {goal: 9}
axes:
  tie: [first, last, shared, again]
  n: [3, 4]
keep: [win_probability]
"""
SCREEN, PAGE = 24, 40


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
def test_sweep__is_solved_stored_shown_and_verified(jeopardice: Command) -> None:
    (jeopardice.home / "words.yaml").write_text(SWEEPS, encoding="utf-8")
    said = jeopardice("run", "words.yaml", "--serial", "--no-publish", "--store", "words")
    assert said.code == 0
    assert "small/replies: 8 cases done in " in said.out
    store = Store.open(str(jeopardice.home / "words"))
    replies = open_sweep(store, "small/replies")
    assert replies.attrs["question"] == "pig, race: [best, optimal], hold at {n}"
    assert replies["first_player"].values.tolist() == ["best", "optimal"]
    single = jeopardice("solve", "race_response_to_rule.pig", "goal=12", "rule=hold at 5", "--json").out
    right = json.loads(single)["outputs"]
    for player, name in {
        "best": "best_response_win_probability",
        "optimal": "optimal_win_probability",
    }.items():
        wins = replies["win_probability"].sel(first_player=player, n=5).item()
        assert wins == right[name]["values"][0]
    ties = open_sweep(store, "small/ties")["win_probability"]
    assert (ties.sel(tie="last") < ties.sel(tie="first")).all()
    assert "optimal" in jeopardice("show", "small/replies", "--store", "words").out
    verified = jeopardice("verify", "small/replies", "--store", "words")
    assert "8 of 8 cases verified" in verified.out
    again = jeopardice("run", "words.yaml", "--serial", "--no-publish", "--store", "words")
    assert "Nothing to do" in again.out


BY_NAME = """\
name: small/{name}
title: A question by its name
question: "{question}"
axes:
  goal: [5, 6]
keep: [win_probability]
"""


@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize("words", [("--dry-run",), ("--serial", "--no-publish")])
def test_run__says_once_how_a_question_by_its_name_is_written(
    words: tuple[str, ...], jeopardice: Command
) -> None:
    named = (("race", "race.pig"), ("equal", "equal_turns.pig"))
    texts = [BY_NAME.format(name=name, question=question) for name, question in named]
    (jeopardice.home / "named.yaml").write_text("---\n".join(texts), encoding="utf-8")
    said = jeopardice("run", "named.yaml", "--store", "named", *words)
    words_now = 'game: pig, contest: race, players: "best, best"'
    assert said.code == 0
    assert f"small/race: question: race.pig is written in words now: {words_now}." in said.out.splitlines()
    assert said.out.count("is written in words now") == 1


def test_run__says_how_numbers_of_players_are_written(jeopardice: Command) -> None:
    text = BY_NAME.format(name="many", question="race_of_many.pig").replace("5, 6]", "5]\n  players: [2, 3]")
    kept = text.replace("[win_probability]", "[cycling_clusters]")
    (jeopardice.home / "many.yaml").write_text(kept, encoding="utf-8")
    said = jeopardice("run", "many.yaml", "--store", "many", "--dry-run")
    words_now = 'game: pig, contest: race, players: "{n} x best"'
    assert f"race_of_many.pig is written in words now: {words_now}." in said.out


@pytest.mark.parametrize("question", ["pig, race: best, best", "race_of_three.pig", "head_to_head.hold_at"])
def test_run__says_nothing_of_what_is_in_words_or_cannot_be(question: str, jeopardice: Command) -> None:
    text = BY_NAME.format(name="one", question=question)
    (jeopardice.home / "one.yaml").write_text(text, encoding="utf-8")
    said = jeopardice("run", "one.yaml", "--store", "one", "--dry-run")
    assert said.code == 0
    assert "in words" not in said.out


def test_solve__takes_a_game_and_words(jeopardice: Command) -> None:
    plain = json.loads(jeopardice("solve", "race.pig", "goal=7", "--json").out)["outputs"]
    words = json.loads(jeopardice("solve", "pig", "goal=7", "--json").out)
    assert words["question"] == "pig, race: best, best"
    assert words["outputs"] == plain
    both = ("contest=equal turns", "players=best, hold at 3", "tie=again")
    said = json.loads(jeopardice("solve", "pig", "goal=7", *both, "--json").out)
    assert said["question"] == "pig, equal turns: best, hold at 3"
    assert said["parameters"]["tie"] == "again"
    three = json.loads(jeopardice("solve", "pig", "players=3", "goal=5", "--json").out)["outputs"]
    np.testing.assert_allclose(sum(three["win_probability"]["values"]), 1.0)


def test_solve__says_what_is_kept_and_no_more(jeopardice: Command) -> None:
    alike = ("players=hold at 3, hold at 3", "goal=7")
    kept = "keep=expected_turns, lead_changes_left"
    said = json.loads(jeopardice("solve", "pig", *alike, kept, "--json").out)
    assert said["question"] == "pig, race: hold at 3, hold at 3; keep expected_lead_changes"
    assert list(said["outputs"]) == ["expected_turns", "lead_changes_left", "residual"]
    named = json.loads(jeopardice("solve", "length.hold_at", "hold_at=3", "goal=7", "--json").out)["outputs"]
    assert said["outputs"]["expected_turns"] == named["expected_turns"]
    both = jeopardice("solve", "pig", *alike, "keep=waiting_value,lead_changes_left")
    assert both.code != 0
    assert one_line(both.error).endswith("Ask for each of these by itself: waiting_value; lead_changes_left.")
    unknown = jeopardice("solve", "race.pig", "goal=7", "keep=valu")
    assert "keep: expected an output of race.pig, got 'valu'. Did you mean 'value'?" in one_line(
        unknown.error
    )


def test_solve__says_with_which_outputs_a_parameter_goes(jeopardice: Command) -> None:
    said = one_line(jeopardice("solve", "pig", "players=hold at 3, hold at 3", "most_turns=9").error)
    assert said.endswith("It goes with other outputs of these players: keep=expected_lead_changes.")
    bound = one_line(
        jeopardice("solve", "farkle", "players=hold at 3, hold at 4", "opponent_gives_up=true").error
    )
    assert "keep=" not in bound
    giving = "hold at {n} giving up points"
    pair = f"{giving}, hold at {{m}} giving up points"
    assert f"These players have it: [best, optimal], {giving}; {pair}" in bound


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
def test_run__keeps_more_by_the_row_that_has_it(jeopardice: Command) -> None:
    text = SWEEPS.split("---\n")[0].replace("[[best, optimal], ", "[optimal, ").replace("hold at {n}", "best")
    (jeopardice.home / "more.yaml").write_text(text.replace("  n: {from: 3, to: 6}", "  sides: [6]"))
    said = jeopardice(
        "run", "more.yaml", "--serial", "--no-publish", "--store", "more", "--keep", "turns_left"
    )
    assert said.code == 0
    stored = open_sweep(Store.open(str(jeopardice.home / "more")), "small/replies")
    assert stored.attrs["question"].endswith("; keep expected_turns")
    assert {"turns_left", "win_probability"} <= {*stored}
    refused = jeopardice("run", "more.yaml", "--store", "more", "--keep", "plicy")
    assert "an output of pig, race: optimal, best, got 'plicy'. Did you mean 'policy'?" in one_line(
        refused.error
    )


def test_questions__say_what_is_kept_of_other_rows(jeopardice: Command) -> None:
    said = one_line(jeopardice("questions", "pig", "--players", "3", "--about", "best, best, best").out)
    assert "With keep=unsettled_clusters: Three players in turn at Pig" in said
    length = one_line(jeopardice("questions", "pig", "--about", "lead").out)
    assert "race: hold at {n}, hold at {n} keep=expected_lead_changes" in length


def test_solve__prints_brackets(jeopardice: Command) -> None:
    said = jeopardice("solve", "pig", "players=[best, optimal], hold at 3", "first_player=best", "goal=7")
    assert "Pig, race: [best, optimal], hold at 3" in said.out


def test_solve__takes_a_file_of_rules(jeopardice: Command) -> None:
    said = json.loads(jeopardice("solve", "yellow_zombie_dice", "goal=4", "players=2", "--json").out)
    assert said["question"] == "own, race: best, best"
    by_name = json.loads(jeopardice("solve", "race.own", "rules=yellow_zombie_dice", "goal=4", "--json").out)
    assert said["outputs"] == by_name["outputs"]


def test_plot__takes_words(jeopardice: Command) -> None:
    said = jeopardice("plot", "pig", "players=best, hold at 4", "goal=9", "--picture", "hold-at")
    assert said.code == 0
    assert (jeopardice.home / "pig_race_best_hold_at_4.hold-at.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("pgi",), "Did you mean 'pig'?"),
        (("yahtzee",), "game: expected a game, a file of rules or a study, got 'yahtzee'. Nearest: yahtzee."),
        (("pig", "players=[best, optimal]"), "Solved: these players of pig in"),
        (
            ("pig", "players=[best, optimal], hold at 3"),
            "first_player: expected one of best, optimal, got",
        ),
        (("pig", "players=best, hold at (3"), "players: expected brackets that close,"),
        (("race.pgi",), "question: expected one of the catalogue, got 'race.pgi'. Nearest: race.pig"),
        (("pig", "players=best, worst"), "players: expected a player, got 'worst'."),
        (
            ("pig", "players=[], hold at 20"),
            "players: expected at least one player in each list, got nothing.",
        ),
        (("pig", "players=²"), "players: expected a player, got '²'."),
        (("pig", "players=best", "players=2"), "players: expected one value, got 'best and 2'. Say it once."),
        (("pig", "contest=rage"), "Did you mean 'race'?"),
        (("pig", "turns=5"), "contest: expected one that has turns, got nothing. Name the contest: alone or"),
        (("own",), "rules: expected the name of a file of rules, got nothing."),
        (("pig", "tie=sharde"), f"tie: expected one of {', '.join(tie.word for tie in Tie)}, got 'sharde'."),
        (
            ("hog", "contest=at once"),
            "Solved: these players in this contest of pig; piglet;",
        ),
        (
            ("pig", "players=best, hold at {n}"),
            "n: expected a whole number from 1 to 10000, got nothing. Add it, such as n=20.",
        ),
        (
            ("ten_thousand", "players=hold at 5 giving up points, hold at 7 giving up points", "entry=5"),
            "got 'entry'. These players have it: best, best; hold when turn_total >= {n}, hold at {m}",
        ),
        (("pig", "entry=5"), "got 'entry'. It has goal, sides, bust_face."),
        (
            ("head_to_head.pair_piglet",),
            'It is asked in words now: jeopardice solve piglet players="hold at 20, hold at 25".',
        ),
    ],
)
def test_words_that_are_none__are_refused(words: tuple[str, ...], says: str, jeopardice: Command) -> None:
    said = jeopardice("solve", *words)
    assert said.code == 2
    assert says in one_line(said.error)


OVERVIEWS = [
    *(("solve",), ("questions",), ("questions", "farkle"), ("questions", "zombie_dice")),
    ("questions", "pig", "--players", "3"),
]


@pytest.mark.parametrize("words", OVERVIEWS, ids=" ".join)
def test_what_can_be_asked__fits_a_screen(words: tuple[str, ...], jeopardice: Command) -> None:
    lines = jeopardice(*words).out.rstrip().splitlines()
    assert len(lines) <= (PAGE if words == ("questions",) else SCREEN)
    assert max(map(len, lines)) <= 80


def test_questions__are_found_by_game_number_and_text(jeopardice: Command) -> None:
    every = jeopardice("questions").out
    assert {word in every for word in (*CONTESTS, *map(game_called, GAMES))} == {True}
    assert re.search("^pig +2-5 +2-3 +2 +1 +1 +1 +1 +2-6 +2-50\\b", every, re.MULTILINE)
    assert re.search("^ten_thousand +2-5 +2 +2 +1 +1 +1 +1 +2\\b", every, re.MULTILINE)
    assert "risk.battle" in every
    of_pig = jeopardice("questions", "pig").out
    assert "[best, optimal], rule" in one_line(of_pig)
    # Rules that count are rules; what only says how long it lasts is found by that.
    assert "scoring turns" not in of_pig
    assert "optimal, optimal" not in of_pig
    # Three are among up to five.
    assert "best, best (up to 5)" in of_pig
    assert "best, best, best;" not in one_line(of_pig.partition("equal turns")[0])
    counting = one_line(jeopardice("questions", "pig", "--about", "scoring turns").out)
    assert "[best, optimal], {n} scoring turns" in counting
    assert "equilibrium.stackelberg" in of_pig
    assert re.search(r"^showdown +best threshold, best threshold \(up to 50\)", of_pig, re.MULTILINE)
    few = one_line(jeopardice("questions", "pig", "--players", "1", "--about", "most points on average").out)
    assert "most points: best" in few
    assert "turns=5 Turns to play. A whole number from 1 to 100." in few
    assert "risk.battle" in jeopardice("questions", "--about", "Risk").out
    length = one_line(jeopardice("questions", "--about", "length").out)
    assert "hold at {n}, hold at {n} keep=expected_lead_changes" in length
    for word in ("regret", "regions"):
        about = one_line(jeopardice("questions", "pig", "--about", word).out)
        for contest in ("race", "equal turns", "busts in a row"):
            assert f"{contest} rule, [optimal, itself, best]" in about
        assert "alone rule" in about
    nothing = jeopardice("questions", "pig", "--about", "chess")
    says = "--about: no question of pig mentions 'chess'. Try a contest"
    assert nothing.code == 2
    assert says in one_line(nothing.error)
    many = jeopardice("questions", "pig", "--players", "77")
    says = "--players: nothing of pig is solved for 77 players. See `jeopardice questions pig`."
    assert (many.code, one_line(many.error)) == (2, f"error: {says}")


@pytest.mark.parametrize("answer", ANSWERS.split(", "))
def test_questions__are_found_by_each_word_that_is_named(answer: str, jeopardice: Command) -> None:
    assert jeopardice("questions", "pig", "--about", answer).code == 0


@pytest.mark.parametrize("game", ["pig", "farkle", "hog", "zombie_dice"])
@pytest.mark.parametrize("about", ["length", "lead changes", "longer", "handicap"])
def test_questions__say_how_to_ask_for_what_is_looked_for(game: str, about: str, jeopardice: Command) -> None:
    """With the outputs to keep where other rows answer the same players."""
    _, _, ask = jeopardice("questions", game, "--about", about).out.partition("Ask:")
    # Of few questions all is said.
    if ask:
        question, _, keep = asked_for(game, shlex.split(ask.replace("\\\n", " "))[3:])
        kept = [own for own in question.outputs if not keep or own.name in keep]
        said = [question.title, *(f"{own.name} {own.long_name} {own.meaning}" for own in kept)]
        assert about in " ".join(said).lower()


def test_questions_about_length__name_two_rules_in_every_contest(jeopardice: Command) -> None:
    said = one_line(jeopardice("questions", "pig", "--players", "2", "--about", "length").out)
    for contest in ("race", "equal turns", "busts in a row", "equal turns with busts", "at once"):
        of_contest = re.split("|".join(CONTESTS), said.split(contest, 1)[1])[0]
        assert "rule, rule" in of_contest, contest


def test_overview__explains_every_contest() -> None:
    shown = [contest for contest in CONTESTS.values() if not contest.rules]
    others = [contest.name for contest in CONTESTS.values() if contest.rules]
    assert all(name in " ".join(contest.meaning for contest in shown) for name in others)


def test_solve__names_games_and_contests(jeopardice: Command) -> None:
    said = one_line(jeopardice("solve").out)
    assert all(word in said for word in (*CONTESTS, *(set(GAMES) - {OWN}), "zombie_dice"))
    (example,) = [
        line for line in jeopardice("solve").out.splitlines() if "players=" in line and "pig" in line
    ]
    question, given, _ = asked_for("pig", shlex.split(example)[3:4])
    assert (question.name, given) == ("pig, race: best, hold at 20", [])


def test_questions__have_the_parameters_that_are_asked_for_in_words(jeopardice: Command) -> None:
    rule = "equal turns: best, hold when turn_total >= {n}"
    said = one_line(jeopardice("questions", "pig", "--about", rule).out)
    assert said.startswith(rule)
    assert "tie=shared" in said
    assert "n Number that {n} stands for. A whole number from -10000 to 10000." in said
    assert "rule " not in said.replace("rule of thumb", "")


@pytest.mark.long
def test_questions__of_rules_are_those_that_are_solved(jeopardice: Command) -> None:
    out = jeopardice("questions", "zombie_dice").out
    said = one_line(out)
    assert "fewest turns" in said
    assert "most points" not in said
    fewest = one_line(jeopardice("questions", "zombie_dice", "--about", "fewest turns:").out)
    assert "Zombie Dice alone: the fewest turns to the goal on average. goal=13" in fewest
    assert "race best, best;" in said
    assert "rule, rule" in said
    assert "up to" not in said
    more, ask = out.split("More: ")[1].split("Ask:")
    assert shlex.split(more)[:3] == ["jeopardice", "questions", "zombie_dice"]
    assert jeopardice(*shlex.split(more)[1:]).code == 0
    question, given, _ = asked_for("zombie_dice", shlex.split(ask.replace("\\\n", " "))[3:])
    assert question.name == "own, race: best, hold when turn_total >= {n}"
    assert given[1:] == ["n=5"]

"""`jeopardice thumb`: what is printed of a rule is what its question says, and mistakes are told."""

import json
import shlex
from pathlib import Path

import pytest

from flows.command_line.thumb_questions import CONTESTS, about_rules
from flows.commands.thumb.one_rule import Asked
from flows.commands.thumb.search import told_apart
from solvers.arrays import Array
from solvers.catalog import find
from solvers.games import pig, ten_thousand
from solvers.players.rule import rule_of_thumb
from solvers.thumb.alone.contest import ContestAlone
from solvers.thumb.evaluation import Evaluation, evaluate
from solvers.thumb.families import families
from solvers.thumb.in_a_race import ContestInTurn
from solvers.thumb.search import Best
from solvers.turns.played import PlayedTurns
from tests.commands import Command, one_line

RULES = Path(__file__).parents[4] / "configs" / "rules" / "games"
GIVEN = ("goal=40", "rule=hold at {a}", "a=15")


def solved() -> Evaluation:
    question = find("thumb.pig")
    found: Evaluation = question.solve(**question.complete({"goal": 40, "rule": "hold at 15"}))
    return found


def test_rule__is_told_with_its_chances_and_its_errors_in_words(jeopardice: Command) -> None:
    found, said = solved(), jeopardice("thumb", "pig", *GIVEN)
    assert (said.code, said.error) == (0, "")
    text = one_line(said.out)
    assert text.startswith("hold at 15 pig, to 40 in turn.")
    first, second = found.against_optimal[:, 0, 0]
    assert f"optimal play {(first + second) / 2:.6f} {first:.6f} {second:.6f}" in text
    assert f"itself 0.500000 {found.against_itself[0, 0, 0]:.6f}" in text
    assert (
        f"its best reply {found.against_reply[:, 0, 0].mean():.6f} {found.against_reply[0, 0, 0]:.6f}" in text
    )
    assert (
        f"costs {100 * found.loss:.4g} percentage points against optimal play,"
        f" {100 * found.loss_to_reply:.4g} against its best reply."
    ) in text
    for region in found.regions:
        assert f"{region.share:.1%} {region.sentence}" in text
    assert max(map(len, said.out.splitlines())) <= 80


def test_rule__is_told_as_json(jeopardice: Command) -> None:
    found, document = solved(), json.loads(jeopardice("thumb", "pig", *GIVEN, "--json").out)
    assert document["rule"] == "hold at 15"
    assert document["outputs"]["loss"] == found.loss
    assert [region["share"] for region in document["regions"]] == [one.share for one in found.regions]
    assert document["regions"][0]["sentence"] == found.regions[0].sentence


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("thumb.pig", ()),
        ("thumb_streak.pig", ("cost=3",)),
        ("thumb_equal_turns.pig", ()),
        ("thumb_within_turns.farkle", ("turns=3",)),
        ("equal_turns_response_to_rule.pig", ()),
    ],
)
def test_case__has_no_number_that_its_rule_has_not(
    jeopardice: Command, name: str, given: tuple[str, ...]
) -> None:
    """However it is asked: it would be another case with the same answer."""
    said = jeopardice("solve", name, "goal=12", *given, "rule=hold at 9", "a=7")
    assert (said.code, said.out) == (2, "")
    assert "a: expected no number, as the rule has no {a}, got 7. Leave a out." in one_line(said.error)


IN_STREAK = ("goal=30", "busts=2", "cost=5", "rule=hold at 15")


def test_rule__where_busts_in_a_row_cost_points(jeopardice: Command) -> None:
    question = find("thumb_streak.pig")
    found = question.solve(**question.complete({"goal": 30, "busts": 2, "cost": 5, "rule": "hold at 15"}))
    said = jeopardice("thumb", "pig", *IN_STREAK)
    assert (said.code, said.error) == (0, "")
    text = one_line(said.out)
    assert text.startswith("hold at 15 pig, to 30 in turn, where 2 busts in a row cost 5.")
    assert f"optimal play {0.5 - found.loss:.6f}" in text
    assert f"its best reply {0.5 - found.loss_to_reply:.6f}" in text
    assert (
        f"costs {100 * found.loss:.4g} percentage points against optimal play,"
        f" {100 * found.loss_to_reply:.4g} against its best reply."
    ) in text
    assert f"It decides {found.decisions:.1f} times a game; {found.right_decisions:.1%} of its" in text
    assert all(region.sentence in text for region in found.regions)
    document = json.loads(jeopardice("thumb", "pig", *IN_STREAK, "--json").out)
    assert document["outputs"]["loss"] == found.loss
    assert [region["share"] for region in document["regions"]] == [one.share for one in found.regions]
    theirs = jeopardice("thumb", "own", *IN_STREAK, f"rules={RULES / 'pig.yaml'}").out
    assert theirs.splitlines()[2:] == said.out.splitlines()[2:]


def test_search__where_busts_in_a_row_cost_points(jeopardice: Command) -> None:
    said = jeopardice("thumb", "pig", *IN_STREAK[:3], "--numbers", "1")
    assert (said.code, said.error) == (0, "")
    assert "pig, to 30 in turn, where 2 busts in a row cost 5: the best of 30 rules" in one_line(said.out)
    assert "best of all 30" in one_line(said.out)


def test_rule__that_looks_at_busts_in_a_row(jeopardice: Command) -> None:
    text = "hold when turn_total >= 15 or own_busts = 1 and turn_total >= {a}"
    given = ("goal=30", "busts=2", "cost=5", f"rule={text}")
    losses = {
        a: json.loads(jeopardice("thumb", "pig", *given, f"a={a}", "--json").out)["outputs"] for a in (5, 15)
    }
    same = json.loads(jeopardice("thumb", "pig", *IN_STREAK, "--json").out)["outputs"]
    assert losses[15].keys() == same.keys()
    for name, own in losses[15].items():
        assert own == pytest.approx(same[name], abs=1e-13)
    assert losses[5]["loss"] != pytest.approx(same["loss"], abs=1e-4)


def test_rule__for_a_game_from_a_file(jeopardice: Command) -> None:
    given = ("goal=20", "rule=hold at 9")
    ours = jeopardice("thumb", "big_pig", *given).out.splitlines()
    theirs = jeopardice("thumb", "own", *given, f"rules={RULES / 'big_pig.yaml'}").out.splitlines()
    assert ours[3:8] == theirs[3:8]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("hog", "rule=hold at 5"), "game: race has no rules of thumb for hog, only for pig, piglet"),
        (("pig", "rule=hold at {a}"), "a: the rule contains {a}. Give it a number, such as a=20."),
        (
            ("pig", "rule=hold at 9 - own_busts"),
            "at column 13. hold at 9 - own_busts ^ Busts in a row count",
        ),
        (("pig", "rule=hold at 9", "a=5"), "a: the rule does not contain {a}. Leave a out."),
        (("pig", "rule=hold at 9", "goal=20", "goal=30"), "goal: expected one value, got '20 and 30'. Say"),
        (("great_rolled_ones", "rules=pig", "rule=hold at 9"), "rules: expected one value, got 'pig and"),
        (("pig", "rule=hold at"), "a condition or a sum at column 8, where the text ends"),
        (("pig", "rule=hold at 5", "goal=1"), "goal: expected a whole number from 2 to 300, got 1"),
        (("own", "rule=hold at 5", f"rules={RULES / 'hog.yaml'}"), "a game whose turns open in one way"),
    ],
)
def test_mistake__is_told(jeopardice: Command, words: tuple[str, ...], error: str) -> None:
    said = jeopardice("thumb", *words)
    assert said.code == 2
    assert error in one_line(said.error)


@pytest.mark.long
def test_search__prints_the_frontier_and_says_how_good_it_is(jeopardice: Command) -> None:
    said = jeopardice("thumb", "pig", "goal=20", "sides=4", "--numbers", 2)
    assert (said.code, said.error) == (0, "")
    assert "rules of thumb." in said.out
    assert "best of all 20" in said.out
    assert "literature" not in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    document = json.loads(jeopardice("thumb", "pig", "goal=20", "sides=4", "--numbers", 2, "--json").out)
    assert document["parameters"] == {"goal": 20, "sides": 4, "bust_face": 1}
    assert document["complete"]
    losses = [(len(one["numbers"]), one["loss"]) for one in document["families"]]
    for row in document["frontier"]:
        assert f"{row['loss']:.3%}" in said.out
        assert row["loss"] == pytest.approx(
            min(loss for numbers, loss in losses if numbers <= row["numbers"]), abs=1e-13
        )


@pytest.mark.parametrize(
    ("given", "contest"),
    [
        ((), "to 12 units of 50 points in turn"),
        (("turns=2",), "alone, to 12 units of 50 points within 2 turns"),
        (
            ("busts=2", "cost=3"),
            "to 12 units of 50 points in turn, where 2 busts in a row cost 3 units of 50 points",
        ),
        (("tie=2",), "to 12 units of 50 points with equal turns, a tie shared"),
    ],
)
@pytest.mark.long
def test_search__says_in_which_unit_points_are_counted(
    jeopardice: Command, given: tuple[str, ...], contest: str
) -> None:
    said = one_line(jeopardice("thumb", "farkle", "goal=12", *given, "--numbers", 1).out)
    assert said.startswith(f"farkle, {contest}: the best of "), said
    assert said.endswith("Points in these rules are in units of 50 points.")


@pytest.mark.long
def test_search__leaves_out_what_looks_no_better(jeopardice: Command) -> None:
    # With two coins one holds after every throw that scores, and no other rule is better.
    said = jeopardice("thumb", "piglet", "coins=2", "--numbers", 3)
    assert "No rule with 2 and 3 numbers was found that loses less." in one_line(said.out)
    assert said.out.count("best of all") == 1


def test_rules__that_lose_alike_by_what_is_shown_are_one() -> None:
    sentences = families(pig.turn(), 20, 3)
    losses = (0.0158914, 0.0158911, 0.0158, 4e-6, 1e-7, 0.0)
    found = [Best(sentences[0], (9,), loss, 1, True) for loss in losses]
    assert [one.loss for one in told_apart(found)] == [0.0158914, 0.0158, 4e-6, 0.0]


@pytest.mark.long
def test_search__beside_the_literature(jeopardice: Command) -> None:
    found = json.loads(jeopardice("thumb", "pig", "--numbers", 1, "--json").out)
    assert [row["rule"] for row in found["frontier"]] == [
        "hold when turn_total >= 25 and goal - opponent > 25"
    ]
    losses = {row["note"]: row["loss"] for row in found["literature"] if row["numbers"] == 3}
    # Games in a hundred that optimal play wins more, Neller & Presser 2010.
    assert 200 * losses["Neller & Presser 2010"] == pytest.approx(0.922, abs=5e-4)


def test_search__that_is_ended_prints_what_it_has(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    loss, left = ContestInTurn.loss, iter(range(25))

    def until_ctrl_c(contest: ContestInTurn, text: str, numbers: dict[str, int]) -> float:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return loss(contest, text, numbers)

    monkeypatch.setattr(ContestInTurn, "loss", until_ctrl_c)
    said = jeopardice("thumb", "pig", "goal=30")
    assert said.code == 130
    assert "the best of 25 rules of thumb, stopped early" in one_line(said.out)
    assert "best of 25 tried" in said.out


def test_search__whose_replies_nobody_waits_for_prints_what_the_rules_lose(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply, left = ContestInTurn.replied, iter(range(1))

    def until_ctrl_c(contest: ContestInTurn, name: str, own: PlayedTurns) -> Array:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return reply(contest, name, own)

    monkeypatch.setattr(ContestInTurn, "replied", until_ctrl_c)
    said = jeopardice("thumb", "yellow_zombie_dice", "goal=8", "--numbers", "2")
    assert said.code == 130
    first, second = (line.split() for line in said.out.splitlines() if "%" in line)
    assert len([word for word in first if "%" in word]) == 3
    assert len([word for word in second if "%" in word]) == 1
    assert said.out.rstrip().endswith(
        "Numbers that are missing were not yet computed when you pressed Ctrl-C."
    )
    assert "best of all" in said.out


def test_search__that_is_ended_while_optimal_play_is_solved_says_so(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ctrl_c(contest: ContestInTurn, text: str, numbers: dict[str, int]) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(ContestInTurn, "loss", ctrl_c)
    said = jeopardice("thumb", "yellow_zombie_dice", "--numbers", "1")
    assert said.code == 130
    assert "stopped before a rule was tried" in one_line(said.out)
    document = json.loads(jeopardice("thumb", "yellow_zombie_dice", "--numbers", "1", "--json").out)
    assert (document["complete"], document["families"], document["literature"]) == (False, [], [])


@pytest.mark.parametrize("name", [one.name for contest in CONTESTS for one in about_rules(contest)])
def test_optimal_play__that_rules_meet_is_asked_with_no_more_than_they_are(name: str) -> None:
    asked = Asked(find(name), {})
    of_optimal_play = asked.of_optimal_play
    assert of_optimal_play.game.name == asked.question.game.name
    assert {one.name for one in of_optimal_play.parameters} <= {one.name for one in asked.question.parameters}


def test_search__says_how_long_all_its_rules_take(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not how long one takes: by a clock that says ten seconds more with each rule that is tried."""
    clock = iter(range(0, 100_000, 10))
    monkeypatch.setattr("flows.commands.thumb.progress.compiling.perf_counter", lambda: float(next(clock)))
    said = jeopardice("thumb", "pig", "goal=12", "--numbers", "1")
    rules = sum(family.rules for family in families(pig.turn(), 12, 1))
    assert f"the best of {rules} rules" in one_line(said.out)
    assert f"Trying about {rules} rules, in about" in one_line(said.error)


def test_search_of_a_game_that_wipes__finds_what_following_its_games_finds(jeopardice: Command) -> None:
    found = json.loads(jeopardice("thumb", "two_dice_pig", "goal=20", "--numbers", "1", "--json").out)
    question = find("thumb.two_dice_pig")
    for family in found["families"]:
        given = {"goal": 20, "rule": family["family"], **family["numbers"]}
        solved = question.solve(**question.complete(given))
        assert family["loss"] == pytest.approx((solved.visits * solved.regret).sum(), abs=1e-12)


def test_number_without_a_rule__is_refused(jeopardice: Command) -> None:
    said = jeopardice("thumb", "pig", "a=5")
    assert said.code == 2
    assert "a: a=5 is a number of a rule, and no rule is given." in one_line(said.error)


# --- More to decide


def test_rule_of_a_game_with_more_to_decide__is_told(jeopardice: Command) -> None:
    text = "hold when turn_total >= 4 and dice_left < 5, go for most dice_left"
    question = find("thumb.ten_thousand")
    found = question.solve(**question.complete({"goal": 20, "rule": text}))
    said = jeopardice("thumb", "ten_thousand", "goal=20", f"rule={text}")
    assert (said.code, said.error) == (0, "")
    assert one_line(said.out).startswith(f"{text} ten thousand, to 20 chips (50 points) in turn.")
    assert f"decides {found.decisions:.1f} times a game; {found.right_decisions:.1%}" in one_line(said.out)
    for region in found.regions:
        assert f"{region.share:.1%} {region.sentence}" in one_line(said.out)
    assert max(map(len, said.out.splitlines())) <= 80
    document = json.loads(jeopardice("thumb", "ten_thousand", "goal=20", f"rule={text}", "--json").out)
    assert document["outputs"]["loss"] == found.loss
    assert {region["where"] for region in document["regions"]} == {one.where for one in found.regions}


def test_file__is_asked_by_its_name_as_judge_does(jeopardice: Command) -> None:
    rule = 'rule=hold when turn_total >= 4 and position = "two ones"'
    named = jeopardice("thumb", "great_rolled_ones", "goal=12", rule)
    assert one_line(named.out).startswith(f"{rule[5:]} Great Rolled Ones, to 12 in turn.")
    for given in (
        (str(RULES / "great_rolled_ones.yaml"),),
        ("own", f"rules={RULES / 'great_rolled_ones.yaml'}"),
    ):
        assert jeopardice("thumb", *given, "goal=12", rule).out == named.out
    assert jeopardice("thumb", str(RULES / "big_pig.yaml"), "goal=12", "rule=hold at 4").code == 0


def test_best_rules_of_a_game_with_more_to_decide__stand_beside_the_literature(jeopardice: Command) -> None:
    document = json.loads(jeopardice("thumb", "ten_thousand", "goal=12", "--numbers", "1", "--json").out)
    assert document["frontier"]
    assert min(row["loss"] for row in document["frontier"]) == min(
        one["loss"] for one in document["families"]
    )
    assert [row["note"][:17] for row in document["literature"]] == ["Crocce & Mordecki"] * 2
    contest = ContestInTurn(ten_thousand.turn(), 12)
    for one in document["families"]:
        loss = contest.loss(one["family"], one["numbers"])
        found = evaluate(rule_of_thumb(one["family"], ten_thousand.turn(), 12, one["numbers"]), contest.met)
        assert loss == pytest.approx(one["loss"], abs=1e-15)
        assert max(loss, 0.0) == pytest.approx(found.loss, abs=1e-13)
        assert contest.standing(one["family"], one["numbers"]).loss_to_reply == pytest.approx(
            found.loss_to_reply, abs=1e-13
        )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("pig", "rule=hold at 20", "--numbers", "2"), "it limits a search, and rule= names one rule"),
        (
            ("nowhere.yaml", "rule=hold at 3"),
            "expected a file of rules, or a game, got 'nowhere.yaml: no such file'",
        ),
        (("farkel", "rule=hold at 3"), "Did you mean 'farkle'?"),
        (("pig", "rule=hold when turntotal > 3"), "at column 11"),
        (("pig", "rule=hold when turntotal > 3"), "Did you mean 'turn_total'?"),
    ],
)
def test_mistake_of_a_game__is_told(jeopardice: Command, given: tuple[str, ...], words: str) -> None:
    said = jeopardice("thumb", *given)
    assert said.code == 2
    # Boxes of a wrong option have bars at their sides.
    assert words in one_line(said.error.replace("│", " "))


# --- Alone


def test_rule_of_who_plays_alone__is_told(jeopardice: Command) -> None:
    given = ("goal=40", "turns=5", "rule=hold when turn_total >= {a} and turns_left > 1", "a=12")
    question = find("thumb_within_turns.pig")
    text = "hold when turn_total >= 12 and turns_left > 1"
    found = question.solve(**question.complete({"goal": 40, "turns": 5, "rule": text}))
    said = jeopardice("thumb", "pig", *given)
    assert (said.code, said.error) == (0, "")
    words = one_line(said.out)
    assert words.startswith(f"{text} pig, alone, to 40 within 5 turns.")
    assert f"by this rule {found.rule_value[-1, 0]:.6f} by optimal play {found.value[-1, 0]:.6f}" in words
    assert (
        f"costs {100 * found.loss:.4g} percentage points against optimal play. It decides"
        f" {found.decisions:.1f} times"
    ) in words
    for region in found.regions:
        assert f"{region.share:.1%} {region.sentence}" in words
    assert max(map(len, said.out.splitlines())) <= 80
    document = json.loads(jeopardice("thumb", "pig", *given, "--json").out)
    assert (document["rule"], document["outputs"]["loss"]) == (text, found.loss)
    assert [region["turns_left"] for region in document["regions"]] == [
        list(region.turns_left) for region in found.regions
    ]


def test_rule_of_who_plays_alone__for_a_game_from_a_file(jeopardice: Command) -> None:
    given = ("goal=20", "turns=3", "rule=hold at 9")
    ours = jeopardice("thumb", "big_pig", *given)
    assert ours.code == 0
    for named in ((str(RULES / "big_pig.yaml"),), ("own", f"rules={RULES / 'big_pig.yaml'}")):
        assert jeopardice("thumb", *named, *given).out.splitlines()[2:] == ours.out.splitlines()[2:]


@pytest.mark.long
def test_search_alone__prints_the_frontier_beside_the_literature(jeopardice: Command) -> None:
    given = ("thumb", "pig", "turns=10", "--numbers", 2)
    said = jeopardice(*given)
    assert (said.code, said.error) == (0, "")
    words = one_line(said.out)
    assert words.startswith("pig, alone, to 100 within 10 turns: the best of")
    assert "optimal play does in 46.54% of all games" in words
    assert max(map(len, said.out.splitlines())) <= 80
    document = json.loads(jeopardice(*given, "--json").out)
    assert document["parameters"]["turns"] == 10
    contest = ContestAlone(pig.turn(), 100, 10)
    losses = [(len(one["numbers"]), one["loss"]) for one in document["families"]]
    for one in document["families"]:
        assert contest.loss(one["family"], one["numbers"]) == one["loss"]
    for row in document["frontier"]:
        assert row["loss"] == min(loss for numbers, loss in losses if numbers <= row["numbers"])
        assert row["loss"] + row["chance"] == pytest.approx(contest.best_chance, abs=1e-15)
        assert f"{row['loss']:.3%} {row['chance']:.2%}" in words
    told = {row["rule"]: row["chance"] for row in document["literature"]}
    question = find("thumb_within_turns.pig")
    solved = question.solve(**question.complete({"turns": 10, "rule": "hold at 20"}))
    assert told["hold at 20"] == pytest.approx(solved.rule_value[-1, 0], abs=1e-15)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("hog", "turns=5", "rule=hold at 6"), "has no rules of thumb for hog, only for "),
        ((str(RULES / "hog.yaml"), "turns=5", "rule=hold at 6"), "a game whose turns open in one way"),
        (("pig", "turns=5", "rule=hold when opponent > 3"), "one of banked, turns_left, turn_total, goal"),
        (("pig", "rule=hold when turns_left < 3"), "For a player alone, ask thumb_within_turns."),
        (("pig", "turns=0", "rule=hold at 3"), "turns: expected a whole number from 1 to 200, got 0."),
    ],
)
def test_mistake_of_who_plays_alone__is_told(jeopardice: Command, words: tuple[str, ...], error: str) -> None:
    said = jeopardice("thumb", *words)
    assert said.code == 2
    assert error in one_line(said.error)


@pytest.mark.long
def test_rule_by_position_of_who_plays_alone__is_told(jeopardice: Command) -> None:
    text = "hold when turn_total >= 4 and turns_left > 1, go for most dice_left"
    question = find("thumb_within_turns.ten_thousand")
    found = question.solve(**question.complete({"goal": 20, "turns": 4, "rule": text}))
    given = ("goal=20", "turns=4", f"rule={text}")
    said = jeopardice("thumb", "ten_thousand", *given)
    assert (said.code, said.error) == (0, "")
    words = one_line(said.out)
    assert words.startswith(f"{text} ten thousand, alone, to 20 chips (50 points) within 4 turns.")
    assert f"by this rule {found.rule_value[-1, 0]:.6f} by optimal play {found.value[-1, 0]:.6f}" in words
    for region in found.regions:
        assert f"{region.share:.1%} {region.sentence}" in words
    assert max(map(len, said.out.splitlines())) <= 80
    rule = 'rule=hold when turn_total >= 4 and position = "two ones" and turns_left > 1'
    named = [("great_rolled_ones",), ("own", f"rules={RULES / 'great_rolled_ones.yaml'}")]
    one, other = (jeopardice("thumb", *game, "goal=12", "turns=3", rule) for game in named)
    assert one.code == 0
    assert one.out == other.out


def test_search_by_position_alone__stands_beside_the_literature(jeopardice: Command) -> None:
    given = ("thumb", "ten_thousand", "goal=12", "turns=3", "--numbers", "1")
    document = json.loads(jeopardice(*given, "--json").out)
    losses = [one["loss"] for one in document["families"]]
    assert [row["loss"] for row in document["frontier"]] == [min(losses)]
    assert [row["note"][:17] for row in document["literature"]] == ["Crocce & Mordecki"] * 2
    said = jeopardice(*given)
    assert one_line(said.out).startswith(
        "ten thousand, alone, to 12 chips (50 points) within 3 turns: the best of"
    )
    assert max(map(len, said.out.splitlines())) <= 80


EQUALLY = ("goal=30", "tie=3", "rule=hold at 15")


def test_rule__with_equal_turns(jeopardice: Command) -> None:
    question = find("thumb_equal_turns.pig")
    found = question.solve(**question.complete({"goal": 30, "tie": 3, "rule": "hold at 15"}))
    said = jeopardice("thumb", "pig", *EQUALLY)
    assert (said.code, said.error) == (0, "")
    text = one_line(said.out)
    assert text.startswith("hold at 15 pig, to 30 with equal turns, a tie going on in rounds.")
    first, second = found.against_optimal[0, 0, 0, 0], found.against_optimal[1, 1, 0, 0]
    assert f"optimal play {0.5 - found.loss:.6f} {first:.6f} {second:.6f}" in text
    assert f"its best reply {0.5 - found.loss_to_reply:.6f}" in text
    assert max(map(len, said.out.splitlines())) <= 80
    assert f"decides {found.decisions:.1f} times a game; {found.right_decisions:.1%} of its decisions" in text
    assert found.regions
    for region in found.regions:
        assert f"{region.share:.1%} {region.sentence}" in text
    document = json.loads(jeopardice("thumb", "pig", *EQUALLY, "--json").out)
    assert [own["sentence"] for own in document["regions"]] == [own.sentence for own in found.regions]
    assert document["outputs"]["loss"] == found.loss
    assert document["outputs"]["win_probability_against_optimal"][1] == second
    theirs = jeopardice("thumb", "own", *EQUALLY, f"rules={RULES / 'pig.yaml'}").out
    assert theirs.splitlines()[2:] == said.out.splitlines()[2:]


def test_tie__is_a_word_or_its_number(jeopardice: Command) -> None:
    given = ("goal=12", "rule=hold at 9")
    word, number = (jeopardice("thumb", "pig", f"tie={tie}", *given, "--json") for tie in ("shared", 2))
    assert (word.code, word.error) == (0, "")
    assert word.out == number.out
    named = jeopardice("solve", "equal_turns.pig", "goal=12", "tie=again", "--json")
    assert json.loads(named.out)["parameters"]["tie"] == 3
    accepted = {"sharde": "one of first, last, shared, again", "4": "a whole number from 0 to 3"}
    for wrong, expected in accepted.items():
        said = jeopardice("thumb", "pig", f"tie={wrong}", *given)
        assert said.code == 2
        assert f"tie: expected {expected}, got" in one_line(said.error)


def test_search__with_equal_turns(jeopardice: Command) -> None:
    said = jeopardice("thumb", "pig", *EQUALLY[:2], "--numbers", "1")
    assert (said.code, said.error) == (0, "")
    title = "pig, to 30 with equal turns, a tie going on in rounds: the best of 30 rules"
    assert title in one_line(said.out)


@pytest.mark.parametrize(
    ("game", "given", "ask"),
    [
        (
            "two_dice_pig",
            ("tie=shared",),
            'solve two_dice_pig contest="equal turns" players="best, hold at 20"',
        ),
        ("hog", ("tie=shared",), "questions hog"),
        ("progressive_pig", ("busts=3",), "questions progressive_pig"),
    ],
)
def test_game__of_which_no_rule_is_judged_is_refused_with_what_to_ask(
    jeopardice: Command, game: str, given: tuple[str, ...], ask: str
) -> None:
    said = jeopardice("thumb", game, "goal=12", *given, "rule=hold at 9")
    assert said.code == 2
    assert "has no rules of thumb for " in one_line(said.error)
    assert one_line(said.error).endswith(f": jeopardice {ask}.")
    assert jeopardice(*shlex.split(ask), *(("goal=12",) if "solve" in ask else ())).code == 0

"""`jeopardice thumb`: what is printed of a rule is what its question says, and mistakes are told."""

import json
from pathlib import Path

import pytest

from solvers.catalog import find
from solvers.thumb.evaluation import Evaluation
from solvers.thumb.search import Contest
from tests.commands import Command, one_line

RULES = Path(__file__).parents[2] / "configs" / "rules" / "games"
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
    wins = found.against_optimal
    assert f"optimal play {wins.wins:.6f} {wins.wins_first:.6f} {wins.wins_second:.6f}" in text
    assert f"itself 0.500000 {found.against_itself.wins_first:.6f}" in text
    assert f"its best reply {1 - found.reply.wins:.6f} {1 - found.reply.wins_second:.6f}" in text
    assert f"gives away {found.loss:.4%} to optimal play, {found.loss_to_reply:.4%} to its best" in text
    for region in found.regions:
        assert f"{region.share:.1%} {region.sentence}" in text
    assert max(map(len, said.out.splitlines())) <= 80


def test_rule__is_told_as_json(jeopardice: Command) -> None:
    found, document = solved(), json.loads(jeopardice("thumb", "pig", *GIVEN, "--json").out)
    assert document["rule"] == "hold at 15"
    assert document["outputs"]["loss"] == found.loss
    assert [region["share"] for region in document["regions"]] == [one.share for one in found.regions]
    assert document["regions"][0]["sentence"] == found.regions[0].sentence


def test_rule__for_a_game_from_a_file(jeopardice: Command) -> None:
    given = ("goal=20", "rule=hold at 9")
    ours = jeopardice("thumb", "big_pig", *given).out.splitlines()
    theirs = jeopardice("thumb", "own", *given, f"rules={RULES / 'big_pig.yaml'}").out.splitlines()
    assert ours[3:8] == theirs[3:8]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("farkle", "rule=hold at 5"), "game: expected one of pig, piglet"),
        (("pig", "rule=hold at {a}"), "a: expected a number, as the rule has {a}, got 'none'. Say a=20"),
        (("pig", "rule=hold at"), "a rule that goes on otherwise at column 8"),
        (("pig", "rule=hold at 5", "goal=1"), "goal: expected a whole number from 2 to 300, got 1"),
        (("own", "rule=hold at 5", f"rules={RULES / 'farkle.yaml'}"), "a game whose only way to go on"),
    ],
)
def test_mistake__is_told(jeopardice: Command, words: tuple[str, ...], error: str) -> None:
    said = jeopardice("thumb", *words)
    assert said.code == 2
    assert error in one_line(said.error)


def test_search__prints_the_frontier_and_says_how_good_it_is(jeopardice: Command) -> None:
    said = jeopardice("thumb", "pig", "goal=30", "sides=4", "--numbers", 2)
    assert (said.code, said.error) == (0, "")
    assert "rules of thumb." in said.out
    assert "best of all 30" in said.out
    assert "literature" not in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    document = json.loads(jeopardice("thumb", "pig", "goal=30", "sides=4", "--numbers", 2, "--json").out)
    assert document["parameters"] == {"goal": 30, "sides": 4, "bust_face": 1}
    assert document["complete"]
    losses = [(len(one["numbers"]), one["loss"]) for one in document["families"]]
    for row in document["frontier"]:
        assert f"{row['loss']:.3%}" in said.out
        assert row["loss"] == pytest.approx(
            min(loss for numbers, loss in losses if numbers <= row["numbers"]), abs=1e-13
        )


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
    loss, left = Contest.loss, iter(range(25))

    def until_ctrl_c(contest: Contest, text: str, numbers: dict[str, int]) -> float:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return loss(contest, text, numbers)

    monkeypatch.setattr(Contest, "loss", until_ctrl_c)
    said = jeopardice("thumb", "pig", "goal=30")
    assert said.code == 130
    assert "the best of 25 rules of thumb, cut short" in one_line(said.out)
    assert "best of 25 tried" in said.out


def test_number_without_a_rule__is_refused(jeopardice: Command) -> None:
    said = jeopardice("thumb", "pig", "a=5")
    assert said.code == 2
    assert "a: expected no number of a rule where the best ones are searched, got 5" in one_line(said.error)

"""The finished pages: what they say follows from the answers, and their code makes them."""

import re
import shlex
from pathlib import Path

import matplotlib
import pytest
import xarray as xr

import jeopardice as jp
from browsing.gallery.figures import as_read, filled, table
from browsing.gallery.finished import command, python
from browsing.gallery.sheet import sheet
from browsing.gallery.topic import Figure, Topic, topic_of_game, topics
from flows.command_line.asked_case import case
from flows.command_line.asked_for import asked_for
from solvers.errors import InvalidRules
from tests.commands import Command

TOPICS = {topic.name: topic for topic in topics()}
WORDS = re.compile(r"[^\W\d]+")
# A sentence says one thought.
LONGEST = 32

every_topic = pytest.mark.parametrize("topic", TOPICS.values(), ids=TOPICS)


def answer(name: str) -> xr.Dataset:
    """The answer that a page shows."""
    topic = TOPICS[name]
    return jp.solve(topic.game, **topic.given)


def test_topics__are_twelve_and_pig_for_two_is_the_first() -> None:
    assert next(iter(TOPICS)) == "pig-for-two"
    assert len(TOPICS) == len({topic.title for topic in TOPICS.values()}) == 12


@every_topic
def test_topic__has_short_sentences_without_numbers_that_could_go_stale(topic: Topic) -> None:
    named = set(re.findall(r"\{(\w+)\}", topic.result + topic.why))
    assert named <= set(topic.figures)
    assert {figure for figure, own in topic.figures.items() if not own.words} <= named
    assert len(topic.title.split()) <= 6
    for sentence in re.split(r"(?<=[.:;?]) ", f"{topic.result} {topic.why}"):
        assert len(WORDS.findall(sentence)) <= LONGEST, sentence
    # A percentage is never typed: it comes from the answer.
    assert "%" not in topic.result + topic.why + topic.caption + topic.alt


@every_topic
def test_topic__asks_for_outputs_and_a_picture_that_there_are(topic: Topic) -> None:
    given = [f"{name}={value}" for name, value in topic.given.items()]
    asked = case(asked_for(topic.game, given))
    assert topic.outputs <= {output.name for output in asked.question.outputs}
    assert topic.picture in {picture.name for picture in asked.question.all_pictures}
    shared = {asked.question.output(name).dims for name in topic.data}
    assert len(shared) == 1
    assert shared.pop()


@pytest.mark.long
@every_topic
def test_topic__is_made_by_its_code_and_by_its_command(
    topic: Topic, jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(jeopardice.home)
    matplotlib.use("agg")
    names: dict[str, object] = {}
    exec(python(topic), names)
    picture = jeopardice.home / f"{topic.name}.svg"
    assert picture.read_text().count("<svg") == 1
    picture.unlink()
    program, *words = shlex.split(command(topic))
    assert program == "jeopardice"
    said = jeopardice(*words)
    assert said.code == 0, said.error
    assert picture.is_file()
    dataset = names["ds"]
    assert isinstance(dataset, xr.Dataset)
    for sentence in (topic.result, topic.why):
        assert "nan" not in filled(sentence, topic.figures, dataset)
    assert len(table(dataset, topic.data)) > 20


def figure(name: str, of: str, dataset: xr.Dataset) -> float:
    """A figure as a number, from what the page writes."""
    return float(as_read(TOPICS[name].figures[of], dataset).removesuffix(" %"))


def test_pig_for_two__says_what_is_so() -> None:
    """Neller & Presser 2004: 53.06 %, and 21 to begin with."""
    dataset = answer("pig-for-two")
    said = {name: figure("pig-for-two", name, dataset) for name in TOPICS["pig-for-two"].figures}
    assert (said["first"], said["level"]) == (53.06, 21)
    assert said["ahead"] < said["level"] < said["behind"]
    (claim,) = re.findall(
        r"wins ([\d.]+) %", filled(TOPICS["pig-for-two"].result, TOPICS["pig-for-two"].figures, dataset)
    )
    assert claim == f"{100 * float(dataset.win_probability):.2f}"


def test_hold_at_n__names_the_rule_that_no_other_beats() -> None:
    dataset = answer("hold-at-n")
    best = int(figure("hold-at-n", "best", dataset))
    against = dataset.average_win_probability.sel(second_hold_at=best).drop_sel(first_hold_at=best)
    assert float(against.max()) < 0.5
    assert figure("hold-at-n", "twenty", dataset) < 50


@pytest.mark.long
def test_how_long__gives_odd_turns_to_the_first_player() -> None:
    dataset = answer("how-long")
    assert figure("how-long", "likely", dataset) == 17
    chances = dataset.ending_probability
    odd = float(chances.sel(turns=chances.turns % 2 == 1).sum())
    first = float(jp.solve("pig", goal=100).win_probability)
    assert odd == pytest.approx(first, abs=1e-12)


def test_equal_turns__give_the_second_player_the_edge() -> None:
    dataset = answer("equal-turns")
    assert figure("equal-turns", "second", dataset) > 50
    assert figure("equal-turns", "handicap", dataset) > 0
    assert abs(figure("equal-turns", "even", dataset) - 50) < 1


@pytest.mark.parametrize("name", ["pass-the-pigs", "two-dice-pig"])
def test_wipes__make_a_leader_hold_early(name: str) -> None:
    dataset = answer(name)
    assert figure(name, "ahead", dataset) < figure(name, "level", dataset) < figure(name, "behind", dataset)


@pytest.mark.long
def test_hog__takes_more_dice_the_further_behind() -> None:
    dataset = answer("hog")
    assert figure("hog", "ahead", dataset) < figure("hog", "dice", dataset) < figure("hog", "behind", dataset)


def test_alone__rolls_to_the_end_from_there_on() -> None:
    dataset = answer("alone")
    last = int(figure("alone", "last", dataset))
    missing = 100 - dataset.banked
    assert bool(
        (dataset.hold_at.sel(banked=slice(last, None)) == missing.sel(banked=slice(last, None))).all()
    )
    assert int(dataset.hold_at.sel(banked=last - 1)) < int(missing.sel(banked=last - 1))


def test_unseen__no_fixed_number_is_safe() -> None:
    dataset = answer("unseen")
    assert float(dataset.best_reply_win_probability.min()) >= 0.5
    assert figure("unseen", "likely", dataset) == 21


def test_risk__only_a_large_attack_succeeds_more_often_than_not() -> None:
    dataset = answer("risk")
    said = [figure("risk", name, dataset) for name in ("five", "ten", "twenty")]
    assert said == sorted(said)
    assert said[0] < 50 < said[-1]


def test_sheet__is_what_the_solver_says_every_ten_points() -> None:
    dataset = jp.solve("pig", goal=100)
    found = sheet(dataset)
    assert found.scores == tuple(range(0, 100, 10))
    for banked, row in zip(found.scores, found.rows, strict=True):
        for opponent, cell in zip(found.scores, row, strict=True):
            hold_at = int(dataset.hold_at.sel(banked=banked, opponent=opponent))
            assert (cell.hold_at, cell.to_the_end) == (hold_at, hold_at == 100 - banked)


def test_own_game__shows_positions_that_are_told_apart() -> None:
    shown = {count: topic_of_game(Path("own.yaml"), "own", 50, count) for count in (1, 2, 24, 25)}
    pictures = [topic.picture for topic in shown.values()]
    assert pictures == ["value", "first-turn-policy", "first-turn-policy", "value"]
    assert shown[1].caption == shown[25].caption != shown[2].caption
    assert 'jp.plot(ds, "value")' in python(shown[25])
    assert (shown[1].title, shown[1].result[:10]) == ("Own", "Own to 50:")


def test_own_game__may_have_braces_in_its_name_and_signs_in_its_file() -> None:
    topic = topic_of_game(Path("my game#1.yaml"), "dice {first}", 50, 1)
    assert topic.title == "Dice {first}"
    assert topic.result.format(first="53 %").startswith("Dice {first} to 50: ")
    assert topic.name.endswith("-my-game-1")


def test_own_game__needs_a_usual_goal() -> None:
    with pytest.raises(
        InvalidRules, match=r"coins\.yaml: usual_goal: expected a number of points.*Add a line"
    ):
        topic_of_game(Path("coins.yaml"), "Coins", None, 1)


@pytest.mark.parametrize(
    ("form", "number", "text"),
    [
        ("percent", 0.530593, "53.06 %"),
        ("percent", 0.0731624, "7.316 %"),
        ("percent", 1.0, "100.00 %"),
        ("hundredths", 0.0399202, "3.992"),
        ("whole", 4.0, "4"),
        ("number", 19.2513, "19.25"),
        ("number", 6.43258, "6.433"),
    ],
)
def test_figure__has_four_digits(form: str, number: float, text: str) -> None:
    assert as_read(Figure(of="number", form=form), xr.Dataset({"number": number})) == text

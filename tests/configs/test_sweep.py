"""A sweep's cases, parameters and mirrors, and its way through YAML and JSON."""

import json
import pickle
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from configs.axis import MOST_LABELS
from configs.dimensions import longest_labels
from configs.errors import ConfigError
from configs.load import load, parse
from configs.sweep import Sweep
from solvers.arrays import Integers
from solvers.catalog import QUESTIONS, find
from solvers.errors import InvalidRules
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Parameter, Value
from solvers.questions.question import Symmetry

PIG = Path(__file__).parents[2] / "configs" / "pig"
TO_ONE = {
    "name": "tests/to_one",
    "title": "Best response to one",
    "question": "simultaneous.best_response_to_one",
    "axes": {"goal": [10, {"from": 20, "to": 22}], "opponent_hold_at": {"from": 5, "to": 11, "step": 3}},
    "keep": ["win_probability"],
}


@pytest.fixture
def three_opponents(monkeypatch: pytest.MonkeyPatch) -> str:
    """A question with three exchangeable axes, a number and no bounds on its goal."""
    thresholds = tuple(
        Parameter(name, int, "A threshold.", "points") for name in ("first", "second", "third")
    )
    question = replace(
        find("solitaire.pig"),
        name="tests.three_opponents",
        parameters=(
            Parameter("goal", int, "The goal.", default=100),
            Parameter("chance", float, "A chance.", default=0.5),
            *thresholds,
        ),
        symmetries=(Symmetry(("first", "second", "third"), ("x", "y", "z")),),
    )
    monkeypatch.setitem(QUESTIONS, question.name, question)
    return question.name


def sweep_of(question: str, axes: dict[str, Any], **more: Any) -> Sweep:
    kept = [find(question).outputs[0].name]
    return parse(
        {"name": "tests/sweep", "title": "A test", "question": question, "axes": axes, "keep": kept} | more
    )


def test_axes__are_expanded_in_the_order_written() -> None:
    sweep = parse(TO_ONE)
    assert sweep.axes == {"goal": (10, 20, 21, 22), "opponent_hold_at": (5, 8, 11)}
    assert list(sweep.axes) == ["goal", "opponent_hold_at"]
    assert (sweep.shape, sweep.size, sweep.solved.size) == ((4, 3), 12, 12)


def test_axes__ascend_for_numbers_and_stay_as_written_for_flags() -> None:
    assert sweep_of("race.pig", {"goal": [50, {"from": 8, "to": 9}, 20]}).axes["goal"] == (8, 9, 20, 50)
    assert sweep_of("solitaire.ten_thousand", {"m5": [True, False]}).axes["m5"] == (True, False)


def test_axes__have_the_type_of_the_parameter(three_opponents: str) -> None:
    sweep = sweep_of(three_opponents, {"chance": [1, 0.25]}, parameters={"first": 1, "second": 2, "third": 3})
    assert [type(label) for label in sweep.axes["chance"]] == [float, float]


def test_cases__cross_all_labels_the_last_axis_fastest() -> None:
    sweep = parse(TO_ONE)
    assert list(sweep.cases()) == list(np.ndindex(4, 3))
    assert list(sweep.representatives()) == list(sweep.cases())


def test_parameters_of__are_complete() -> None:
    sweep = parse(TO_ONE | {"parameters": {"sides": 8}})
    assert sweep.parameters_of((1, 2)) == {"goal": 20, "opponent_hold_at": 11, "sides": 8, "bust_face": 1}


def test_completing__checks_each_case_as_its_question_does() -> None:
    axes = {"sides": [2, 6], "opponent_hold_at": [5], "bust_face": [2, 3, 6]}
    sweep = parse(TO_ONE | {"parameters": {"goal": 10}, "axes": axes})
    complete, refused = sweep.completing(), []
    for index in sweep.cases():
        own = {name: labels[place] for (name, labels), place in zip(sweep.axes.items(), index, strict=True)}
        try:
            right = sweep.asked().complete({**sweep.parameters, **own})
        except InvalidRules as error:
            refused.append(own["bust_face"])
            with pytest.raises(InvalidRules, match=f"^{re.escape(str(error))}$"):
                complete(index)
        else:
            assert list(complete(index).items()) == list(right.items())
    assert refused == [3, 6]


def test_dims__are_those_of_the_longest_case() -> None:
    assert parse(TO_ONE).dims == {}
    dims = parse(TO_ONE | {"keep": ["win_probability", "value"]}).dims
    assert dims == {"banked": tuple(range(22)), "opponent": tuple(range(22))}


def test_dims__of_cases_that_do_not_begin_alike_are_refused() -> None:
    from_two = Dimension("score", "points", "A score.", lambda given: np.arange(given["least"], 9))
    assert longest_labels([from_two], [{"least": 2}, {"least": 2}]) == {"score": tuple(range(2, 9))}
    with pytest.raises(InvalidRules, match="score: labels: expected the same in all cases"):
        longest_labels([from_two], [{"least": 2}, {"least": 3}])


def test_kept__has_the_certificate_besides() -> None:
    assert [output.name for output in parse(TO_ONE).kept] == ["win_probability", "residual"]


def test_keeping__adds_outputs_once() -> None:
    assert parse(TO_ONE).keeping(["value", "win_probability"]).keep == ("win_probability", "value")


def test_keeping__refuses_what_there_is_not() -> None:
    with pytest.raises(
        ValidationError, match=r"keep: expected an output of simultaneous.best_response_to_one, got 'valu'"
    ):
        parse(TO_ONE).keeping(["valu"])


def test_sweep__is_frozen() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        parse(TO_ONE).name = "other"


def test_sweep__survives_pickling_after_use() -> None:
    sweep = parse(TO_ONE)
    assert sweep.axes
    assert sweep.kept
    copy = pickle.loads(pickle.dumps(sweep))
    assert copy == sweep
    assert copy.axes == sweep.axes


def test_asked__is_the_catalogue_row() -> None:
    assert parse(TO_ONE).asked() is find("simultaneous.best_response_to_one")


def test_document__is_canonical() -> None:
    document = parse(TO_ONE).document()
    assert list(document) == ["name", "title", "question", "parameters", "axes", "symmetric", "keep"]
    assert document["axes"] == {
        "goal": [10, {"from": 20, "to": 22, "step": 1}],
        "opponent_hold_at": [{"from": 5, "to": 11, "step": 3}],
    }
    assert parse(json.loads(json.dumps(document))).document() == document


def test_three_players__mirrors_55_of_121_cases() -> None:
    [sweep] = load(PIG / "three_players.yaml")
    assert (sweep.size, sweep.solved.size) == (121, 66)
    assert len(list(sweep.representatives())) == 66
    assert sweep.representative((10, 0)) == (0, 10)
    assert sweep.mirrors((10, 0)) == ((0, 10), (10, 0))
    assert sweep.transposition((10, 0)) == {
        "first_opponent": "second_opponent",
        "second_opponent": "first_opponent",
    }
    assert sweep.transposition((0, 10)) == sweep.transposition((5, 5)) == {}


def test_four_players__solves_35_of_125_cases() -> None:
    [sweep] = load(PIG / "four_players.yaml")
    assert (sweep.size, sweep.solved.size) == (125, 35)
    assert sweep.mirrors((2, 0, 2)) == ((0, 2, 2), (2, 0, 2), (2, 2, 0))


@pytest.mark.parametrize(
    ("name", "question", "size"),
    [
        (
            "five_players",
            "pig, at once: best threshold, hold at {first_hold_at}, hold at {second_hold_at},"
            " hold at {third_hold_at}, hold at {fourth_hold_at}",
            256,
        ),
        ("any_rule", "pig, at once: best, hold at {opponent_hold_at}", 100),
        ("crowd", "simultaneous.crowd", 191),
    ],
)
def test_shipped_sweep__asks_its_question(name: str, question: str, size: int) -> None:
    [sweep] = load(PIG / f"{name}.yaml")
    assert (sweep.name, sweep.question, sweep.size) == (f"pig/{name}", question, size)
    # Minutes, not hours.
    asked = sweep.asked()
    assert sum(asked.seconds(sweep.parameters_of(case)) for case in sweep.representatives()) < 900


def answer_of(parameters: Mapping[str, Value]) -> Integers:
    """An answer (x, y, z) with the symmetry: each opponent adds a term of its own threshold and its own
    dimension.
    """
    first, second, third = (np.arange(4) ** int(parameters[name]) for name in ("first", "second", "third"))
    return first[:, None, None] + second[:, None] + third


def test_transposition__turns_the_representative_into_each_mirror(three_opponents: str) -> None:
    axes = {name: [1, 2, 5] for name in ("third", "first", "second")}
    sweep = sweep_of(three_opponents, axes, symmetric=[["first", "second", "third"]])
    dims = ("x", "y", "z")
    assert sweep.solved.size == 10
    for case in sweep.cases():
        solved = answer_of(sweep.parameters_of(sweep.representative(case)))
        exchanged = sweep.transposition(case)
        mirrored = solved.transpose([dims.index(exchanged.get(dim, dim)) for dim in dims])
        assert np.array_equal(mirrored, answer_of(sweep.parameters_of(case)))


def test_symmetric__may_be_a_part_of_what_is_declared(three_opponents: str) -> None:
    sweep = sweep_of(
        three_opponents,
        {"third": [1, 2], "second": [1, 2]},
        parameters={"first": 1},
        symmetric=[["second", "third"]],
    )
    assert sweep.transposition((0, 1)) == {}
    assert sweep.transposition((1, 0)) == {"z": "y", "y": "z"}


@pytest.mark.parametrize("span", [{"from": 1, "to": MOST_LABELS + 1}, {"from": 1, "to": 10**300}])
def test_axis__is_refused_at_once_if_it_is_absurd(three_opponents: str, span: dict[str, int]) -> None:
    with pytest.raises(
        ConfigError, match=r"goal: expected at most 100000 labels on an axis, got 10+\d* \(axes.goal\)"
    ):
        sweep_of(three_opponents, {"goal": span}, parameters={"first": 1, "second": 2, "third": 3})


def test_absurd_product__is_counted_and_not_expanded(three_opponents: str) -> None:
    span = {"from": 1, "to": 20_000}
    sweep = sweep_of(
        three_opponents,
        {name: span for name in ("first", "second", "third")},
        symmetric=[["first", "second", "third"]],
    )
    assert sweep.size == 20_000**3
    assert next(sweep.cases()) == next(sweep.representatives()) == (0, 0, 0)


def written(labels: list[int], spans: list[bool]) -> list[Any]:
    """Labels as items, some as ranges of one."""
    return [
        {"from": label, "to": label} if span else label for label, span in zip(labels, spans, strict=True)
    ]


@st.composite
def axes(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, tuple[int, ...]]]:
    """Axes as written, and the labels meant."""
    items: dict[str, Any] = {}
    labels: dict[str, tuple[int, ...]] = {}
    names = draw(st.permutations(["goal", "opponent_hold_at", "sides"]))
    for name in names[: draw(st.integers(1, 3))]:
        first, size, step = draw(st.integers(2, 40)), draw(st.integers(1, 5)), draw(st.integers(1, 4))
        span = range(first, first + size * step, step)
        others = draw(st.lists(st.integers(70, 100), unique=True, max_size=4))
        span_item = {"from": first, "to": span[-1], "step": step}
        flags = draw(st.lists(st.booleans(), min_size=len(others), max_size=len(others)))
        alone = not others and draw(st.booleans())
        items[name] = span_item if alone else draw(st.permutations([span_item, *written(others, flags)]))
        labels[name] = (*span, *sorted(others))
    return items, labels


@settings(deadline=None)
@given(axes())
def test_random_axes__go_round_through_yaml(tmp_path_factory: pytest.TempPathFactory, drawn: Any) -> None:
    items, labels = drawn
    fixed = {} if "opponent_hold_at" in items else {"opponent_hold_at": 20}
    sweep = parse(TO_ONE | {"axes": items, "parameters": fixed})
    assert sweep.axes == labels
    assert list(sweep.axes) == list(items)
    assert sweep.shape == tuple(map(len, labels.values()))
    path = tmp_path_factory.mktemp("round") / "sweep.yaml"
    path.write_text(yaml.safe_dump(sweep.document(), sort_keys=False), encoding="utf-8")
    assert load(path) == (sweep,)
    last = tuple(size - 1 for size in sweep.shape)
    assert sweep.parameters_of(last).items() >= {name: own[-1] for name, own in labels.items()}.items()


@settings(deadline=None)
@given(st.lists(st.integers(1, 60), unique=True, min_size=1, max_size=4))
def test_random_symmetric_axes__are_covered_by_their_representatives(labels: list[int]) -> None:
    both = {"first_hold_at": labels, "second_hold_at": labels[::-1]}
    sweep = sweep_of(
        "simultaneous.best_response_to_two", both, symmetric=[["second_hold_at", "first_hold_at"]]
    )
    assert sorted(case for own in sweep.representatives() for case in sweep.mirrors(own)) == list(
        sweep.cases()
    )
    for case in sweep.cases():
        assert bool(sweep.transposition(case)) == (case != sweep.representative(case))
        mirrored = sweep.parameters_of(sweep.representative(case))
        assert {mirrored["first_hold_at"], mirrored["second_hold_at"]} == {
            sweep.parameters_of(case)[name] for name in ("first_hold_at", "second_hold_at")
        }

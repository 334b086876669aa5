"""The bench: who takes part answers right, rounds are in turns, and the page is made of the samples."""

import math
import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from configs import load as configs
from solvers.at_once.best_response import best_response
from solvers.games import pig
from solvers.matrix_games import matrix_game
from solvers.questions.wave import Stage
from solvers.race.solve import optimal_play
from tests.bench import estimates, peers, size, spent
from tests.bench.__main__ import PARTS
from tests.bench.contest import Called, Contest, WrongAnswer, held
from tests.bench.floor import COMPILER, Floor, build
from tests.bench.growth import CASES
from tests.bench.kernels import race_certificate, race_kernel
from tests.bench.large import CONFIG, LAUNCHER, MEASURED, WALL, WHO, WORK, Model, modelled, section
from tests.bench.pipeline import short
from tests.bench.report import GROWTH, HEAD, MODEL, ORDER, TABLE, page
from tests.bench.samples import OURS, Line, Part, Run, joined, load, save
from tests.bench.startup import MANY

PIG = pig.turn()
PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
RUN = Run(
    {"processor": "an abacus"},
    {
        "kernels": Part(
            load=0.25,
            seconds=12.0,
            lines=(
                Line("race", OURS, "CPU, ms", (2.0, 1.0, 30.0, 4.0, 3.0)),
                Line("race", "C floor", "CPU, ms", (1.0, 0.5, 10.0, 2.0, 6.0), differs=3e-16),
            ),
            left_out=("Somebody: expected a package, got none.",),
        ),
        "growth": Part(
            load=1.0,
            seconds=1.0,
            lines=tuple(
                Line("race, by goal", OURS, "CPU, ms", (3.0 * goal**2,), size=goal, theory=3.0)
                for goal in (10.0, 100.0)
            ),
        ),
    },
)

OF_BIG_PIG = """\
name: own/big_pig
title: Big Pig from a file
question: race.own
rules: {rules}
axes:
  goal: [2]
keep: [win_probability]
"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    """The floor, built once."""
    if shutil.which(COMPILER) is None:
        pytest.skip("no compiler")
    built = build(tmp_path_factory.mktemp("floor"))
    assert built is not None
    return built


class Recorded:
    """A contestant that says when it is its turn."""

    def __init__(self, name: str, turns: list[str], answer: float = math.nan) -> None:
        self._name, self._turns, self._answer = name, turns, answer

    def warm_up(self) -> float:
        self._turns.append(f"warm {self._name}")
        return self._answer

    def sample(self) -> Mapping[str, float]:
        self._turns.append(self._name)
        return {"turn": float(len(self._turns))}


def test_bench__calls_the_race_kernel_as_it_is() -> None:
    assert race_kernel(9)() == optimal_play(PIG, 9).win_probability
    assert race_certificate(9)() <= 1e-14


@pytest.mark.parametrize("goal", [2, 7, 30, 61])
def test_floor__solves_the_race(floor: Floor, goal: int) -> None:
    assert floor.race(goal) == pytest.approx(optimal_play(PIG, goal).win_probability, abs=1e-13)


@pytest.mark.parametrize("hold_at", [(1,), (6,), (25,), (100,), (4, 4), (3, 9), (9, 3), (50, 2)])
@pytest.mark.parametrize("goal", [2, 7, 20])
def test_floor__answers_who_holds_at_n(floor: Floor, goal: int, hold_at: tuple[int, ...]) -> None:
    ours = best_response(PIG, goal, hold_at).win_probability
    assert floor.response(goal, hold_at) == pytest.approx(ours, abs=1e-13)


def test_floor__is_left_out_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build(tmp_path) is None


@pytest.mark.long
def test_peers__answer_the_same_question() -> None:
    (race,) = peers.races(PIG, 9).values()
    assert race() == pytest.approx(optimal_play(PIG, 9).win_probability, abs=1e-9)
    response = best_response(PIG, 9, (4,)).win_probability
    # One more if mdpsolver is installed.
    answers = [answer() for answer in peers.responses(PIG, 9, 4).values()]
    assert answers == pytest.approx([response] * len(answers), abs=1e-9)
    payoff = np.random.default_rng(3).random((4, 6))
    values = [value() for value in peers.matrix_games(payoff).values()]
    assert values == pytest.approx([matrix_game.solve(payoff).value] * len(values), abs=1e-9)


def test_configs__have_as_many_cases_as_the_page_says(tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text(MANY, encoding="utf-8")
    for cases in size.CASES:
        (tmp_path / f"size_{cases}.yaml").write_text(size.of_size(cases), encoding="utf-8")
    names = {short(tmp_path, cases): cases for cases in CASES}
    names |= {f"size_{cases}.yaml": cases for cases in size.CASES}
    for name, cases in {"many.yaml": 100_000, **names}.items():
        (sweep,) = configs.load(str(tmp_path / name))
        assert sweep.size == cases


def test_contest__measures_in_turns() -> None:
    turns: list[str] = []
    advanced: list[str] = []
    contest = Contest("it", {name: Recorded(name, turns) for name in (OURS, "B")}, rounds=3)
    ours, theirs = held(contest, advanced.append)
    assert turns == [f"warm {OURS}", "warm B", *[OURS, "B"] * 3]
    assert (ours.samples, theirs.samples) == ((3.0, 5.0, 7.0), (4.0, 6.0, 8.0))
    assert len(advanced) == 6


def test_contest__refuses_another_answer() -> None:
    answers = {OURS: 0.5, "close": 0.5 + 1e-9, "wrong": 0.6}
    contestants = {name: Recorded(name, [], answer) for name, answer in answers.items()}
    with pytest.raises(WrongAnswer, match=r"it, wrong: expected 0\.5, got 0\.6"):
        held(Contest("it", contestants), lambda what: None)
    del contestants["wrong"]
    ours, close = held(Contest("it", contestants, rounds=2), lambda what: None)
    assert ours.differs is None
    assert close.differs == pytest.approx(1e-9)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the system pins nothing")
def test_contest__is_on_one_core() -> None:
    cores: list[int] = []

    def look() -> float:
        cores.append(len(os.sched_getaffinity(0)))
        return float(sum(range(100_000)))

    before = os.sched_getaffinity(0)
    (line,) = held(Contest("it", {OURS: Called(look)}, rounds=2), lambda what: None)
    assert set(cores) == {1}
    assert os.sched_getaffinity(0) == before
    assert all(0.0 < milliseconds < 1e4 for milliseconds in line.samples)


def test_samples__come_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "bench.json"
    save(RUN, path)
    assert load(path) == RUN


def test_samples__of_a_part_are_joined_to_those_of_the_same_machine_only(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    anew = Run(RUN.machine, {"growth": Part(0.0, 0.0, ())})
    assert joined(anew, path) == anew
    save(RUN, path)
    assert joined(anew, path).parts == {**RUN.parts, **anew.parts}
    elsewhere = Run({"processor": "a slide rule"}, anew.parts)
    assert joined(elsewhere, path) == elsewhere


def test_page__is_made_of_the_samples() -> None:
    assert page(RUN).removeprefix(HEAD) == (
        "\n## Machine\n\n- processor: an abacus\n\n"
        "## Solvers\n\nTook 12 s (an abacus). Load of the machine when it began: 0.2.\n\n"
        "Left out: Somebody: expected a package, got none.\n\n"
        "| what | who | measure | median | quartiles | times ours | differs |\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: |\n"
        "| race | Jeopardice | CPU, ms | 3.00 | 2.00 to 4.00 | 1 |  |\n"
        "| race | C floor | CPU, ms | 2.00 | 1.00 to 6.00 | 0.500 | 3e-16 |\n\n"
        "## Growth with size\n\nTook 1 s (an abacus). Load of the machine when it began: 1.0.\n\n"
        "| what | measure | sizes | medians | exponent | in theory |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n"
        "| race, by goal | CPU, ms | 10, 100 | 300, 30000 | 2.00 | 3 |\n"
    )


def test_page__keeps_what_is_not_measured_anew() -> None:
    earlier = page(RUN)
    line = Line("ls", OURS, "wall, s", (1.0, 3.0, 2.0))
    anew = page(Run({"processor": "a slide rule"}, {"startup": Part(0.5, 3.0, (line,))}), earlier)
    assert "- processor: a slide rule\n" in anew
    assert "- processor: an abacus\n" not in anew
    assert "Took 3 s (a slide rule)" in anew
    kept = earlier[earlier.index("## Solvers") : earlier.index("## Growth")]
    assert kept in anew
    assert page(RUN, earlier) == earlier


def test_page__says_how_good_estimates_are() -> None:
    figures = {
        "race.pig goal=2": ((1.0, 3.0, 2.0), 4.0),
        "race.hog goal=2": ((8.0,), 2.0),
        "length.pig goal=2": ((2.0,), 3.0),
    }
    lines = [
        Line(case, who, "CPU, ms", samples)
        for case, (took, said) in figures.items()
        for who, samples in ((OURS, took), (estimates.ESTIMATE, (said,) * len(took)))
    ]
    assert page(Run({}, {"estimates": Part(0.0, 3.0, tuple(lines))})).endswith(
        "\n3 cases of 3 questions. Estimates within a factor of 2: 2. Within a factor of 3: 2. Farther off:\n"
        "race.hog goal=2.\n\n"
        "Of each family of questions, the case that takes longest:\n\n"
        "| case | takes, ms of CPU | estimate, ms | estimate by that |\n"
        "| --- | ---: | ---: | ---: |\n"
        "| race.hog goal=2 | 8.00 | 2.00 | 0.250 |\n"
        "| length.pig goal=2 | 2.00 | 3.00 | 1.50 |\n"
    )


def test_page__says_what_a_million_cases_take() -> None:
    took = {10_000: (3.0, 1.0, 2.0), 1_000_000: (50.0,)}
    lines = tuple(
        Line("run", OURS, "wall, s", taken, size=cases, theory=1.0) for cases, taken in took.items()
    )
    assert page(Run({}, {"size": Part(0.5, 3.0, lines)})).endswith(
        "| what | measure | cases | medians | per million cases |\n"
        "| --- | --- | ---: | ---: | ---: |\n"
        "| run | wall, s | 10000, 1000000 | 2.00, 50.0 | 200, 50.0 |\n"
    )


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_size__is_measured_while_workers_come_and_go(tmp_path: Path) -> None:
    """The least of the sweeps."""
    taken = {
        (line.what, line.measure): line.samples[0]
        for contest in size.of(tmp_path / "size", min(size.CASES))
        for line in held(replace(contest, rounds=1), lambda what: None)
    }
    for what in ("run", "run, workers that come and go"):
        assert {"wall, s", "CPU of launcher, s", "memory of server, MB", "files", "store, MB"} <= {
            measure for of, measure in taken if of == what
        }
    assert ("run", "memory of workers, MB") in taken
    # Nothing is started where there is nothing to do.
    assert ("run, nothing to do", "memory of server, MB") not in taken
    assert len({what for what, _ in taken}) == 8


def test_page__has_processor_times_of_runs_in_one_place() -> None:
    spending = {spent.WALL: 9.0, spent.SOLVING: 7.0}
    spending |= {f"CPU of {kind}, s": 1.0 for kind in ("workers", "launcher", "server")}
    lines = tuple(Line("run", OURS, measure, (seconds,) * 3) for measure, seconds in spending.items())
    text = page(Run({"cores": "2"}, {"pipeline": Part(0.5, 3.0, lines)}))
    assert "| run | Jeopardice | wall, s | 9.00 |" in text
    assert "CPU of" not in text
    assert "| run | 7.0 |" in text


def test_estimates__call_own_games_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PAGE.parents[1] / "configs" / "rules" / "games" / "big_pig.yaml"
    folder = tmp_path / "configs" / "own"
    folder.mkdir(parents=True)
    (folder / "big_pig.yaml").write_text(OF_BIG_PIG.format(rules=rules), encoding="utf-8")
    monkeypatch.setattr(estimates, "HOUSE", tmp_path)
    left_out: list[str] = []
    (case,) = estimates.contests(tmp_path, left_out)
    assert case.what == "race.own goal=2, rules=big pig"
    assert set(case.who) == {OURS, estimates.ESTIMATE}
    (said,) = left_out
    assert "race.pig" in said
    assert "race.own" not in said


def test_performance_page__has_the_form_that_the_bench_writes() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.startswith(HEAD)
    lines = text.removeprefix(HEAD).splitlines()
    sections = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    assert sections == ["Machine", *(title for title in ORDER if title in sections)]
    tables = [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        for block in "\n".join(lines).split("\n\n")
        if block.startswith("|")
    ]
    assert len(tables) >= 2
    for head, _, *rows in tables:
        assert tuple(head) in (TABLE, GROWTH, MODEL, size.HEAD, spent.HEAD, estimates.HEAD)
        assert rows
        assert all(len(row) == len(head) for row in rows)


@pytest.mark.exhaustive
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", PARTS)
def test_part__is_measured(name: str, tmp_path: Path) -> None:
    left_out: list[str] = []
    contests = PARTS[name](tmp_path, left_out)
    lines = [line for contest in contests for line in held(replace(contest, rounds=1), lambda what: None)]
    assert {line.who for line in lines} >= {OURS}
    assert all(math.isfinite(line.samples[0]) and line.samples[0] >= 0.0 for line in lines)
    if name != "estimates":
        assert left_out == ([] if shutil.which(COMPILER) or name != "kernels" else left_out[:1])


def test_model__of_more_workers_knows_what_bounds_it() -> None:
    stages = [Stage([1.0] * 4, 0), Stage([1.0], 1)]
    model = Model(pace=2.0, piece=0.1, stage=0.5)
    assert model.seconds(stages, 1) == pytest.approx(0.1 + 8.0 + 0.5 + 0.1 + 2.0)
    assert model.seconds(stages, 4) == pytest.approx(0.4 + 2.0 + 0.5 + 0.1 + 2.0)
    assert model.seconds([Stage([1.0] * 3, 0), Stage([1.0], 0)], 4) == pytest.approx(0.4 + 2.0)
    assert model.bound(stages, 1) == "the solver"
    assert model.bound(stages, 64) == "too few pieces at a time"
    assert replace(model, piece=10.0).bound(stages, 64) == "the launcher"
    assert replace(model, stage=100.0).bound(stages, 64) == "the wait between stages"


@pytest.mark.long
def test_model__fits_the_runs_that_it_is_made_from() -> None:
    stages = MEASURED.stages()
    true = Model(pace=0.5, piece=0.01, stage=0.02)
    lines = []
    for workers, who in WHO.items():
        took = {WALL: true.seconds(stages, workers), WORK: 0.5 * sum(sum(seconds) for seconds, _ in stages)}
        took[LAUNCHER] = 0.01 * sum(len(seconds) for seconds, _ in stages)
        lines += [Line(f"run {CONFIG}", who, measure, (seconds,)) for measure, seconds in took.items()]
    found = modelled(lines)
    assert (found.pace, found.piece, found.stage) == pytest.approx((0.5, 0.01, 0.02))
    # Those of larger plans take seconds.
    rows = list(islice(section(lines), 3))
    assert [row[3] for row in rows] == ["1", "2", "4"]
    assert rows[0][5] == "100 %"

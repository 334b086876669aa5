"""Learners: reproducible to the bit, as a plain replay has them, and on the way to the value that they should
approach.
"""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.load import load
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games import pig, piglet, ten_thousand
from solvers.games.turn import Turn
from solvers.learning import game, monte_carlo, splitmix, temporal_difference
from solvers.learning.certificate import residual
from solvers.learning.certificate_replay import FirstVisits, OneSteps, Replay, uniforms
from solvers.learning.comparison import METHODS, Comparison, compare, marks
from solvers.learning.distance import exact_value, exact_worth, wrong_actions
from solvers.learning.game import race, states
from solvers.learning.monte_carlo import MonteCarlo
from solvers.learning.settings import Settings
from solvers.learning.splitmix import generator, uniform
from solvers.learning.temporal_difference import QLearning
from solvers.learning.value_iteration import trace
from tests import oracle_learning
from tests.interpreted import interpret
from tests.solvers.learning.test_value_iteration import as_throw
from tests.strategies import FEW, goals, pigs

PIGLET = piglet.turn()
CONFIGS = Path(__file__).parents[3] / "configs"


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    """Of the learners."""
    exploration = draw(st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    return Settings(
        draw(st.integers(0, 2**40)),
        exploration,
        draw(st.booleans()),
        draw(st.sampled_from([1.0, 2.5, 100.0])),
    )


def learner(method: int, turn: Turn, goal: int, asked: Settings) -> MonteCarlo | QLearning:
    """Monte Carlo control is 0, Q-learning 1, as in the replay."""
    random = generator(asked.seed, method)
    if method == 0:
        return MonteCarlo(race(turn, goal), asked.exploring, random)
    return QLearning(race(turn, goal), asked.exploring, asked.half_step_at, random)


# --- Random numbers


SEVEN = ["0x1.46bc9948c581ap-1", "0x1.e65e659c33e57p-1", "0x1.131b0db679b70p-1", "0x1.b93945c70c7e4p-3"]


def test_uniform__is_splitmix() -> None:
    # The first three words from seed 0, as every implementation has them.
    words = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    state = np.zeros(1, np.uint64)
    assert [uniform(state) for _ in words] == [(word >> 11) / 2**53 for word in words]


def test_uniform__is_the_same_bits_everywhere() -> None:
    state = generator(7, 1)
    drawn = [uniform(state) for _ in range(4)]
    assert drawn == list(islice(uniforms(7, 1), 4))
    assert [number.hex() for number in drawn] == SEVEN


def test_generator__gives_other_streams_for_other_seeds() -> None:
    states = {int(generator(seed, stream)[0]) for seed in (0, 1, 2**32, 2**32 + 1) for stream in (0, 1)}
    assert len(states) == 8


# --- Learners against their replay


@pytest.mark.long
@pytest.mark.parametrize(("method", "plain"), [(0, FirstVisits), (1, OneSteps)])
@FEW
@given(turn=pigs(), goal=goals(8), asked=settings(), count=st.integers(1, 200))
def test_learner__is_its_replay_to_the_bit(
    method: int, plain: Any, turn: Turn, goal: int, asked: Settings, count: int
) -> None:
    slow: Replay = plain(turn, goal, asked)
    fast = learner(method, turn, goal, asked)
    games = updates = 0
    while updates < count:
        games, updates = games + 1, updates + slow.advance()
    fast.learn(count)
    np.testing.assert_array_equal(fast.worth.max(axis=-1), np.where(states(goal), slow.table(), 0.0))
    assert (fast.games, fast.updates.sum()) == (games, updates)


@pytest.mark.parametrize("method", [0, 1])
def test_learner__goes_on_where_it_was(method: int) -> None:
    at_once, in_steps = (learner(method, pig.turn(), 12, Settings(seed=5)) for _ in range(2))
    at_once.learn(5000)
    for updates in (1, 700, 701, 5000):
        in_steps.learn(updates)
    np.testing.assert_array_equal(at_once.worth, in_steps.worth)
    assert at_once.games == in_steps.games


@pytest.mark.parametrize("method", [0, 1])
@pytest.mark.parametrize("starts", [False, True])
def test_learner__as_plain_python_gives_the_same(
    method: int, starts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Settings(3, 0.2, starts)
    compiled = learner(method, pig.turn(4), 7, asked)
    compiled.learn(1500)
    interpret(monkeypatch, game, splitmix, monte_carlo, temporal_difference)
    # Each module has its own names of the parts that it calls.
    plain = learner(method, pig.turn(4), 7, asked)
    with np.errstate(over="ignore"):
        plain.learn(1500)
    np.testing.assert_array_equal(plain.worth, compiled.worth)


@pytest.mark.parametrize("method", [0, 1])
def test_learner__depends_on_its_seed(method: int) -> None:
    worths = []
    for seed in (1, 2):
        fast = learner(method, PIGLET, 5, Settings(seed))
        fast.learn(1000)
        worths.append(fast.worth)
    assert (worths[0] != worths[1]).any()


# --- What they approach


@pytest.mark.parametrize(("turn", "goal"), [(PIGLET, 2), (PIGLET, 4), (pig.turn(3), 6)])
def test_q_learning__approaches_the_exact_value_though_it_explores(turn: Turn, goal: int) -> None:
    fast = learner(1, turn, goal, Settings(11, 0.5, True, 10.0))
    fast.learn(3_000_000)
    distance = np.abs(fast.worth.max(axis=-1) - exact_value(turn, goal))
    assert np.nanmean(distance) < 0.01
    assert np.nanmax(distance) < 0.05


@pytest.mark.parametrize("exploration", [0.0, 0.5])
def test_monte_carlo__approaches_the_value_of_players_who_go_on_exploring(exploration: float) -> None:
    turn, goal = PIGLET, 2
    fast = learner(0, turn, goal, Settings(12, exploration, True))
    fast.learn(2_000_000)
    slow = oracle_learning.still_exploring(goal, as_throw(turn), exploration, 200)
    for state in oracle_learning.states(goal):
        hold, roll = oracle_learning.by_action(slow, goal, as_throw(turn), state)  # type: ignore[arg-type]
        visits = float(fast.updates[state])
        for worth, expected in ((fast.worth[*state, 1], float(roll)), (fast.worth[*state, 0], float(hold))):
            if state[2] or worth:
                # Half the visits, at least, are of the better action; exploring starts give the other some
                # fifth of them.
                assert abs(worth - expected) < 5 * np.sqrt(0.25 / (0.05 * visits))


def test_monte_carlo__does_not_forget_that_its_players_explore() -> None:
    # With half of all choices at random, the value is not the exact one, and more games do not mend that.
    far = compare(PIGLET, 4, 14, Settings(3, 0.9, True)).mean_distance[:, -1]
    assert far[1] > 0.02 > far[2] > far[0]


# --- Side by side


@FEW
@given(pigs(), goals(6), settings(), st.integers(0, 5))
def test_compare__proves_itself(turn: Turn, goal: int, asked: Settings, doublings: int) -> None:
    answer = compare(turn, goal, doublings, asked)
    assert answer.residual <= 1e-14
    assert answer.distance.shape == (len(METHODS), marks(doublings).size)
    count = int(states(goal).sum())
    np.testing.assert_array_equal(answer.updates[0][states(goal)], 2**doublings)
    assert (answer.updates.sum(axis=(1, 2, 3)) >= count * 2**doublings).all()
    # All begin with nothing.
    assert (answer.start_estimate[:, 0] == 0).all()
    assert (answer.games[:, 0] == 0).all()
    assert (answer.games[0] == 0).all()
    assert (np.diff(answer.games, axis=1) >= 0).all()
    np.testing.assert_allclose(answer.distance[:, 0], np.nanmax(answer.value), rtol=0, atol=1e-15)


def test_compare__has_the_trace_at_its_marks() -> None:
    turn = pig.turn()
    slow, answer = trace(turn, 10, 32), compare(turn, 10, 5, Settings())
    np.testing.assert_array_equal(answer.distance[0], slow.distance[marks(5)])
    np.testing.assert_array_equal(answer.start_estimate[0], slow.estimate[marks(5), 0, 0, 0])
    np.testing.assert_array_equal(answer.estimate[0], slow.estimate[32])


def test_wrong_actions__are_none_of_the_best_and_all_of_the_opposite() -> None:
    exact = exact_worth(pig.turn(), 15)
    assert wrong_actions(exact, exact) == 0.0
    assert wrong_actions(-exact, exact) == 1.0


@pytest.fixture(scope="module")
def answered() -> Comparison:
    """A comparison that takes some games."""
    return compare(pig.turn(4), 6, 6, Settings())


@pytest.mark.parametrize("name", ["value", "estimate", "distance", "mean_distance"])
@pytest.mark.parametrize("method", [0, *(pytest.param(other, marks=pytest.mark.long) for other in (1, 2))])
def test_residual__sees_what_is_not_so(answered: Comparison, name: str, method: int) -> None:
    stored = {
        kept: getattr(answered, kept).copy() for kept in ("value", "estimate", "distance", "mean_distance")
    }
    asked = (answered.turn, answered.goal, answered.settings)
    assert residual(*asked, *stored.values()) == answered.residual
    stored[name][method] += 1e-6
    assert residual(*asked, *stored.values()) > 1e-7


@pytest.mark.long
def test_residual__sees_another_seed_exploration_or_step(answered: Comparison) -> None:
    stored = (answered.value, answered.estimate, answered.distance, answered.mean_distance)
    for changed in ({"seed": 2}, {"exploration": 0.11}, {"exploring_starts": True}, {"half_step_at": 11.0}):
        asked = replace(answered.settings, **changed)  # type: ignore[arg-type]
        assert residual(answered.turn, answered.goal, asked, *stored) > 1e-4


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seed": -1}, r"seed: expected 0 or more, got -1\."),
        ({"exploration": 1.5}, r"exploration: expected 0 to 1, got 1\.5\."),
        ({"exploration": float("nan")}, r"exploration: expected 0 to 1, got nan\."),
        ({"half_step_at": 0.0}, r"half_step_at: expected more than 0, got 0\.0\."),
    ],
)
def test_settings__refuse_what_is_out_of_range(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        Settings(**changed)


def test_compare__refuses_what_it_cannot_do() -> None:
    with pytest.raises(InvalidRules, match=r"doublings: expected 0 or more, got -1\."):
        compare(PIGLET, 2, -1, Settings())
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        compare(PIGLET, 1, 2, Settings())
    with pytest.raises(
        InvalidRules,
        match="turn: expected one throw over and over, whose bust loses the turn total and no more",
    ):
        compare(ten_thousand.turn(), 5, 2, Settings())


# --- As questions


def test_questions__of_both_games_agree_where_the_games_do() -> None:
    for kind in ("value_iteration", "compare"):
        answers = []
        for name, rules in (("pig", {"sides": 2, "bust_face": 2}), ("piglet", {"heads": 0.5})):
            question = QUESTIONS[f"learning.{kind}_{name}"]
            answers.append(question.solve(**question.complete({"goal": 5, **rules})))
        np.testing.assert_array_equal(answers[0].estimate, answers[1].estimate)


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "cases"), [("piglet/value_iteration", 18), ("piglet/learning", 20), ("pig/learning", 20)]
)
def test_configs__ask_for_minutes_and_can_be_verified(path: str, cases: int) -> None:
    [sweep] = load(CONFIGS / f"{path}.yaml")
    question = QUESTIONS[sweep.question]
    assert (sweep.name, sweep.size) == (path, cases)
    assert sum(question.seconds(sweep.parameters_of(case)) for case in sweep.cases()) < 300
    # What the certificate reads is kept.
    small = question.complete({"goal": 3})
    solution = question.solve(**small)
    kept = {output.name: output.read(solution) for output in sweep.kept}
    assert question.certify(small, kept) == kept["residual"]

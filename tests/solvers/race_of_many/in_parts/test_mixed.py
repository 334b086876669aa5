"""Mixed equilibria of any number of players: those that enumeration finds for three, and no others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.race_of_many import mixed_cluster
from solvers.race_of_many.in_parts import mixed
from solvers.race_of_many.in_parts.question_of_equilibria import Equilibrium
from tests.made_up_clusters import clusters, listed
from tests.strategies import FEW, pig_rules

QUESTION = find("equilibrium.race_of_many")
PLAYERS = 3


def check_found(pieces: list, period: int) -> int:
    """What is found is one of all equilibria, with as few who mix as can be; how many mix."""
    candidates, kept = listed(pieces)
    every = mixed_cluster.no_equilibria()
    count = mixed_cluster.find_all(candidates, kept, period, every)
    mixing = (every.share[:count] > 0.0).sum(axis=1)
    taken, share = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS)
    gain = mixed.find_mixed(candidates, kept, period, taken, share)
    if not mixing.any():
        assert gain == np.inf
        return 0
    assert gain <= mixed.LARGEST_GAIN
    played = taken + share
    near = np.abs(every.taken[:count] + every.share[:count] - played).max(axis=1) <= 1e-9
    assert near.sum() == 1
    assert mixing[near][0] == mixing[mixing > 0].min()
    return int(mixing[near][0])


@pytest.mark.long
def test_find_mixed__finds_what_enumeration_finds() -> None:
    sizes = [check_found(pieces, PLAYERS) for pieces in clusters(100)]
    assert all(sizes.count(size) >= 10 for size in (2, 3))


def test_find_mixed__of_one_state_finds_what_enumeration_finds() -> None:
    sizes = [check_found([own, own, own], 1) for own, _, _ in clusters(60)]
    assert sizes.count(3) >= 10


def test_find_mixed__runs_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, kernel in vars(mixed).copy().items():
        if hasattr(kernel, "py_func"):
            monkeypatch.setattr(mixed, name, kernel.py_func)
    assert sum(check_found(pieces, PLAYERS) > 0 for pieces in clusters(3)) > 0


# --- Whole races


@pytest.mark.long
@FEW
@given(pig_rules(4), st.sampled_from([(3, 16), (4, 9)]))
def test_equilibrium__leaves_nobody_anything_to_gain(rules: tuple[int, int], size: tuple[int, int]) -> None:
    players, goal = size
    found = QUESTION.solve(goal=goal, players=players, sides=rules[0], bust_face=rules[1])
    assert found.unsettled_clusters == 0
    assert max(found.residual, found.exploitability) <= 1e-12
    np.testing.assert_allclose(found.value().sum(axis=1), 1.0, rtol=0, atol=1e-13)


@pytest.fixture(scope="module")
def four() -> Equilibrium:
    """Four players, five clusters of whom have to mix."""
    found: Equilibrium = QUESTION.solve(goal=22, players=4, sides=3, bust_face=1)
    return found


@pytest.mark.long
def test_equilibrium__of_four_mixes_where_no_policies_are_one(four: Equilibrium) -> None:
    assert (four.mixed_clusters, four.unsettled_clusters) == (5, 0)
    assert four.exploitability <= 1e-13
    # The same as the race of policies elsewhere.
    policies = find("race_of_many.pig").solve(goal=22, players=4, sides=3, bust_face=1)
    assert four.listed_clusters == policies.cycling_clusters
    exact = policies.settled.ravel() == 0
    assert np.array_equal(four.value()[exact], policies.value.reshape(-1, 4)[exact])


def test_equilibrium__is_not_certified_with_another_share(four: Equilibrium) -> None:
    given_parameters = {"goal": 22, "players": 4, "sides": 3, "bust_face": 1}
    stored = {output.name: output.read(four).copy() for output in QUESTION.outputs}
    assert QUESTION.certify(given_parameters, stored) <= 1e-12
    mixes = np.argwhere(stored["share"] > 0.0)[0]
    for name, wrong in (("share", 1e-4), ("share", 1.0), ("share", np.nan), ("value", 1e-9)):
        lies = stored | {name: stored[name].copy()}
        lies[name][tuple(mixes)] += wrong
        assert not QUESTION.certify(given_parameters, lies) <= 1e-10, (name, wrong)


def test_equilibrium__says_what_to_do_about_a_race_that_no_process_holds() -> None:
    with pytest.raises(InvalidRules, match="More states than fit into 2 GB"):
        QUESTION.solve(goal=100, players=4, sides=6, bust_face=1)

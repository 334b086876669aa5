"""Equilibria of three in turn: nobody gains by anything, all equilibria of a cluster are found, and play wins
as often as promised.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.load import load
from solvers.catalog import find
from solvers.errors import InvalidRules, NotConverged
from solvers.games import pig, progressive_pig, ten_thousand
from solvers.games.turn import ROLL, Turn
from solvers.race_of_many import equilibrium as race_of_three
from solvers.race_of_many import mixed_cluster
from solvers.race_of_many import solve as race_of_many
from solvers.race_of_many.certificate_of_mixing import certify
from solvers.race_of_many.equilibrium import RaceOfThree, equilibrium
from tests import oracle_race_of_three as oracle
from tests.made_up_clusters import clusters, listed
from tests.oracle_race_of_three import Piece
from tests.strategies import FEW, goals, pigs
from tests.throwing_on import policy

# Least goals at which some states need mixing: for a die of three sides that busts on 3, and on 1, where the
# start itself does.
BUST_ON_THREE, BUST_ON_ONE = (pig.turn(3, 3), 12), (pig.turn(3, 1), 14)


@pytest.fixture(scope="module")
def asymmetric() -> RaceOfThree:
    return equilibrium(*BUST_ON_THREE)


@pytest.fixture(scope="module")
def symmetric() -> RaceOfThree:
    return equilibrium(*BUST_ON_ONE)


def strategy_of(race: RaceOfThree) -> oracle.Strategy:
    """The chance to throw again, from who is indifferent at which turn total and the policy elsewhere."""
    rolls = policy(race.turn, race.value, race.bust_values)
    mixed = {}
    for scores, shares, totals in zip(
        race.clusters.scores.tolist(), race.clusters.share, race.indifferent_at, strict=True
    ):
        for seat in np.flatnonzero(shares):
            mixed[tuple(scores[seat:] + scores[:seat]), int(totals[seat])] = float(shares[seat])
    return lambda state, total: mixed.get((state, total), float(rolls[(*state, total)] == ROLL))


# --- Nobody gains by any strategy


@pytest.mark.long
@pytest.mark.parametrize(("solved", "faces"), [("asymmetric", (1, 2)), ("symmetric", (2, 3))])
def test_equilibrium__is_a_best_response_to_itself_over_whole_games(
    solved: str, faces: oracle.Faces, request: Any
) -> None:
    race = request.getfixturevalue(solved)
    assert race.mixed_clusters == 1
    won = oracle.best_response(faces, 3, race.goal, strategy_of(race))
    for (state, seat), most in won.items():
        assert most == pytest.approx(race.value[(*state, seat)], abs=1e-12), (state, seat)


def test_equilibrium__is_mixed_where_no_policies_are_best_replies(
    asymmetric: RaceOfThree, symmetric: RaceOfThree
) -> None:
    for race in (asymmetric, symmetric):
        assert race_of_many.optimal_play(race.turn, race.goal).unsettled_clusters == 1
        assert race.exploitability <= race.residual <= 1e-13
        assert equilibrium(race.turn, race.goal - 1).mixed_clusters == 0
    assert asymmetric.clusters.scores.tolist() == [[4, 6, 0]]
    assert asymmetric.indifferent_at.tolist() == [[-1, 3, 5]]
    assert symmetric.clusters.scores.tolist() == [[0, 0, 0]]
    assert symmetric.indifferent_at.tolist() == [[5, 5, 5]]
    assert len(set(symmetric.clusters.share.ravel())) == 1


@pytest.mark.long
def test_equilibrium__of_pig_first_mixes_at_goal_62() -> None:
    race = equilibrium(pig.turn(), 62)
    [mixed] = np.flatnonzero(race.clusters.mixed)
    assert race.clusters.scores[mixed].tolist() == [1, 30, 0]
    # With 30 points against 0 and 1 at a turn total of 14, with none against 1 and 30 at 28.
    assert race.indifferent_at[mixed].tolist() == [-1, 14, 28]
    np.testing.assert_allclose(race.clusters.share[mixed], [0.0, 0.035514, 0.773425], rtol=0, atol=5e-7)
    assert race.residual <= 1e-13
    # Further up everything is built on it, and nearly the same as with policies that are not in equilibrium.
    apart = np.abs(race.value - race_of_many.optimal_play(pig.turn(), 62).value)
    assert 1e-9 < apart.max() < 1e-2
    assert apart[0, 0, 0].max() < 1e-6
    assert race.hold_at()[30, 0, 1] == 14


@FEW
@given(pigs(4), goals(14), st.integers(0, 2))
def test_equilibrium__is_one_for_any_die_from_any_start(turn: Turn, goal: int, start: int) -> None:
    race = equilibrium(turn, goal, start)
    assert race.residual <= 1e-13
    np.testing.assert_allclose(race.value.sum(axis=-1), 1.0, rtol=0, atol=1e-14)


def test_equilibrium__of_another_start_may_be_another() -> None:
    first, last = equilibrium(pig.turn(3, 1), 24), equilibrium(pig.turn(3, 1), 24, start=2)
    assert first.residual <= 1e-13
    assert last.residual <= 1e-13
    assert last.clusters_of_several > 0
    assert np.abs(first.value - last.value).max() > 1e-5


@pytest.mark.long
def test_equilibrium__of_every_cluster_tells_where_another_start_ends_in_another() -> None:
    turn, goal = pig.turn(3, 1), 24
    every, plain = equilibrium(turn, goal, every=True), equilibrium(turn, goal)
    assert every.residual <= 1e-13
    assert np.array_equal(every.value, plain.value)
    listed = {
        tuple(scores): count
        for scores, count in zip(every.clusters.scores.tolist(), every.clusters.equilibria, strict=True)
    }
    assert {tuple(scores) for scores in plain.clusters.scores.tolist()} <= set(listed)
    for start in (1, 2):
        other = equilibrium(turn, goal, start)
        states = np.argwhere(np.abs(other.value - plain.value).max(axis=-1) > 1e-10)
        if len(states):
            first = states[states.sum(axis=1) == states.sum(axis=1).max()].tolist()
            assert all(any(listed.get(tuple(own[at:] + own[:at]), 1) > 1 for at in range(3)) for own in first)


def test_equilibrium__is_the_race_of_many_where_policies_will_do() -> None:
    for turn, goal in ((pig.turn(), 30), (ten_thousand.turn(), 6)):
        assert np.array_equal(equilibrium(turn, goal).value, race_of_many.optimal_play(turn, goal).value)


# --- The certificate


def test_certificate__notices_another_share_another_value_and_nobody_mixing(asymmetric: RaceOfThree) -> None:
    turn, value, clusters = asymmetric.turn, asymmetric.value, asymmetric.clusters
    assert max(certify(turn, value, clusters.scores, clusters.share)) == asymmetric.residual
    assert certify(turn, value, clusters.scores, clusters.share * 1.01)[1] > 1e-6
    assert certify(turn, value, clusters.scores, clusters.share * 0.0)[1] > 1e-6
    wrong = value.copy()
    wrong[0, 4, 6] += [-1e-9, 1e-9, 0.0]
    gain, difference = certify(turn, wrong, clusters.scores, clusters.share)
    assert gain > 0.9e-9
    assert difference > 0.9e-9
    wrong[0, 4, 6] = np.nan
    assert np.isnan(certify(turn, wrong, clusters.scores, clusters.share)).all()
    assert (
        certify(turn, value, clusters.scores, clusters.share + (clusters.share > 0.0))[1]
        >= clusters.share.max()
    )


# --- All equilibria of a cluster


def found_in(pieces: list[list[Piece]], period: int = 3) -> mixed_cluster.Equilibria:
    own, kept = listed(pieces)
    out = mixed_cluster.no_equilibria()
    count = mixed_cluster.find_all(own, kept, period, out)
    return mixed_cluster.Equilibria(*(array[:count] for array in out))


@pytest.mark.long
def test_find_all__finds_those_of_policies_and_those_in_which_two_mix() -> None:
    met = 0
    for pieces in clusters(12):
        found = found_in(pieces)
        mixing = (found.share > 0.0).sum(axis=1)
        assert [tuple(taken) for taken in found.taken[mixing == 0].tolist()] == oracle.pure(pieces)
        expected = sorted([float(value) for value in values] for values in oracle.mixed_by_two(pieces))
        np.testing.assert_allclose(sorted(found.bust[mixing == 2].tolist()), expected, rtol=0, atol=1e-12)
        met += len(expected)
    assert met >= 5


def test_find_all__finds_an_odd_number_of_equilibria() -> None:
    met = Counter[int]()
    for pieces in clusters(150):
        found = found_in(pieces)
        assert len(found.share) % 2 == 1
        met.update((found.share > 0.0).sum(axis=1).tolist())
        for taken, shares, bust in zip(found.taken.tolist(), found.share.tolist(), found.bust, strict=True):
            played = [
                oracle.mixture(own[at], own[min(at + 1, len(own) - 1)], Fraction(share))
                for own, at, share in zip(pieces, taken, shares, strict=True)
            ]
            values = [float(value) for value in oracle.bust_values(played)]
            np.testing.assert_allclose(bust, values, rtol=0, atol=1e-12)
            for own, at, share, value in zip(pieces, taken, shares, values, strict=True):
                if share > 0.0:
                    assert value == pytest.approx(float(own[at].high), abs=1e-9)
                else:
                    assert own[at].low <= value <= own[at].high
    assert all(met[mixing] >= 30 for mixing in (0, 2, 3))


def test_find_all__of_one_state_finds_an_odd_number_of_one_share_each() -> None:
    mixed = 0
    for own, _, _ in clusters(100):
        found = found_in([own, own, own], period=1)
        assert len(found.share) % 2 == 1
        assert (found.share == found.share[:, :1]).all()
        assert (np.abs(found.bust - found.bust[:, :1]) <= 1e-14).all()
        mixed += (found.share[:, 0] > 0.0).sum()
    assert mixed >= 20


def three_who_mix() -> list[list[Piece]]:
    """Each would rather be bold when the next one is cautious: like an odd number of switches in a ring, of
    which no setting is stable.
    """
    high = Fraction(40, 100)
    cautious = Piece(
        (Fraction(45, 100), Fraction(0), Fraction(45, 100)), Fraction(10, 100), Fraction(-1), high
    )
    bold = Piece((Fraction(37, 100), Fraction(33, 100), Fraction(0)), Fraction(30, 100), high, Fraction(2))
    return [[cautious, bold]] * 3


def test_find_all__finds_three_who_mix() -> None:
    found = found_in(three_who_mix())
    assert oracle.pure(three_who_mix()) == []
    assert found.share.shape == (1, 3)
    assert (found.share > 0.0).all()
    np.testing.assert_allclose(found.bust, 0.4, rtol=0, atol=1e-14)


def test_find_all__runs_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = found_in(three_who_mix())
    for name, kernel in vars(mixed_cluster).copy().items():
        if hasattr(kernel, "py_func"):
            monkeypatch.setattr(mixed_cluster, name, kernel.py_func)
    for one, other in zip(found_in(three_who_mix()), compiled, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-14)


# --- Play


def play(race: RaceOfThree, games: int, random: np.random.Generator) -> np.ndarray:
    """How many games each seat wins from the start, by what is said of who throws again."""
    strategy, won, sides = strategy_of(race), np.zeros(3, np.int64), 3
    for _ in range(games):
        scores, mover = [0, 0, 0], 0
        while max(scores) < race.goal:
            state, total = (scores[mover], scores[(mover + 1) % 3], scores[(mover + 2) % 3]), 0
            while True:
                die = int(random.integers(1, sides + 1))
                # The symmetric race's die busts on 1.
                total = 0 if die == 1 else total + die
                if die == 1 or state[0] + total >= race.goal or random.random() >= strategy(state, total):
                    break
            scores[mover] += total
            mover = (mover + 1) % 3
        won[(mover - 1) % 3] += 1
    return won


@pytest.mark.long
def test_equilibrium__wins_as_often_as_promised(symmetric: RaceOfThree) -> None:
    games, chance = 20_000, symmetric.win_probability
    won = play(symmetric, games, np.random.default_rng(62))
    assert (np.abs(won / games - chance) < 5 * np.sqrt(chance * (1 - chance) / games)).all()


# --- Refusals, questions and configs


def test_equilibrium__refuses() -> None:
    with pytest.raises(InvalidRules, match=r"start: expected 0 to 2, got 3\."):
        equilibrium(pig.turn(), 10, start=3)
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        equilibrium(pig.turn(), 1)
    with pytest.raises(InvalidRules, match="turn: expected one opening, no wipes, nothing for a bust"):
        equilibrium(progressive_pig.turn(), 10)
    with pytest.raises(InvalidRules, match="turn: expected a game whose only way to go on is the same throw"):
        equilibrium(ten_thousand.turn(), 3).hold_at()


def test_equilibrium__says_where_it_finds_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race_of_three, "find_all", lambda *_: 0)
    with pytest.raises(
        NotConverged,
        match=r"equilibria of a cluster: expected 1 to 63, found 0 \(scores \[4, 6, 0\], goal 12\)\.",
    ):
        equilibrium(*BUST_ON_THREE)


def test_question__lists_and_certifies_what_is_mixed(asymmetric: RaceOfThree) -> None:
    question = find("equilibrium.race_of_three")
    parameters = question.complete({"goal": 12, "sides": 3, "bust_face": 3})
    kept = {
        name: question.output(name).read(asymmetric)
        for name in ("seat_value", "cluster_scores", "share", "indifferent_at")
    }
    assert kept["cluster_scores"][:2].tolist() == [[4, 6, 0], [-1, -1, -1]]
    assert kept["indifferent_at"][:2].tolist() == [[-1, 3, 5], [-1, -1, -1]]
    assert question.certify(parameters, kept) <= 1e-13
    assert question.certify(parameters, kept | {"share": 0.5 * kept["share"]}) > 1e-6
    with pytest.raises(KeyError, match="share"):
        question.certify(parameters, {name: kept[name] for name in ("seat_value", "cluster_scores")})


def test_question__of_policies_is_certified_by_the_list_of_unsettled_clusters() -> None:
    question = find("race_of_three.pig")
    parameters = question.complete({"goal": 12, "sides": 3, "bust_face": 3})
    race = question.solve(**parameters)
    kept = {name: question.output(name).read(race) for name in ("seat_value", "unsettled_scores", "settled")}
    assert kept["unsettled_scores"][:2].tolist() == [[4, 6, 0], [-1, -1, -1]]
    for own in ("unsettled_scores", "settled"):
        assert question.certify(parameters, {"seat_value": kept["seat_value"], own: kept[own]}) <= 1e-13
    nothing = np.full_like(kept["unsettled_scores"], -1)
    assert (
        question.certify(parameters, {"seat_value": kept["seat_value"], "unsettled_scores": nothing}) > 1e-9
    )
    with pytest.raises(KeyError, match="unsettled_scores"):
        question.certify(parameters, {"seat_value": kept["seat_value"]})


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("pig/three_in_turn_equilibrium", 11),
        ("pig/three_in_turn_starts", 9),
        ("ten_thousand/three_in_turn_equilibrium", 3),
    ],
)
def test_configs__load(path: str, size: int) -> None:
    [sweep] = load(f"configs/{path}.yaml")
    assert sweep.size == size

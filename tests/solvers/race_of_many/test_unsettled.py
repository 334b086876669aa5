"""Clusters without policies in equilibrium are proved to have none, and to be worth what is stored."""

import numpy as np
import pytest

from solvers.catalog import find
from solvers.games import pig, ten_thousand
from solvers.games.turn import Turn
from solvers.race_of_many.certificate_of_unsettled import flags, in_order, of_race
from solvers.race_of_many.reach import flags_of
from solvers.race_of_many.solve import RaceOfMany, optimal_play

CLUSTER = (4, 6, 0)


@pytest.fixture(scope="module")
def race() -> RaceOfMany:
    return optimal_play(pig.turn(3, 3), 12)


def test_of_race__proves_the_values_of_a_cluster_without_equilibrium(race: RaceOfMany) -> None:
    proved = of_race(race.turn, race.value, np.array(CLUSTER))
    assert proved.difference < 1e-14
    # A policy is the best reply to what its mover believes, whether that is at its end or amid it.
    believed = race.searched.believed[0]
    assert (np.abs(proved.believed - believed) < 0.1).all()


@pytest.mark.parametrize("ahead", range(3))
@pytest.mark.parametrize("seat", range(3))
def test_of_race__sees_a_wrong_value_of_the_cluster(race: RaceOfMany, ahead: int, seat: int) -> None:
    value = race.value.copy()
    value[(*np.roll(CLUSTER, -ahead), seat)] += 1e-9
    assert of_race(race.turn, value, np.array(CLUSTER)).difference == pytest.approx(1e-9, rel=1e-3)


@pytest.mark.long
def test_of_race__finds_the_equilibrium_of_every_other_cluster(race: RaceOfMany) -> None:
    for scores in np.ndindex(12, 12, 12):
        if sorted(scores) != sorted(CLUSTER) and sum(scores) % 5 == 0:
            assert of_race(race.turn, race.value, np.array(scores)).difference == np.inf


@pytest.mark.parametrize("turn", [pig.turn(), ten_thousand.turn(["m5"])], ids=["pig", "ten thousand"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_flags__are_those_of_the_solver(turn: Turn, players: int) -> None:
    clusters = in_order(np.random.default_rng(players).integers(0, 6, (2, players)))
    np.testing.assert_array_equal(flags(turn, 6, clusters), flags_of(turn, 6, clusters))


def test_question__sees_a_list_that_is_wrong() -> None:
    question = find("race_of_three.pig")
    parameters = question.complete({"goal": 12, "sides": 3, "bust_face": 3})
    solved = question.solve(**parameters)
    truth = {one.name: one.read(solved) for one in question.outputs}
    assert question.certify(parameters, truth) < 1e-13
    for row, scores in (
        (0, (6, 0, 4)),
        (0, (4, 0, 6)),
        (0, (-1, -1, -1)),
        (1, (4, 6, 0)),
        (1, (5, 5, 0)),
        (3, (4, 6, 0)),
    ):
        listed = truth["unsettled_scores"].copy()
        listed[row] = scores
        assert question.certify(parameters, truth | {"unsettled_scores": listed}) > 1e-9

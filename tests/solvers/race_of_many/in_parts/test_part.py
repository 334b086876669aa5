"""Layers cut into parts, and parts solved over a table: the bits of the whole race in one process."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.games import pig, ten_thousand
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.layers import Searched
from solvers.race_of_many.in_parts import part as parts_of_layers
from solvers.race_of_many.in_parts.layer import cut, no_table, scores_of, states_of
from solvers.race_of_many.in_parts.part import no_part, solve_part
from solvers.race_of_many.solve import optimal_play
from tests.strategies import FEW, pigs, turns


def check_bits(turn: Turn, goal: int, players: int, most: int = 100, seed: int = 0) -> None:
    """Solved in parts, each one twice, it has the bits of `optimal_play`: in any order within a layer, and
    within layers of which no turn leads from one to another.
    """
    whole, table, race = (
        optimal_play(turn, goal, players),
        no_table(goal, players),
        no_part(turn, goal, players),
    )
    found: list[Searched] = []
    draw = random.Random(seed)
    for top in range(players * (goal - 1), -1, -turn.least_rise):
        totals = range(top, max(top - turn.least_rise, -1), -1)
        parts = [part for total in totals for part in cut(goal, players, total, most)]
        for part in draw.sample(parts, len(parts)):
            solve_part(race, table, part)
        found += [solve_part(race, table, part).searched for part in parts]
    assert np.array_equal(table.reshape(whole.value.shape).view(np.int64), whole.value.view(np.int64))
    for listed, own in zip(whole.searched, zip(*found, strict=True), strict=True):
        assert np.array_equal(listed, np.concatenate(own))


@settings(FEW, max_examples=8)
@given(
    pigs(),
    st.sampled_from([(3, 14), (4, 7)]),
    st.integers(1, 60),
    st.sampled_from([2, 7, 100]),
    st.integers(),
)
def test_parts__give_the_bits_of_the_whole(
    turn: Turn, sizes: tuple[int, int], most: int, near: int, seed: int
) -> None:
    players, goal = sizes
    with pytest.MonkeyPatch.context() as patch:
        # Boxes of a few clusters, as there are of large layers.
        patch.setattr(parts_of_layers, "NEAR", near)
        patch.setattr(parts_of_layers, "BOX", 3)
        check_bits(turn, goal, players, most, seed)


@pytest.mark.long
@settings(FEW, max_examples=6)
@given(turns(), st.integers(2, 8))
def test_parts__give_the_bits_of_the_whole_in_any_game(turn: Turn, goal: int) -> None:
    check_bits(turn, goal, 3, 20)


@pytest.mark.parametrize(("sides", "bust_face", "goal", "players"), [(3, 1, 16, 3), (3, 3, 12, 4)])
def test_parts__give_the_bits_of_the_whole_where_clusters_are_searched(
    sides: int, bust_face: int, goal: int, players: int
) -> None:
    # Three equal scores without equilibrium among them; scores that come again after two turns.
    assert optimal_play(pig.turn(sides, bust_face), goal, players).cycling_clusters > 0
    check_bits(pig.turn(sides, bust_face), goal, players)


@pytest.mark.long
@pytest.mark.parametrize(
    ("turn", "goal", "players"),
    [
        *((pig.turn(*rules), goal, 3) for rules in [(6, 1), (4, 4), (2, 1)] for goal in (10, 50, 63)),
        *((pig.turn(*rules), goal, 4) for rules in [(6, 1), (3, 2)] for goal in (12, 20)),
        (pig.turn(), 30, 2),
        (pig.turn(), 9, 5),
        (pig.turn(2, 2), 8, 5),
        (ten_thousand.turn(), 25, 3),
    ],
)
def test_parts__give_the_bits_of_the_whole_in_larger_races(turn: Turn, goal: int, players: int) -> None:
    check_bits(turn, goal, players, 1000)


@pytest.mark.parametrize(("goal", "players", "most"), [(9, 2, 4), (6, 3, 5), (5, 4, 7), (3, 5, 100)])
def test_cut__has_every_cluster_once_in_the_order_of_the_others(goal: int, players: int, most: int) -> None:
    for total in range(players * (goal - 1) + 1):
        parts = cut(goal, players, total, most)
        assert all(part.clusters == most for part in parts[:-1])
        firsts = [state for part in parts for state in states_of(goal, players, part)[:, 0]]
        states = [state for state in product(range(goal), repeat=players) if sum(state) == total]

        def key(state: tuple[int, ...]) -> tuple[int, ...]:
            return (*state[2:], state[1])

        expected = sorted(
            {min((state[at:] + state[:at] for at in range(players)), key=key) for state in states}, key=key
        )
        assert scores_of(goal, np.array([[first] * players for first in firsts]))[:, 0].tolist() == [
            state[0] for state in expected
        ]
        assert firsts == [int(np.ravel_multi_index(state, (goal,) * players)) for state in expected]


def test_states__are_the_rotations_of_one_another() -> None:
    part = cut(5, 3, 7, 3)[1]
    scores = scores_of(5, states_of(5, 3, part))
    assert scores.shape == (3, 3)
    assert (scores.sum(axis=1) == 7).all()

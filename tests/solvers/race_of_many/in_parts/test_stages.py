"""Pieces of races: which stages must be finished before they can be solved."""

import pytest

from solvers.race_of_many.in_parts.layer import cut
from solvers.race_of_many.in_parts.stages import clusters_of, stages_of


@pytest.mark.parametrize(("goal", "players", "row_seconds"), [(12, 3, 1e-3), (9, 4, 1e-3), (20, 2, 1e-2)])
@pytest.mark.parametrize("rise", [1, 2, 3])
def test_stages__wait_for_the_layers_that_a_turn_comes_to(
    goal: int, players: int, row_seconds: float, rise: int
) -> None:
    stages = stages_of(goal, players, rise, row_seconds)
    totals = [[part.total for piece in pieces for part in piece] for pieces, _ in stages]
    assert max(len(pieces) for pieces, _ in stages) > 1
    for number, (_, after) in enumerate(stages):
        needed = max(totals[number]) + rise
        assert after <= number
        assert all(needed > total for later in totals[after:number] for total in later)
        # No stage waits for one that it does not need.
        assert after == 0 or max(totals[after - 1]) >= needed


@pytest.mark.parametrize(("goal", "players"), [(12, 3), (9, 4)])
def test_stages__have_every_part_once(goal: int, players: int) -> None:
    stages = stages_of(goal, players, 2, 1e-3)
    found = [part for pieces, _ in stages for piece in pieces for part in piece]
    totals = [part.total for part in found]
    assert totals == sorted(totals, reverse=True)
    for total, clusters in enumerate(clusters_of(goal, players).tolist()):
        assert sum(part.clusters for part in found if part.total == total) == clusters
        (whole,) = cut(goal, players, total, clusters)
        assert next(part for part in found if part.total == total)[:3] == whole[:3]

"""Regions of errors: each has one, bands join without gaps, and their losses are all losses."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.losses import Judged
from judging.players import players_of
from judging.regions import Error, Where, regions_of, where_of, width
from solvers.games import hog, pig
from solvers.games.turn import Turn
from tests.judging.simulated import at_random, play
from tests.judging.test_judging import judged


@given(goal=st.integers(2, 20_000))
def test_width__is_about_a_twentieth_of_the_goal(goal: int) -> None:
    assert goal / 20 <= width(goal) < max(2, goal / 8 + 1)
    assert str(width(goal)).rstrip("0") in ("1", "2", "5")


@pytest.mark.parametrize(("turn", "goal"), [(pig.turn(), 30), (pig.turn(), 4), (hog.turn(5), 25)])
def test_regions__hold_every_error_once(turn: Turn, goal: int, tmp_path: Path) -> None:
    chance = random.Random(goal)
    games = [play(turn, goal, [at_random(chance)] * 2, chance, str(number)) for number in range(40)]
    found = judged(turn, goal, games, tmp_path)
    regions = regions_of(found, goal)
    assert [region.lost for region in regions] == sorted((region.lost for region in regions), reverse=True)
    for player in players_of(found):
        own = [region for region in regions if region.player == player.name]
        assert sum(region.times for region in own) == player.choices - player.right
        assert sum(region.lost for region in own) == pytest.approx(player.lost, abs=1e-6)
    for one in (one for game in found for one in game.judged if not one.is_right):
        check(one, where_of(one, goal))


def check(one: Judged, where: Where) -> None:
    """An error is in its region."""
    row = one.decided.row
    assert where.least <= row.turn_total <= where.most
    ahead = row.banked - row.opponent
    assert where.behind is None or ahead >= where.behind
    assert where.ahead is None or ahead <= where.ahead
    best_holds = one.best == 0
    assert where.error is (
        Error.HELD if row.action == "hold" else Error.THREW if best_holds else Error.OTHERWISE
    )


@pytest.mark.parametrize(
    ("behind", "ahead", "words"),
    [
        (20, None, "20 or more ahead"),
        (None, -20, "20 or more behind"),
        (1, 19, "1 to 19 ahead"),
        (-19, -1, "1 to 19 behind"),
        (0, 0, "level"),
        (1, 1, "1 ahead"),
        (-1, -1, "1 behind"),
    ],
)
def test_score__is_said_in_words(behind: int | None, ahead: int | None, words: str) -> None:
    assert Where(Error.HELD, 5, 9, behind, ahead).score == words
    assert Where(Error.HELD, 5, 9, behind, ahead).turn_total == "5 to 9"
    assert Where(Error.HELD, 5, 5, behind, ahead).turn_total == "5"

"""`jeopardice fairest`: cases in the order of what moving first is worth."""

import json
from pathlib import Path

import numpy as np
import pytest

from solvers.games import own, pig, piglet
from storage.query import open_sweep
from storage.repository import Store
from tests.commands import Command
from tests.sweeps import race, solve, solved_store


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    """A store with races of two and of several, and with one who plays alone."""
    two = race(keep=("win_probability", "handicap", "fair_handicap"))
    several = {"players": [2, 3], "goal": [4, 6]}
    many = {"name": "small/many", "question": "race_of_many.pig", "axes": several}
    alone = {"name": "small/alone", "question": "within_turns.pig", "axes": {"turns": [2, 3]}}
    others = ({"title": "Some", "keep": ["win_probability"]} | content for content in (many, alone))
    return solved_store(tmp_path, two, *others)


@pytest.mark.long
def test_fairest__lists_those_of_the_least_advantage_first(jeopardice: Command, stored: Store) -> None:
    said = jeopardice("fairest", "small/race", "--most", "3")
    lines = said.out.splitlines()
    assert lines[0] == "The race to a few points  (small/race)"
    assert lines[1].split() == ["goal", "advantage", "handicap", "fair_handicap"]
    wins = open_sweep(stored, "small/race")["win_probability"]
    best = wins.goal.values[np.argsort(np.abs(wins.values - 0.5))[:3]]
    assert [int(line.split()[0]) for line in lines[2:5]] == best.tolist()
    assert float(lines[2].split()[1]) == pytest.approx(2 * wins.sel(goal=best[0]).item() - 1, abs=1e-6)
    assert lines[5] == "3 of 8 cases, those with advantage nearest to 0 first."


def test_fairest__orders_by_another_number_and_prints_json(jeopardice: Command, stored: Store) -> None:
    said = json.loads(jeopardice("fairest", "small/race", "--by", "fair_handicap", "--json").out)
    assert (said["sweep"], said["question"]) == ("small/race", "race.pig")
    points = [abs(case["fair_handicap"]) for case in said["cases"]]
    assert points == sorted(points)
    assert len(points) == 8
    of_one = jeopardice("fairest", "small/race", "--sel", "goal=7", "--json")
    assert [case["advantage"] for case in json.loads(of_one.out)["cases"]] == [
        case["advantage"] for case in said["cases"] if case["goal"] == 7
    ]


def test_fairest__compares_games(jeopardice: Command, stored: Store) -> None:
    rules = [own.text(pig.turn()), own.text(piglet.turn())]
    games = {"name": "small/games", "question": "race.own", "axes": {"rules": rules, "goal": [9]}}
    solve({"title": "Two games", "keep": ["win_probability"]} | games, stored)
    cases = json.loads(jeopardice("fairest", "small/games", "--json").out)["cases"]
    assert {case["rules"] for case in cases} == {"pig", "piglet"}
    assert "piglet" in jeopardice("fairest", "small/games").out


def test_fairest__of_several_players_looks_at_the_best_and_the_worst_seat(
    jeopardice: Command, stored: Store
) -> None:
    cases = json.loads(jeopardice("fairest", "small/many", "--json").out)["cases"]
    wins = open_sweep(stored, "small/many")["win_probability"]
    for case in cases:
        seats = wins.sel(players=case["players"], goal=case["goal"]).values[: case["players"]]
        assert case["advantage"] == pytest.approx(seats.max() - seats.min(), abs=1e-15)
    assert len(cases) == 4


def test_fairest__says_which_handicaps_are_drawn(jeopardice: Command, stored: Store) -> None:
    keep = ["win_probability", "lottery_points", "lottery_probability", "lottery_win_probability"]
    content = {"name": "small/drawn", "question": "equilibrium.race_of_three", "axes": {"goal": [10, 30]}}
    solve({"title": "Drawn", "keep": keep} | content, stored)
    even, uneven = json.loads(jeopardice("fairest", "small/drawn", "--json").out)["cases"]
    assert [option["points"] for option in even["lottery"]] == [[0, 6, 14], [0, 6, 15], [0, 7, 14]]
    assert sum(option["probability"] for option in even["lottery"]) == pytest.approx(1.0, abs=1e-12)
    assert even["lottery_win_probability"] == pytest.approx([1 / 3] * 3, abs=1e-12)
    assert uneven["goal"] == 10
    said = " ".join(jeopardice("fairest", "small/drawn").out.split())
    assert "Head starts in points, first player first, and how many games of 1000 begin so: goal=30: " in said
    assert "goal=30: 0-6-14 in 508, 0-6-15 in 428, 0-7-14 in 64. All win equally often" in said
    assert f"The nearest to even: they win {uneven['lottery_win_probability'][0]:.2%}, " in said


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("small/alone",), ") stores neither `first_player_advantage` nor each seat's"),
        (
            ("small/rac",),
            "SWEEP: the store has no sweep 'small/rac', only small/alone, small/many, small/race.",
        ),
        ((), "SWEEP: the store has several sweeps: small/alone, small/many, small/race."),
        (("small/race", "--by", "value"), "There is no variable 'value'. The sweep has win_probability"),
    ],
)
@pytest.mark.usefixtures("stored")
def test_fairest__refuses_what_says_nothing_of_it(
    jeopardice: Command, words: tuple[str, ...], complaint: str
) -> None:
    said = jeopardice("fairest", *words)
    assert said.code != 0
    assert complaint in said.error

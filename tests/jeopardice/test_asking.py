"""What `jp.questions` lists can be asked."""

import re

import pytest

import jeopardice as jp
from solvers.catalog import QUESTIONS


def test_questions__list_what_solve_takes() -> None:
    table = jp.questions("piglet", players=2)
    assert list(table.columns) == ["contest", "games", "keep", "title", "outputs", "parameters", "players"]
    row = table[(table.contest == "race") & (table.players == "best, best")].iloc[0]
    ds = jp.solve("piglet", contest=row.contest, players=row.players, goal=6)
    assert list(ds.data_vars) == row.outputs
    assert set(row.parameters) <= set(ds.coords)
    assert row.parameters["goal"].endswith("; 10 by default")


def test_questions__show_contest_and_players_where_not_all_columns_fit() -> None:
    import pandas as pd

    with pd.option_context("display.width", 80, "display.max_columns", 0, "display.max_rows", 60):
        shown = repr(jp.questions("pig")).splitlines()
    assert shown[0].split() == ["contest", "...", "players"]
    assert any("best, hold at {n}" in line for line in shown)


def test_questions__say_which_numbers_are_to_be_given() -> None:
    table = jp.questions("pig", players=2)
    assert len(table) > 5
    for row in table.itertuples():
        assert set(re.findall(r"\{(\w+)\}", str(row.players))) <= set(row.parameters)  # type: ignore[call-overload]


def test_questions__of_own_rules_are_those_of_the_file() -> None:
    from_file, from_game = jp.questions("piglet_two_coins"), jp.questions(jp.game("piglet_two_coins"))
    assert from_file.equals(from_game)
    assert from_file.games.map(tuple).unique().tolist() == [("piglet with two coins",)]


def test_questions__that_are_asked_by_name_are_there() -> None:
    table = jp.questions(about="Risk")
    assert set(table.players) & set(QUESTIONS)


def test_nothing_found__names_the_argument() -> None:
    with pytest.raises(jp.InvalidRules, match=r"^about: no question of pig mentions 'xyzzy'\. Try "):
        jp.questions("pig", about="xyzzy")

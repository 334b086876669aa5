"""A question states its contest, its players and whether its turns have positions; what it states fits."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from configs.rules.finding import existing_rules
from configs.rules.load import load_game
from flows import PACKAGES
from solvers.catalog import QUESTIONS, ROOMS
from solvers.contests.contest import AT_ONCE, Order
from solvers.errors import InvalidRules
from solvers.games import own
from solvers.games.must_throw import made_at_once
from solvers.players.player import Kind
from solvers.questions.question import Question
from tests.each import of_each

NAMES = {name: name for name in QUESTIONS}
OF_A_GAME = {name: name for name, one in QUESTIONS.items() if one.game is not None and not one.study}
BEGINNINGS = {beginning for beginnings in ROOMS.values() for beginning in beginnings}
# What a question's name is read from.
NAME = re.compile(r"question(\.name|'\])")
APART = ("startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split")


def named(question: Question) -> set[str]:
    return {one.name for one in (*question.parameters, *question.dimensions)}


@of_each(NAMES)
def test_contest_and_players__name_what_the_question_has(name: str) -> None:
    question = QUESTIONS[name]
    assert {*question.contest.parameters} <= {one.name for one in question.parameters}
    for player in question.players.all:
        assert {*player.parameters} <= named(question)
    assert {question.players.count} - {""} <= named(question)


@of_each({name: name for name in NAMES if QUESTIONS[name].contest.order is not Order.OTHER})
def test_players__are_as_many_as_their_contest_has(name: str) -> None:
    question = QUESTIONS[name]
    several = len(question.players.seats) > 1 or bool(question.players.count)
    assert several != (question.contest.order is Order.ALONE)


@of_each(NAMES)
def test_players__are_the_seats_of_what_is_answered(name: str) -> None:
    question = QUESTIONS[name]
    # Of one who plays best against others, the seats are those in which that player may sit.
    for dimension in question.dimensions:
        if dimension.name == "seat" and not question.players.count:
            given = {one.name: one.default for one in question.parameters if one.default is not None}
            labels = dimension.labels(given)
            assert np.array_equal(labels - labels[0], range(len(question.players.seats)))


@of_each(NAMES)
def test_symmetries__are_of_players_of_one_kind_who_play_at_once(name: str) -> None:
    question = QUESTIONS[name]
    holding = [one.parameters[0] for one in question.players.all if one.kind is Kind.HOLD_AT]
    exchanged = question.contest == AT_ONCE and len(holding) > 1
    assert [set(one.axes) for one in question.symmetries] == ([set(holding)] if exchanged else [])


def takes(question: Question, given: dict[str, Any]) -> bool:
    try:
        question.complete(given)
    except InvalidRules:
        return False
    return True


@of_each(OF_A_GAME)
def test_positions__are_those_of_the_turn(name: str) -> None:
    question = QUESTIONS[name]
    assert question.game is not None
    if question.is_about("own"):
        asked = {
            one.name: one.minimum
            for one in question.parameters
            if one.default is None and one.minimum is not None
        }
        rules = {"rules": own.text(load_game(existing_rules("great_rolled_ones")).turn)}
        asked |= {name: "hold at 3" for name in named(question) if name.endswith("rule")}
        assert takes(question, asked | rules) == question.positions
    else:
        given = {one.name: one.default for one in question.game.parameters}
        turn = question.game.as_played(given)
        made = made_at_once(turn, 100) if turn.must_throw else turn
        decided = any(way.throw != 0 for at in made.positions for way in at.ways) and not made.only_throws_on
        assert decided == question.positions


def taken_apart(path: Path) -> Iterator[str]:
    """Calls that take the name of a question apart."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in APART:
            beginning = any(isinstance(one, ast.Constant) and one.value in BEGINNINGS for one in node.args)
            if beginning or NAME.search(ast.unparse(node.func.value)):
                yield f"{path}: {ast.unparse(node)}"


def test_commands__take_no_name_of_a_question_apart() -> None:
    root = Path(__file__).parents[3]
    paths = [path for folder in PACKAGES for path in (root / folder).rglob("*.py")]
    assert [found for path in paths for found in taken_apart(path)] == []

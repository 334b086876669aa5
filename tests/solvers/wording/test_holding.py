"""`hold at n` is one player, however it is written and whoever the others are."""

from collections.abc import Iterator
from typing import Any

import pytest

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.games import own
from solvers.wording.seats import read

# The player stands for {}; of the others somebody plays by a rule, and somebody is best.
WITH = ("{}, best", "best, {}", "{}, optimal", "optimal, {}", "{}, {}", "{}, itself", "{}, hold at 2")
CONTESTS = {"race": WITH, "equal turns": WITH, "busts in a row": WITH, "alone": ("{}",)}
GAMES = ("pig", "ten_thousand", "great_rolled_ones")
TOLD = {"goal": 8, "turns": 3, "busts": 2, "cost": 2, "tie": "shared", "n": 5}
WAYS = ("hold at 5", "hold at {n}", "hold when turn_total >= 5", "hold when turn_total >= {n}")


def answers(game: str, contest: str, others: str) -> Iterator[tuple[str, float]]:
    """What the first player wins, by each way to write the one who holds at 5 for which it is answered."""
    rules = shipped_rules().get(game)
    for written in WAYS:
        players = others.replace("{}", written)
        try:
            question = find(f"{'own' if rules else game}, {contest}: {players}")
        except InvalidRules:
            continue
        told: dict[str, Any] = TOLD | ({"rules": own.text(load_game(rules).turn)} if rules else {})
        names = {parameter.name for parameter in question.parameters}
        try:
            given = question.complete({name: value for name, value in told.items() if name in names})
        except InvalidRules:
            # Of games from files some questions take only those in which one throws the same again.
            continue
        yield players, question.output("win_probability").read(question.solve(**given)).item()


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("game", GAMES)
def test_hold_at_n__is_one_player_in_every_contest(game: str, contest: str) -> None:
    compared = []
    for others in CONTESTS[contest]:
        found = dict(answers(game, contest, others))
        assert max(found.values(), default=0.0) == pytest.approx(min(found.values(), default=0.0), abs=1e-13)
        if len(found) == len(WAYS):
            compared.append(others)
    assert len(compared) >= {"race": 7, "alone": 1}.get(contest, 3), compared


def test_giving_points_up__is_another_player() -> None:
    def wins(player: str) -> float:
        question = find(f"ten_thousand, race: {player}, {player.replace('5', '7')}")
        solved = question.solve(**question.complete({"goal": 40}))
        return float(question.output("win_probability").read(solved))

    assert wins("hold at 5") == pytest.approx(0.652388381989308, abs=1e-13)
    assert wins("hold at 5 giving up points") == pytest.approx(0.629840530675551, abs=1e-13)


def test_most_points__is_the_plan_of_that_name() -> None:
    question = find("farkle, race: most points, best")
    named = find("race_response.hold_at_farkle")
    solved = named.solve(**named.complete({"goal": 12, "opponent_hold_at": 0}))
    words = question.solve(**question.complete({"goal": 12}))
    first = question.output("win_probability").read(words)
    assert first == 1.0 - named.output("best_response_win_probability").read(solved)[1]


@pytest.mark.parametrize("game", ["pig", "ten_thousand", "hog"])
def test_two_numbers__are_answered_as_one_number_twice(game: str) -> None:
    """Whatever the numbers are, the same words have the same outputs."""
    player = "always {} dice" if game == "hog" else "hold at {}"
    names = [("{n}", "{n}"), ("{n}", "{m}"), ("4", "4"), ("4", "5")]
    questions = [
        find(f"{game}, race: {player.replace('{}', one)}, {player.replace('{}', other)}")
        for one, other in names
    ]
    outputs = [[(own.name, own.dims, own.meaning) for own in question.outputs] for question in questions]
    assert outputs == outputs[:1] * len(outputs)
    if game != "hog":
        by_rule = find(f"{game}, race: hold when turn_total >= 4, hold at 5")
        assert [(own.name, own.dims, own.meaning) for own in by_rule.outputs] == outputs[0]


@pytest.mark.parametrize("number", [0, -5])
def test_number_to_hold_at__is_one_or_more(number: int) -> None:
    for others in ("{}, best", "best, {}", "{}, {}", "{}, itself"):
        players = others.replace("{}", "hold at {n}")
        with pytest.raises(InvalidRules, match=f"^n: expected a whole number from 1 to [0-9]+, got {number}"):
            find(f"pig, race: {players}").complete({"goal": 9, "n": number})
        giving_up = find(f"farkle, race: {players.replace('{n}', '{n} giving up points')}")
        with pytest.raises(InvalidRules, match=f"^n: expected a whole number from 1 to 200, .* got {number}"):
            giving_up.complete({"goal": 9, "n": number})
    with pytest.raises(InvalidRules, match=f"^a: expected 1 or more, a turn total to hold at, got {number}"):
        find("thumb.pig").complete({"goal": 9, "rule": "hold at {a}", "a": number})
    below = find("thumb.pig").complete({"goal": 9, "rule": "hold at 3 - {a}", "a": number or -1})
    assert below["a"] < 0
    with pytest.raises(InvalidRules, match="a turn total of 1 or more, got 'hold at 0'"):
        read("hold at 0, best")

"""What is asked in words is answered as the four ideas say, whichever row of the catalogue answers it."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.catalog import QUESTIONS, find, keeping
from solvers.contests.contest import RACE, SHOWDOWN
from solvers.errors import InvalidRules
from solvers.games import own
from solvers.questions.certify import LARGEST_CERTIFICATE, Anew
from solvers.questions.covering import cover
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter
from solvers.questions.question import Question
from solvers.wording import alternatives
from solvers.wording.alternatives import in_both
from solvers.wording.asking import asked
from solvers.wording.cells import cells
from solvers.wording.listed import askable
from solvers.wording.names import wording
from solvers.wording.seats import read
from tests.four_ideas.contests import Contest, EqualTurns, Race
from tests.four_ideas.values import Player, Values, hold_at
from tests.strategies import pigs

TIES = ("first", "last", "shared", "again")
PLAYERS: dict[str, Player] = {"best": None, "hold at 2": hold_at(2), "hold at {n}": hold_at(3)}
CONTESTS: dict[str, tuple[str, ...]] = {
    "race": (
        "best, best",
        "best, hold at {n}",
        "hold at 2, best",
        "hold at {n}, hold at 2",
        "hold at {n}, itself",
    ),
    "equal turns": (
        "best, best",
        "best, hold at {n}",
        "hold at {n}, best",
        "hold at 2, hold at {n}",
        "3 x best",
    ),
    "busts in a row": ("best, best", "hold at {n}, best", "best, hold at {n}", "hold at {n}, itself"),
}


def answered(question: Question, **told: Any) -> dict[str, Any]:
    """All outputs of a case, in the types in which they are stored."""
    given = question.complete({name: value for name, value in told.items() if name in names(question)})
    solution = question.solve(**given)
    stored = {own.name: np.asarray(own.read(solution)).astype(own.dtype) for own in question.outputs}
    found = cover(question, given, stored, LARGEST_CERTIFICATE)
    assert not found.findings
    return stored


def names(question: Question) -> list[str]:
    return [own.name for own in question.parameters]


@pytest.mark.parametrize("contest", CONTESTS)
@given(st.data())
@settings(max_examples=12, deadline=None)
def test_words__mean_what_four_ideas_say(contest: str, data: st.DataObject) -> None:
    turn, goal, tie = data.draw(pigs(5)), data.draw(st.integers(2, 5)), data.draw(st.integers(0, 3))
    players = data.draw(st.sampled_from(CONTESTS[contest]))
    seats = read(players)
    told = {"goal": goal, "tie": TIES[tie], "n": 3, "busts": 2, "cost": 1, "rules": own.text(turn)}
    stored = answered(find(f"own, {contest}: {players}"), **told)
    ideas: Contest = EqualTurns(goal, tie, len(seats))
    if contest != "equal turns":
        ideas = Race(goal, 2, 2 if contest == "busts in a row" else 0, 1)
    texts = [seats[0][0].text if seat[0].text == "itself" else seat[0].text for seat in seats]
    start = ideas.at(0, *(0,) * len(seats))  # type: ignore[attr-defined]
    right = Values(turn, ideas, tuple(PLAYERS[text] for text in texts), {start})[start]
    wins = np.atleast_1d(stored["win_probability"])
    np.testing.assert_allclose(wins, right[: wins.size], rtol=1e-12, atol=1e-12)


def test_alternatives__are_those_who_are_asked_for_alone() -> None:
    both = find("pig, race: [best, optimal], hold at {n}")
    assert names(both) == ["first_player", "goal", "n", "sides", "bust_face"]
    for player in ("best", "optimal"):
        alone = answered(find(f"pig, race: {player}, hold at 6"), goal=15)
        stored = answered(both, goal=15, n=6, first_player=player)
        assert stored["win_probability"] == alone["win_probability"]
        few = {name: stored[name] for name in ("win_probability", "residual")}
        assert not cover(
            both, both.complete({"goal": 15, "n": 6, "first_player": player}), few, 1e-12
        ).findings
        few["win_probability"] = few["win_probability"] + 1e-9
        assert cover(both, both.complete({"goal": 15, "n": 6, "first_player": player}), few, 1e-12).findings


def test_alternatives__solve_a_case_again_once_for_all_that_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[Anew]()

    class Counted(Anew):
        def __init__(self, *case: Any) -> None:
            super().__init__(*case)
            made.append(self)

    monkeypatch.setattr(alternatives, "Anew", Counted)
    either = find("pig, race: hold at 9, [optimal, hold at 7]")
    for goal in (12, 13):
        given = either.complete({"goal": goal, "second_player": "optimal"})
        made.clear()
        stored = answered(either, **given)
        # Both look at tables that only the question that is meant has.
        assert either.certify(given, {}) <= 1e-12
        follows = either.output("win_probability_by_seat").follows
        assert follows is not None
        np.testing.assert_allclose(follows(given), stored["win_probability_by_seat"], atol=1e-12)
        assert sum("solution" in vars(one) for one in made) == 1


def test_alternatives__may_have_numbers_of_their_own() -> None:
    alone = find("pig, alone: [best, hold at {n}]")
    best = answered(alone, goal=20, turns=3, first_player="best", n=8)
    rule = answered(alone, goal=20, turns=3, first_player="hold at {n}", n=8)
    assert best["win_probability"] == answered(find("pig, alone: best"), goal=20, turns=3)["win_probability"]
    assert (
        rule["win_probability"]
        == answered(find("pig, alone: hold at 8"), goal=20, turns=3)["win_probability"]
    )
    assert rule["win_probability"] < best["win_probability"]


def test_alternatives__have_in_common_only_what_is_of_the_same_player() -> None:
    rows = {text: find(f"pig, race: optimal, {text}") for text in ("best", "hold at 5")}
    assert rows["best"].output("value").dims == rows["hold at 5"].output("value").dims
    shared = {own.name for own in find("pig, race: optimal, [best, hold at 5]").outputs}
    assert shared == {"win_probability", "residual"}


def test_tables_of_the_best_reply__say_whose_they_are() -> None:
    for players in ("best, hold at 20", "hold at 20, best"):
        question = keeping(f"pig, race: {players}", ["value", "hold_at", "optimal_value"])
        assert question.output("value").long_name == "win probability of the best reply"
        assert question.output("hold_at").long_name == "hold threshold of the best reply"
        assert question.output("optimal_value").long_name == "optimal win probability"


def test_two_by_rules_the_other_way_round__say_so() -> None:
    """The row has the plan first, who is named second here."""
    words = find("farkle, race: hold at 4, most points")
    meaning = words.output("value").meaning
    assert meaning.startswith("With the players exchanged: Chance to win")
    assert meaning.endswith("The player is the first one.")
    assert words.output("value").long_name.endswith(", players exchanged")
    either = find("farkle, race: [hold at 4, hold at 4 giving up points], most points")
    wins = ["win_probability", "average_win_probability", "win_probability_by_seat"]
    assert [own.name for own in either.outputs] == [*wins, "residual"]
    pair = answered(find("head_to_head.pair_farkle"), goal=12, hold_at=4, gives_up=False, opponent_hold_at=0)
    solved = answered(words, goal=12)
    for name in wins:
        assert solved[name] == pytest.approx(pair[name], abs=1e-13)


def test_question_without_parameters__is_asked() -> None:
    assert names(find("pass_the_pigs, one turn: best")) == []
    assert answered(find("pass_the_pigs, one turn: best"))["expected_score"] > 9.0


def test_alternatives__are_refused_by_name() -> None:
    with pytest.raises(InvalidRules, match="first_player: expected one of best, optimal, got 'worst'"):
        find("pig, race: [best, optimal], hold at 6").complete({"first_player": "worst"})


def test_two_with_one_number__have_one_parameter() -> None:
    twice = find("pig, race: hold at {n}, hold at {n}")
    assert names(twice) == ["goal", "n", "sides", "bust_face"]
    once = answered(find("pig, race: hold at 4, hold at 4"), goal=10)
    assert answered(twice, goal=10, n=4)["win_probability"] == once["win_probability"]


def test_rules_of_ones_own__may_have_more_to_decide() -> None:
    assert find("own, race: hold when turn_total >= 6, best").positions
    assert find("own, alone: hold at 6").positions


def test_opponents__may_be_exchanged() -> None:
    question = find("pig, at once: best threshold, hold at {n}, hold at {m}")
    assert [(own.axes, own.dims) for own in question.symmetries] == [
        (("n", "m"), ("first_opponent", "second_opponent"))
    ]
    assert not find("pig, at once: best threshold, hold at {n}, hold at 20").symmetries
    assert not find("pig, at once: best threshold, hold at {n}, hold at {n}").symmetries


def test_every_contest_of_players__is_asked_as_it_is_listed() -> None:
    """Whatever is listed is found, and by the row that is listed, or one that answers the same."""
    for one in askable(QUESTIONS.values()):
        for row in one.rows:
            asking = one.wording("pig" if row.game is None else row.game.name)
            for told in product(*asking.seats):
                assert row in [cell.question for cell in cells(asking, told, [row])], (asking.name, row.name)
            assert wording(asking.name) == asking


def test_players_of_some_number__are_listed_as_so_many() -> None:
    (four,) = [one for one in askable(QUESTIONS.values(), 4) if one.contest == RACE]
    assert (four.players, four.briefly) == ("best, best, best, best", "best, best, best, best (up to 5)")
    assert {"pig", "farkle"} < {*four.games} < {*GAMES}
    assert [one.games for one in askable(QUESTIONS.values()) if one.contest == SHOWDOWN] == [["pig"], ["pig"]]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "pig, race: best, hold at 20, optimal",
            "Solved: race of pig for players best, best (up to 5); best",
        ),
        (
            "pig, race: 4 scoring turns, hold at 2, optimal",
            "for players best, best (up to 5); best, best, best; hold when turn_total >= {n}, hold at {m}",
        ),
        ("pig, equal turns: 4 scoring turns, best", "Solved: these players of pig in the contest race."),
        (
            "own, race: 7 x best",
            "Solved: race of a file of rules for players best, best (up to 5); best, best, best; ",
        ),
        (
            "two_dice_pig, equal turns: 3 x best",
            "Solved: these players in this contest of pig; piglet; a file of rules.",
        ),
        ("hog, at once: 2 x best threshold", "Solved: these players in this contest of pig; piglet; big"),
        ("pgi, race: best, best", "game: expected one of pig, piglet,"),
        ("farkle, race: most points, hold at 0 giving up points", "Type: hold at 1."),
        ("pig, race: best, hold at {goal}", "players: expected a name of its own in braces, got 'goal'."),
        ("pig, race: best, hold at {players}", "expected a name of its own in braces, got 'players'."),
        ("pig, race: best, hold at {contest}", "expected a name of its own in braces, got 'contest'."),
        ("pig, race: best, hold at {second_player}", "name of its own in braces, got 'second_player'."),
        ("pig, rage: best, best", "contest: expected one of race, equal turns,"),
        (
            "pig, race: best, hold art 20",
            "players: expected 'at' or 'when' at column 6 instead of 'art'.\n  hold art 20\n       ^\n",
        ),
        (
            "pig, at once: 7 x [best, best threshold]",
            "expected at most 64 combinations of players, by the lists, got 128",
        ),
        ("pig, race:", "players: expected 1 to 500 players, got 0."),
        ("pig: best", "question: expected GAME, CONTEST: PLAYERS, got 'pig: best'."),
    ],
)
def test_words_that_nobody_answers__are_refused_with_the_nearest(name: str, says: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        find(name)
    assert says in str(caught.value)
    assert name not in QUESTIONS


def test_contest__is_that_of_the_parameters() -> None:
    assert asked("pig", None, None, ["tie"]).contest.name == "equal turns"
    assert asked("pig", "at_once", None, []).name == "pig, at once: best threshold, best threshold"
    assert asked("pig", "one turn", None, []).name == "pig, one turn: best"
    assert asked("pig", None, 4, []).name == "pig, race: best, best, best, best"
    assert asked("pig", None, None, ["cap"]).name == "pig, showdown: best threshold, best threshold"
    assert asked("pig", None, None, ["turns", "may_pass"]).name == "pig, most points: best"
    assert asked("pig", None, "best, hold at {turns}", ["turns"]).contest == RACE


def test_number_of_players__is_of_those_who_play_where_nobody_says_who() -> None:
    three = ", ".join(3 * ["best threshold"])
    assert asked("pig", "at once", 3, []).name == f"pig, at once: {three}"
    assert find(f"pig, at once: {three}")


@pytest.mark.parametrize(
    ("contest", "parameters", "says"),
    [
        (
            None,
            ["turns"],
            "one that has turns, got nothing. Name the contest: alone or most points has turns.",
        ),
        (
            None,
            ["tie", "goal", "turns"],
            "one that has tie and turns, got nothing. Leave one out: equal turns or equal turns with busts",
        ),
        (
            "race",
            ["tie"],
            "one that has tie, got 'race'. Name the contest: equal turns or equal turns with busts has tie.",
        ),
        (True, [], "one of race, equal turns,"),
    ],
)
def test_contest_that_is_not_meant__is_refused(contest: object, parameters: list[str], says: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        asked("pig", contest, None, parameters)
    assert f"contest: expected {says}" in str(caught.value)


@pytest.mark.parametrize(
    ("contest", "parameters", "meant"),
    [
        (None, ["busts"], "busts in a row"),
        (None, ["tie"], "equal turns"),
        (None, ["tie", "busts"], "equal turns with busts"),
        ("equal turns", ["cost"], "equal turns with busts"),
        ("busts in a row", ["busts", "tie"], "equal turns with busts"),
        ("equal turns with busts", [], "equal turns with busts"),
    ],
)
def test_contest_of_two_rules__is_meant_by_the_parameters_of_both(
    contest: object, parameters: list[str], meant: str
) -> None:
    assert asked("pig", contest, None, parameters).name == f"pig, {meant}: best, best"


def test_rule_that_fits_no_game__is_refused_as_it_is_written() -> None:
    question = find("pig, race: best, hold when banked > {moon} + foo")
    with pytest.raises(InvalidRules) as caught:
        question.complete({"moon": 3})
    says = "turn_total, goal at column 29, for the second player.\n  hold when banked > {moon} + foo\n"
    assert str(caught.value).startswith(f"players: expected one of banked, opponent, {says}")


def test_one_of_two_rules__is_refused_as_it_is_written_in_its_seat() -> None:
    seats = {"hold at 3, {}": "second", "{}, hold at {n}": "first", "optimal, {}": "second"}
    for players, seat in seats.items():
        question = find(f"pig, race: {players.replace('{}', 'hold when banked > {moon} + foo')}")
        given = {name: 3 for name in ("moon", "n") if name in names(question)}
        with pytest.raises(InvalidRules) as caught:
            question.complete(given)
        assert f"at column 29, for the {seat} player.\n  hold when banked > {{moon}} + foo\n" in str(
            caught.value
        )


def test_rules_that_a_race_of_three_does_not_take__are_refused_before_it_is_solved() -> None:
    rules = own.text(load_game(shipped_rules()["yellow_zombie_dice"]).turn)
    for players in ("3 x best", "4 x best"):
        with pytest.raises(InvalidRules, match="Here a throw may gain nothing and be followed"):
            find(f"own, race: {players}").complete({"rules": rules, "goal": 3})
    assert find("own, equal turns: 3 x best").complete({"rules": rules, "goal": 3})


def test_numbers_of_one_name__must_go_together() -> None:
    one, other = (Parameter("n", int, "A number.", minimum=low, maximum=low + 5) for low in (1, 9))
    with pytest.raises(InvalidRules, match="n: a whole number from 1 to 6, and a whole number from 9 to 14"):
        in_both(one, other)

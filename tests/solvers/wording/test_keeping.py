"""What is to be kept chooses among the rows that answer: the plainest that has it all."""

import numpy as np
import pytest

from solvers.catalog import QUESTIONS, find, keeping
from solvers.contests.contest import CONTESTS
from solvers.errors import InvalidRules
from solvers.questions.question import Question
from solvers.wording.cells import Cell, cells, is_of_one_number, says_who
from solvers.wording.keeping import outputs_of
from solvers.wording.names import wording
from solvers.wording.rewritten import in_words
from tests.each import of_each

ROWS = [row for row in QUESTIONS.values() if row.contest.name in CONTESTS and says_who(row)]
ALIKE = "pig, race: hold at {n}, hold at {n}"


def answering(name: str) -> list[Cell]:
    asked = wording(name)
    return cells(asked, [seat[0] for seat in asked.seats], QUESTIONS.values())


@of_each({row.name: row for row in ROWS})
def test_every_row_that_says_who_plays__is_asked_in_words(row: Question) -> None:
    """By some of its outputs; whatever else of its own is kept besides, it is the same question."""
    number = 2 if not row.players.count or row.parameter(row.players.count).refused(2) is None else 3
    asked = in_words(row, QUESTIONS.values(), number)
    assert asked is not None
    name = asked.name
    assert find(name).name == name
    (cell,) = [one for one in answering(name) if one.question is row and not one.swapped]
    plainer = answering(name)[: answering(name).index(cell)]
    for output in outputs_of(cell):
        if not any(output in outputs_of(one) for one in plainer):
            assert keeping(asked._replace(keep=()).name, [output]).name == name
        assert keeping(name, [output]).name == name


def test_row_of_one_number_for_both__answers_only_what_no_other_has() -> None:
    for row in filter(is_of_one_number, ROWS):
        asked = in_words(row, QUESTIONS.values())
        assert asked is not None
        assert asked.keep
        first = answering(asked.name)[0]
        assert not is_of_one_number(first.question)


def test_plainest__is_taken_where_it_has_all() -> None:
    assert keeping("pig, race: best, best", ["value", "win_probability"]) is find("pig, race: best, best")
    assert keeping(ALIKE, ["expected_turns"]) is find(ALIKE)
    assert keeping(ALIKE, ["expected_turns", "ending_probability"]) is keeping(ALIKE, ["lead_changes_left"])


def test_who_plays_a_plan__is_asked_as_who_holds_where_only_that_row_has_it() -> None:
    words = keeping("farkle, race: best, hold at 5", ["given_away"])
    row = find("race_response.hold_at_farkle")
    given = {"opponent_hold_at": 5, "opponent_gives_up": False, "goal": 12}
    for name in ("average_optimal_win_probability", "given_away"):
        right = row.output(name).read(row.solve(**row.complete(given)))
        told = words.output(name).read(words.solve(**words.complete({"goal": 12})))
        np.testing.assert_array_equal(told, right)


def test_several_in_a_seat__are_asked_of_rows_that_all_have_it() -> None:
    texts = ("hold at 3", "hold when turn_total >= 3 and opponent < 9")
    both = keeping(f"pig, race: [{', '.join(texts)}], best", ["loss"])
    thumb = find("thumb.pig")
    for text in texts:
        right = thumb.output("loss").read(thumb.solve(**thumb.complete({"goal": 9, "rule": text})))
        solved = both.solve(**both.complete({"goal": 9, "first_player": text}))
        assert both.output("loss").read(solved) == right
    for output in ("loss_to_reply", "right_decisions"):
        assert keeping(both.name, [output]) is both


@pytest.mark.parametrize("contest", ["race", "showdown", "at once"])
def test_number_of_players__may_be_a_parameter(contest: str) -> None:
    """A row that is for several numbers answers as it does for each of them alone."""
    kind, output, given = {
        "race": ("best", "cycling_clusters", {"goal": 4}),
        "showdown": ("best threshold", "mean_hold_at", {"cap": 9}),
        "at once": ("best threshold", "strategy", {"goal": 4, "sides": 3, "bust_face": 3}),
    }[contest]
    some = keeping(f"pig, {contest}: {{n}} x {kind}", [output])
    for number in (2, 3):
        alone = keeping(f"pig, {contest}: {number} x {kind}", [output])
        solved = some.solve(**some.complete({**given, "n": number}))
        right = alone.solve(**alone.complete(given))
        np.testing.assert_array_equal(some.output(output).read(solved), alone.output(output).read(right))


@pytest.mark.parametrize(
    ("name", "keep", "says"),
    [
        ("pig, race: best, best", ["plicy"], "an output of pig, race: best, best, got 'plicy'. Did you mean"),
        ("race.pig", ["plicy"], "an output of race.pig, got 'plicy'. Did you mean 'policy'?"),
        ("risk.battle", ["moon"], "an output of risk.battle, got 'moon'. It has win_probability, expected_"),
        ("pig, fewest turns: best", ["moon"], "got 'moon'. It has expected_turns, "),
        (
            "pig, race: hold at 3, hold at 4",
            ["lead_changes_left"],
            "got 'lead_changes_left'. These players have it: hold at {n}, hold at {n}; optimal, optimal.",
        ),
        (
            "farkle, race: [hold at 3, hold at 3 giving up points], most points",
            ["win_probability", "value"],
            "an output that all players of farkle, race: [hold at 3, hold at 3 giving up points], most points"
            " have, got 'value'. They have in common: win_probability, average_win_probability,"
            " win_probability_by_seat, residual. Or ask for each alone.",
        ),
        (
            ALIKE,
            ["waiting_value", "turns_left", "lead_changes_left"],
            f"outputs of {ALIKE} that are solved together, got"
            " 'waiting_value, turns_left, lead_changes_left'."
            " Ask for each of these by itself: waiting_value, turns_left; lead_changes_left.",
        ),
    ],
)
def test_outputs_that_nobody_has__are_refused(name: str, keep: list[str], says: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        keeping(name, keep)
    assert str(caught.value).startswith("keep: expected ")
    assert says in str(caught.value)

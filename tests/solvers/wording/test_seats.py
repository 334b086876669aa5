"""Players are read as they are written, and written as they are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules
from solvers.players.player import Kind
from solvers.wording.seats import Named, Seats, read, spelled

TEXTS = (
    "best",
    "best threshold",
    "optimal",
    "itself",
    "keep pace",
    "hold at 20",
    "hold at {n}",
    "hold at {n} giving up points",
    "most points",
    "4 scoring turns",
    "always {dice} dice",
    "hold when turn_total >= max(20, {m}) or banked = 3",
    "hold at 25, go for most dice_left",
)
player = st.sampled_from(TEXTS)
seats = st.lists(player | st.lists(player, min_size=2, max_size=3, unique=True), min_size=1, max_size=5)


@given(seats)
def test_players__are_read_as_they_are_spelled(written: list[str | list[str]]) -> None:
    told = read(written)
    assert [len(seat) for seat in told] == [1 if isinstance(one, str) else len(one) for one in written]
    assert read(spelled(told)) == told
    assert read(f"  {spelled(told)}  ") == told


def kinds(told: Seats) -> list[Kind]:
    return [seat[0].kind for seat in told]


def test_players__are_what_they_say() -> None:
    assert kinds(read(list(TEXTS))) == [
        *(Kind.BEST, Kind.BEST_THRESHOLD, Kind.OPTIMAL, Kind.ITSELF, Kind.RULE, Kind.HOLD_AT),
        *(Kind.HOLD_AT, Kind.GIVING_UP, Kind.GIVING_UP),
        *(Kind.COUNTING, Kind.ALWAYS_DICE, Kind.RULE, Kind.RULE),
    ]
    assert read("hold at {n}")[0][0].numbers == (Named("n"),)
    assert read("{n} scoring turns")[0][0].rule == ("{a} scoring turns", {"a": Named("n")})
    assert read("hold at 5 giving up points")[0][0].numbers == (5, True)
    assert read("most points")[0][0].numbers == (0, True)
    assert read("hold when turn_total >= {m} and banked > {n} + {m}")[0][0].rule == (
        "hold when turn_total >= {a} and banked > {b} + {a}",
        {"a": Named("m"), "b": Named("n")},
    )


def test_numbers_of_a_rule__leave_its_columns_as_they_are_written() -> None:
    (told,) = read("hold when turn_total >= {moon} and banked > 3")[0]
    assert told.rule == ("hold when turn_total >= {a}    and banked > 3", {"a": Named("moon")})


def test_many__are_so_many() -> None:
    assert spelled(read("3 x best")) == "best, best, best"
    assert spelled(read(6)) == spelled(read("6")) == "6 x best"
    assert spelled(read(2, "best threshold")) == "best threshold, best threshold"
    assert spelled(read("best, 2 x hold at 20")) == "best, hold at 20, hold at 20"


IN_TEXT = ("", "501 x best", "hold at", "best of all", "[], best", "[best, best]", "²")
IN_LISTS = ([], 0, 3.5, None, True, [3], ["best", None], [[]], ["best", ["optimal", "optimal"]])


@pytest.mark.parametrize("written", [*IN_TEXT, *IN_LISTS])
def test_whoever_is_no_player__is_refused(written: object) -> None:
    with pytest.raises(InvalidRules, match=r"^players: expected"):
        read(written)


@pytest.mark.parametrize(("slip", "near"), [("bset", "best"), ("Best", "best"), ("keep pce", "keep pace")])
def test_slip__has_the_nearest_player_named(slip: str, near: str) -> None:
    with pytest.raises(InvalidRules, match=f"got '{slip}'. Did you mean '{near}'"):
        read([slip, "best"])


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (600, "1 to 500 players, got 600."),
        ("300 x 300 x best", "1 to 500 players, got 90000."),
        ("best, 0 x best", "1 to 500 players, got 0."),
        ("-3", "1 to 500 players, got -3."),
        ("hold at -3, best", "a turn total of 1 or more, got 'hold at -3'. Type: hold at 3."),
        ("hold at -{n}, best", "a turn total of 1 or more, got 'hold at -{n}'. Type: hold at {n}."),
        (f"hold at {'9' * 5000}, best", "numbers of at most 9 digits, and names of at most 40 letters in"),
        (f"best, hold at {{{'n' * 400}}}", "numbers of at most 9 digits, and names of at most 40 letters in"),
        ("best; hold at 20", "a player, got 'best; hold at 20'. Write players like"),
        (["best", {"n": None}], "text, got '{n}'. Put text with braces in quotes: \"hold at {n}\"."),
        ([["optimal", {"n": None}]], "text, got '{n}'. Put text with braces in quotes"),
        (
            "best, hold at 2O",
            "an operator such as + or -, or the end, at column 10 instead of 'O'."
            "\n  hold at 2O\n           ^\nWrite players",
        ),
        (
            "hold when banked > {moon} +, best",
            "a number or a name at column 28, where the text ends."
            "\n  hold when banked > {moon} +\n                             ^\nWrite",
        ),
    ],
)
def test_refused__says_what_was_written_and_what_to_type(written: object, says: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        read(written)
    assert f"players: expected {says}" in str(caught.value)


def test_players_by_a_name__are_as_many_as_it_stands_for() -> None:
    (told,) = read("{n}x best threshold")[0]
    assert (told.kind, told.count, told.text) == (Kind.BEST_THRESHOLD, Named("n"), "{n} x best threshold")
    assert read(spelled(((told,),))) == ((told,),)
    assert read("best")[0][0].count is None


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("{n} x best, best", "{n} x best alone, got '{n} x best, best'."),
        ("[{n} x best, optimal]", "{n} x best alone, got '[{n} x best, optimal]'."),
        ("2 x {n} x best", "{n} x best alone, got '{n} x best, {n} x best'."),
        ("{n} x hold at 20", "most points, keep pace after the number, got '{n} x hold at 20'."),
        ("{n} x {m} x best", "keep pace after the number, got '{n} x {m} x best'."),
    ],
)
def test_players_by_a_name__are_alike_and_alone(written: str, says: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        read(written)
    assert says in str(caught.value)


def test_long_text__is_cut() -> None:
    with pytest.raises(InvalidRules) as caught:
        read("hold when " + 300 * "turn_total >= 20 and ")
    assert len(str(caught.value)) < 500


def test_more_numbers_than_a_rule_has__are_refused() -> None:
    with pytest.raises(InvalidRules, match="at most 4 names in braces"):
        read("hold when turn_total >= {p} + {q} + {r} + {s} + {t}")

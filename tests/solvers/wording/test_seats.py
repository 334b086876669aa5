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
        *(Kind.BEST, Kind.BEST_THRESHOLD, Kind.OPTIMAL, Kind.ITSELF, Kind.KEEP_PACE, Kind.HOLD_AT),
        *(Kind.HOLD_AT, Kind.SCORING_TURNS, Kind.ALWAYS_DICE, Kind.RULE, Kind.RULE),
    ]
    assert read("hold at {n}")[0][0].numbers == (Named("n"),)
    assert read("4 scoring turns")[0][0].numbers == (4,)
    assert read("hold when turn_total >= {m} and banked > {n} + {m}")[0][0].rule == (
        "hold when turn_total >= {a} and banked > {b} + {a}",
        {"a": Named("m"), "b": Named("n")},
    )


def test_many__are_so_many() -> None:
    assert spelled(read("3 x best")) == "best, best, best"
    assert spelled(read(6)) == "6 x best"
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


def test_more_numbers_than_a_rule_has__are_refused() -> None:
    with pytest.raises(InvalidRules, match="at most 4 names in braces"):
        read("hold when turn_total >= {p} + {q} + {r} + {s} + {t}")

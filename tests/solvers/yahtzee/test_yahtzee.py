"""Score cards: exact in fractions, as printed elsewhere, played with dice, and their certificate against
slips.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.load import load
from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.yahtzee import cards, certificate, solve
from solvers.yahtzee.card import Card, Category, Jokers
from solvers.yahtzee.dice import keeps
from solvers.yahtzee.policy import TurnPolicy, option_values, plan
from solvers.yahtzee.solve import Solitaire, best_play
from tests import oracle_yahtzee as oracle
from tests.interpreted import interpret
from tests.strategies import FEW

CONFIGS = Path(__file__).parents[3] / "configs" / "yahtzee"
KINDS = {Jokers.NONE: "none", Jokers.FREE: "free", Jokers.FORCED: "forced"}
SLIP = 1e-6
NAMES = [category.name for category in cards.yahtzee().categories]


def all_but(*names: str) -> int:
    """The categories of Yahtzee used if only these are not."""
    return cards.yahtzee().complete - sum(1 << NAMES.index(name) for name in names)


def as_set(used: int) -> frozenset[int]:
    return frozenset(index for index in range(used.bit_length()) if used >> index & 1)


def as_data(card: Card) -> oracle.Rules:
    """What a card says, for the oracle."""
    lines = tuple(oracle.Line(own.points, own.face, own.joker_points) for own in card.categories)
    numbers = (card.dice, card.sides, card.throws, card.upper_goal, card.upper_bonus)
    return oracle.Rules(
        lines, *numbers, card.yahtzee if card.yahtzee >= 0 else None, card.yahtzee_bonus, KINDS[card.jokers]
    )


def scored_if(wanted: tuple[int, ...], points: int) -> Category:
    """A line of the lower section for one set of dice, with a joker."""
    return Category(f"{wanted}", lambda dice: points if dice == wanted else 0, joker_points=points)


@st.composite
def small_cards(draw: st.DrawFn) -> Card:
    """Two or three dice of two or three sides, and all rules of Yahtzee in small."""
    dice, sides = draw(st.integers(2, 3)), draw(st.integers(2, 3))
    faces = draw(st.lists(st.integers(1, sides), unique=True, max_size=2))
    wanted = draw(
        st.lists(
            st.lists(st.integers(1, sides), min_size=dice, max_size=dice).map(sorted).map(tuple), max_size=1
        )
    )
    lines = [cards.number(face) for face in faces] + [
        scored_if(own, draw(st.integers(1, 9))) for own in wanted
    ]
    lines.append(Category("alike", lambda dice: 7 if len(set(dice)) == 1 else 0))
    return Card(
        "small",
        tuple(draw(st.permutations(lines))),
        dice,
        sides,
        throws=draw(st.integers(1, 3)),
        upper_goal=draw(st.integers(0, 6)),
        upper_bonus=draw(st.integers(0, 9)),
    )


@st.composite
def small_yahtzees(draw: st.DrawFn) -> Card:
    """Small cards with the rules for further yahtzees."""
    card = draw(small_cards())
    place = [own.name for own in card.categories].index("alike")
    numbers = (card.dice, card.sides, card.throws, card.upper_goal, card.upper_bonus)
    return Card(
        "small", card.categories, *numbers, place, draw(st.integers(0, 20)), draw(st.sampled_from(Jokers))
    )


# --- Values


@FEW
@given(small_cards() | small_yahtzees())
def test_value__is_exact(card: Card) -> None:
    solution, exact = best_play(card), oracle.Solitaire(as_data(card))
    for used in range(card.complete + 1):
        for scored in (False, True):
            reached = card.yahtzee >= 0 and used >> card.yahtzee & 1 == 1
            for upper in range(card.upper_goal + 1):
                value = solution.value[used, upper, int(scored)]
                if scored and not reached:
                    assert np.isnan(value) or used == card.complete
                else:
                    assert value == pytest.approx(float(exact.value(as_set(used), upper, scored)), abs=1e-13)
    assert solution.residual <= 1e-13


@pytest.mark.parametrize("throws", [1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_hooligan__is_exact_with_two_categories_left(throws: int) -> None:
    used = 0b0011110
    exact = oracle.Solitaire(oracle.hooligan(throws)).value(as_set(used), 0, False)
    assert best_play(cards.hooligan(throws=throws), used=used).expected_score == pytest.approx(
        float(exact), abs=1e-13
    )


@pytest.mark.parametrize(
    "jokers",
    [Jokers.FORCED, *(pytest.param(other, marks=pytest.mark.long) for other in (Jokers.FREE, Jokers.NONE))],
)
@pytest.mark.parametrize(
    ("left", "upper_total", "scored"),
    [
        pytest.param(("sixes", "full house"), 50, True, marks=pytest.mark.long),
        pytest.param(("twos", "chance"), 40, True, marks=pytest.mark.long),
        (("yahtzee", "small straight"), 63, False),
    ],
)
def test_yahtzee__is_exact_with_two_categories_left(
    jokers: Jokers, left: tuple[str, ...], upper_total: int, scored: bool
) -> None:
    exact = oracle.Solitaire(oracle.yahtzee(KINDS[jokers])).value(as_set(all_but(*left)), upper_total, scored)
    solution = best_play(
        cards.yahtzee(jokers=jokers), used=all_but(*left), upper_total=upper_total, scored=scored
    )
    assert solution.expected_score == pytest.approx(float(exact), abs=1e-13)


# From outside the papers at hand. Verhoeff 1999 prints 254.5896, with the free joker; the six decimals, and
# those of the other two rules, are what solvers that others wrote print.
@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "printed"),
    [
        ({"jokers": Jokers.FREE}, 254.589609),
        ({"jokers": Jokers.FORCED}, 254.587729),
        ({"jokers": Jokers.NONE, "yahtzee_bonus": 0}, 245.870775),
    ],
    ids=("free", "forced", "none"),
)
def test_yahtzee__is_worth_what_the_literature_says(rules: dict[str, object], printed: float) -> None:
    solution = best_play(cards.yahtzee(**rules))
    assert solution.expected_score == pytest.approx(printed, abs=5e-7)
    assert solution.residual <= 1e-12


def test_yahtzee__comes_up_in_three_throws_as_often_as_known() -> None:
    exact = Fraction(347897, 7558272)
    assert best_play(cards.yahtzee(), used=all_but("yahtzee")).expected_score == pytest.approx(
        float(50 * exact), abs=1e-14
    )


def test_value__does_not_depend_on_where_play_begins() -> None:
    whole, late = best_play(cards.hooligan()), best_play(cards.hooligan(), used=0b101)
    begun = np.array([used & 0b101 == 0b101 for used in range(128)])
    np.testing.assert_array_equal(late.value[begun], whole.value[begun])
    assert np.isnan(late.value[~begun]).all()
    assert late.expected_score == whole.value[0b101, 0, 0]


def test_kernel__as_plain_python_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    categories = (
        cards.number(2),
        scored_if((1, 3), 5),
        Category("alike", lambda dice: 7 if len(set(dice)) == 1 else 0),
    )
    card = Card(
        "small",
        categories,
        2,
        7,
        2,
        upper_goal=3,
        upper_bonus=4,
        yahtzee=2,
        yahtzee_bonus=10,
        jokers=Jokers.FORCED,
    )
    compiled = best_play(card)
    exact = oracle.Solitaire(as_data(card)).value(frozenset(), 0, False)
    assert compiled.expected_score == pytest.approx(float(exact), abs=1e-14)
    interpret(monkeypatch, solve, certificate)
    plain = best_play(card)
    np.testing.assert_allclose(plain.value, compiled.value, rtol=0, atol=1e-14)
    assert plain.residual <= 1e-14


# --- Rules


def test_dice__have_as_many_keeps_as_known() -> None:
    five = keeps(5, 6)
    assert (len(five.throws), five.counts.shape) == (252, (462, 6))
    assert five.throws[0] == (1, 1, 1, 1, 1)
    assert five.throws[-1] == (6, 6, 6, 6, 6)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1, 1, 1, 2, 2), (3, 4, 0, 0, 0, 0, 7, 0, 25, 0, 0, 0, 7)),
        ((2, 3, 4, 5, 5), (0, 2, 3, 4, 10, 0, 0, 0, 0, 30, 0, 0, 19)),
        ((2, 3, 4, 5, 6), (0, 2, 3, 4, 5, 6, 0, 0, 0, 30, 40, 0, 20)),
        ((1, 3, 4, 5, 6), (1, 0, 3, 4, 5, 6, 0, 0, 0, 30, 0, 0, 19)),
        ((4, 4, 4, 4, 6), (0, 0, 0, 16, 0, 6, 22, 22, 0, 0, 0, 0, 22)),
        ((6, 6, 6, 6, 6), (0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 50, 30)),
    ],
)
def test_yahtzee__scores_by_its_rules(dice: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert tuple(cards.yahtzee().options(0, dice).values()) == points


@pytest.mark.parametrize(
    ("jokers", "left", "allowed"),
    [
        (Jokers.FORCED, ("fours", "ones", "full house"), {"fours": 20}),
        (
            Jokers.FORCED,
            ("ones", "full house", "large straight", "chance"),
            {"full house": 25, "large straight": 40, "chance": 20},
        ),
        (Jokers.FORCED, ("ones", "sixes"), {"ones": 0, "sixes": 0}),
        (Jokers.FREE, ("fours", "ones", "full house"), {"fours": 20, "ones": 0, "full house": 0}),
        (
            Jokers.FREE,
            ("ones", "full house", "small straight"),
            {"ones": 0, "full house": 25, "small straight": 30},
        ),
        (
            Jokers.NONE,
            ("ones", "full house", "four of a kind"),
            {"ones": 0, "full house": 0, "four of a kind": 20},
        ),
    ],
)
def test_joker__goes_where_the_rules_send_it(
    jokers: Jokers, left: tuple[str, ...], allowed: dict[str, int]
) -> None:
    options = cards.yahtzee(jokers=jokers).options(all_but(*left), (4, 4, 4, 4, 4))
    assert {NAMES[index]: points for index, points in options.items()} == allowed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dice": 0}, r"odd: dice: expected 1 to 8, got 0\."),
        ({"throws": 0}, r"odd: throws: expected 1 to 100, got 0\."),
        ({"categories": ()}, r"odd: categories: expected 1 to 16 of them, got 0\."),
        ({"upper_bonus": -1}, r"odd: upper_bonus: expected 0 or more, got -1\."),
        ({"yahtzee": 2}, r"odd: yahtzee: expected -1 to 1, got 2\."),
        (
            {"sides": 1},
            r"odd: faces of the upper section: expected each of 1 to 1 at most once, got \[1, 2\]\.",
        ),
        (
            {"categories": (cards.number(1),) * 2},
            r"odd: faces of the upper section: expected each of 1 to 6 at most once, got \[1, 1\]\.",
        ),
    ],
)
def test_card__refuses_rules_that_no_game_has(change: dict[str, object], message: str) -> None:
    rules = {"name": "odd", "categories": (cards.number(1), cards.number(2))} | change
    with pytest.raises(InvalidRules, match=message):
        Card(**rules)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"used": 8191}, "used: expected 0 to 8190, a bit for each category and one unused, got 8191"),
        (
            {"upper_total": 64},
            r"upper_total: expected 0 to 63, got 64\. What is above the goal counts as the goal",
        ),
        (
            {"used": 1, "scored": True},
            "scored: expected false while the yahtzee category is not used, got True",
        ),
    ],
)
def test_best_play__refuses_states_that_no_card_is_in(state: dict[str, int], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        best_play(cards.yahtzee(), **state)


def test_best_play__refuses_points_below_nothing() -> None:
    with pytest.raises(InvalidRules, match=r"odd: points: expected 0 or more, got -1\.0"):
        best_play(Card("odd", (Category("loss", lambda dice: -1),), 2, 2))


# --- Policy


@FEW
@given(small_yahtzees())
def test_plan__is_worth_the_value(card: Card) -> None:
    solution = best_play(card)
    turn = plan(solution, 0, 0, False)
    throws = keeps(card.dice, card.sides).throws
    worth = {
        dice: option_values(solution, 0, 0, False, dice)[int(turn.category[place])]
        for place, dice in enumerate(throws)
    }
    faces = range(1, card.sides + 1)
    for left in range(1, card.throws + 1):
        kept = turn.kept[left] if left < card.throws else np.zeros_like(turn.kept[0])
        worth = {
            dice: _mean(worth, tuple(np.repeat(faces, kept[place]).tolist()), card)
            for place, dice in enumerate(throws)
        }
        assert (turn.kept[min(left, card.throws - 1)] <= turn.kept[0]).all()
    # The first throw is of all dice, whatever lies there.
    assert list(worth.values()) == pytest.approx([solution.expected_score] * len(throws), abs=1e-12)


def _mean(worth: dict[tuple[int, ...], float], kept: tuple[int, ...], card: Card) -> float:
    fallen = product(range(1, card.sides + 1), repeat=card.dice - len(kept))
    return float(np.mean([worth[tuple(sorted(kept + own))] for own in fallen]))


@pytest.mark.long
@pytest.mark.parametrize(
    ("solution", "rules", "games"),
    [
        (lambda: best_play(cards.hooligan()), oracle.hooligan(), 3000),
        (
            lambda: best_play(
                cards.yahtzee(), used=all_but("sixes", "full house", "chance"), upper_total=45, scored=True
            ),
            None,
            2500,
        ),
    ],
    ids=("hooligan", "yahtzee"),
)
def test_plan__scores_as_promised(
    solution: Callable[[], Solitaire], rules: oracle.Rules | None, games: int
) -> None:
    solved, random = solution(), Random(1956)
    planned = cache(partial(plan, solved))
    points = np.array(
        [play(solved, rules or oracle.yahtzee("forced"), planned, random) for _ in range(games)]
    )
    assert abs(points.mean() - solved.expected_score) < 5 * points.std() / np.sqrt(games)


def play(
    solution: Solitaire, rules: oracle.Rules, planned: Callable[[int, int, bool], TurnPolicy], random: Random
) -> int:
    """A game by the plans of a solution, scored by the oracle's rules."""
    throws = {dice: place for place, dice in enumerate(keeps(rules.dice, rules.sides).throws)}
    state = (as_set(solution.used), solution.upper_total, solution.scored)
    total = 0
    while len(state[0]) < len(rules.lines):
        turn = planned(sum(1 << line for line in state[0]), *state[1:])
        dice: tuple[int, ...] = ()
        for left in range(rules.throws - 1, -1, -1):
            dice = tuple(
                sorted(dice + tuple(random.randint(1, rules.sides) for _ in range(rules.dice - len(dice))))
            )
            place = throws[dice]
            dice = tuple(np.repeat(range(1, rules.sides + 1), turn.kept[left, place]).tolist())
        points, state = oracle.scores(rules, state, dice)[int(turn.category[place])]
        total += points
    return total + (rules.upper_bonus if state[1] >= rules.upper_goal else 0)


# --- Certificate, questions, configs


@cache
def hooligan() -> Solitaire:
    return best_play(cards.hooligan())


@FEW
@given(small_yahtzees(), st.sampled_from([-SLIP, SLIP]), st.data())
def test_residual__shows_one_wrong_value(card: Card, slip: float, data: st.DataObject) -> None:
    value = best_play(card).value.copy()
    at = data.draw(st.sampled_from(np.argwhere(~np.isnan(value)).tolist()).map(tuple))
    value[at] += slip
    assert certificate.residual(card, value) >= SLIP * (1 - 1e-6)


def test_residual__shows_the_values_of_other_rules() -> None:
    value = hooligan().value
    assert certificate.residual(cards.hooligan(), value) <= 1e-13
    assert certificate.residual(cards.hooligan(throws=2), value) > 0.1
    assert certificate.residual(cards.hooligan(straight=25), value) > 0.1
    used = all_but("fours", "four of a kind", "chance")
    forced = best_play(cards.yahtzee(), used=used).value
    for other in (
        cards.yahtzee(jokers=Jokers.FREE),
        cards.yahtzee(yahtzee_bonus=50),
        cards.yahtzee(upper_bonus=36),
    ):
        assert certificate.residual(other, forced, used) > 1e-4


def test_question__knows_the_rules_on_jokers() -> None:
    question = find("yahtzee.solitaire")
    asked = question.complete({"used": all_but("ones", "full house"), "yahtzee_scored": True})
    worth = [
        question.solve(**(asked | change)).expected_score
        for change in ({}, {"free_joker": True}, {"jokers": False}, {"jokers": False, "yahtzee_bonus": 0})
    ]
    assert worth[1] >= worth[0] > worth[2] > worth[3]


@pytest.mark.parametrize(("name", "sizes"), [("solitaire", [8, 4, 6]), ("hooligan", [78])])
def test_config__loads(name: str, sizes: list[int]) -> None:
    sweeps = load(CONFIGS / f"{name}.yaml")
    assert [sweep.size for sweep in sweeps] == sizes
    for sweep in sweeps:
        question = find(sweep.question)
        late = {"used": question.parameter("used").maximum - 5}
        for case in (tuple(0 for _ in sweep.shape), tuple(size - 1 for size in sweep.shape)):
            assert question.solve(**(sweep.parameters_of(case) | late)).residual <= 1e-12

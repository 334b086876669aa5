"""Positions at which one must throw, and an entry: their equations, and what is refused.

Random games are held against the definition in tests (`tests/four_ideas`).
"""

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.alone import certificate_of_one_turn
from solvers.alone import exact as exact_turn
from solvers.alone.certificate import fewest_turns_residual, most_points_residual, within_turns_residual
from solvers.alone.fewest_turns import fewest_turns
from solvers.alone.most_points import most_points
from solvers.alone.one_turn import best_turn
from solvers.alone.within_turns import within_turns
from solvers.catalog import find
from solvers.contests.tie import Tie
from solvers.equal_turns import certificate as equal_turns_certificate
from solvers.equal_turns import solve as equal_turns
from solvers.equal_turns.fractions import exact as exact_equal_turns
from solvers.errors import InvalidRules
from solvers.games import doubles_pig, own, pig, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.must_throw import made_at_once
from solvers.games.turn import HOLD, ROLL, Outcome, Position, Throw, Turn, Way, tables
from solvers.games.written import written
from solvers.length.solve import of_optimal_play
from solvers.race import exact
from solvers.race import policy as race_policy
from solvers.race.certificate import residual
from solvers.race.solve import Race, optimal_play
from tests import oracle_house_rules as oracle
from tests.four_ideas.tables import seat_tables
from tests.strategies import FEW, goals, turns, turns_that_must_throw, turns_with_entry


@st.composite
def entered(draw: st.DrawFn, most: int = 6) -> tuple[Turn, int]:
    """A turn with an entry, and a goal."""
    goal = draw(goals(most))
    return draw(turns_with_entry(goal)), goal


# --- where one must throw


@FEW
@given(turns_that_must_throw(), goals(5))
def test_race_with_throws_that_must_be_made__satisfies_its_equations_exactly(turn: Turn, goal: int) -> None:
    made = made_at_once(turn, goal)
    solution = optimal_play(made, goal)
    found = exact.solve(made, goal, solution.value)
    assert oracle.wrong_states(turn, goal, found.value) == []
    np.testing.assert_allclose(solution.value, found.value.astype(float), rtol=0, atol=1e-12)
    assert solution.residual <= 1e-12


@FEW
@given(turns_that_must_throw(), st.integers(1, 9))
def test_made_at_once__leaves_the_same_chances(turn: Turn, points: int) -> None:
    made = made_at_once(turn, points)
    assert not made.must_throw
    for throw in made.throws:
        assert throw.bust + throw.wipe + sum(one.probability for one in throw.outcomes) == 1
    # One that may hold everywhere is left alone.
    assert made_at_once(made, points) is made


@FEW
@given(turns_that_must_throw(), st.integers(1, 6), st.integers(1, 6))
def test_made_at_once__for_more_points_says_no_other(turn: Turn, points: int, more: int) -> None:
    few, many = made_at_once(turn, points), made_at_once(turn, points + more)
    for less, greater in zip(few.throws, many.throws, strict=True):
        assert (less.bust, less.wipe) == (greater.bust, greater.wipe)
        below = [one for one in greater.outcomes if one.gain < points]
        assert list(less.outcomes[: len(below)]) == below


@pytest.mark.parametrize("sides", [3, 6])
def test_made_at_once__without_a_goal_names_all_gains_but_those_that_hardly_come(sides: int) -> None:
    turn = doubles_pig.turn(sides)
    few, (throw,) = made_at_once(turn, 30).throws[0], made_at_once(turn).throws
    assert (throw.bust, throw.wipe) == (few.bust, few.wipe)
    assert throw.outcomes[: len(few.outcomes) - 1] == few.outcomes[:-1]
    assert throw.bust + throw.wipe + sum(one.probability for one in throw.outcomes) == 1
    assert 0 < throw.outcomes[-1].probability <= Fraction(1, 10**20)


@pytest.mark.parametrize("sides", [3, 6])
def test_one_turn__in_which_one_must_throw_is_what_comes_of_throw_after_throw(sides: int) -> None:
    turn = doubles_pig.turn(sides)

    @cache
    def thrown(total: int) -> float:
        return sum(
            float(one.probability) * standing(total + one.gain, turn.positions[one.position].must_throw)
            for one in turn.throws[0].outcomes
        )

    def standing(total: int, must: bool) -> float:
        # Nobody comes as far as that.
        if total > 400:
            return float(total)
        return thrown(total) if must else max(float(total), thrown(total))

    made = made_at_once(turn)
    assert best_turn(made).throw_value[0, 0] == pytest.approx(thrown(0), abs=1e-12)
    assert most_points(made, 1, 0).value[1, 0] == pytest.approx(thrown(0), abs=1e-12)


def test_made_at_once__refuses_throws_that_follow_each_other_without_end() -> None:
    again, held = Outcome(Fraction(48, 50), 9, 1), Outcome(Fraction(1, 50), 1, 0)
    on = (Way(ROLL, 0, 0),)
    turn = Turn(
        "chains",
        (Throw("die", Fraction(1, 50), (held, again)),),
        (Position("held", on), Position("again", on, must_throw=True)),
    )
    words = "chains: expected at most 2000 points from forced throws"
    with pytest.raises(InvalidRules, match=words):
        made_at_once(turn)
    with pytest.raises(InvalidRules, match=words):
        find("equal_turns.own").complete({"goal": 20, "rules": own.text(turn)})
    assert find("race.own").complete({"goal": 20, "rules": own.text(turn)})


def test_doubles_pig__throws_doubles_again_with_the_goal_too() -> None:
    # From 99 any throw has the goal: it is lost by a 1, and after doubles by a 1 later.
    throw = made_at_once(doubles_pig.turn(), 1).throws[0]
    assert (throw.bust, throw.wipe) == (
        Fraction(10, 36) / (1 - Fraction(5, 36)),
        Fraction(1, 36) / Fraction(31, 36),
    )
    assert [(one.gain, one.probability) for one in throw.outcomes] == [(1, Fraction(20, 31))]


def test_doubles_pig__without_doubles_is_two_dice_pig() -> None:
    turn = doubles_pig.turn()
    free = tuple(replace(position, must_throw=False) for position in turn.positions)
    value = optimal_play(replace(turn, positions=free), 40).value
    np.testing.assert_allclose(value, optimal_play(two_dice_pig.turn(), 40).value, rtol=0, atol=1e-14)


def test_doubles_pig__refuses_dice_of_two_sides() -> None:
    with pytest.raises(InvalidRules, match=r"sides: expected 3 or more, got 2\. With two every throw"):
        doubles_pig.turn(2)


@pytest.mark.parametrize("read", [tables, written], ids=["solvers", "certificates"])
def test_solvers__refuse_a_turn_in_which_they_would_hold(read: Callable[[Turn], object]) -> None:
    with pytest.raises(
        InvalidRules, match=r"doubles pig, doubles: expected a position where a player may hold"
    ):
        read(doubles_pig.turn())


def _must(*ways: Way) -> Turn:
    """Pig with a position of these ways, at which one must throw, after a 6."""
    plain = pig.turn()
    throw = plain.throws[0]
    six = replace(throw.outcomes[-1], position=1)
    positions = (*plain.positions, Position("six", ways, must_throw=True))
    return replace(plain, throws=(replace(throw, outcomes=(*throw.outcomes[:-1], six)),), positions=positions)


@pytest.mark.parametrize("ways", [(), (Way(1, 0, 0), Way(1, 1, 0)), (Way(1, 1, 0),)], ids=str)
def test_must_throw__takes_one_way_that_gives_up_nothing(ways: tuple[Way, ...]) -> None:
    with pytest.raises(InvalidRules, match=r"pig, six: ways of a forced throw: expected one way, which"):
        _must(*ways)


def test_must_throw__has_to_come_to_where_one_may_hold() -> None:
    plain = pig.turn()
    with pytest.raises(InvalidRules, match=r"pig, die: expected a way to hold after it, got 'none'"):
        replace(plain, positions=(replace(plain.positions[0], must_throw=True),))


# --- an entry


@FEW
@given(entered(5))
def test_race_with_an_entry__satisfies_its_equations_exactly(game: tuple[Turn, int]) -> None:
    turn, goal = game
    solution = optimal_play(turn, goal)
    found = exact.solve(turn, goal, solution.value)
    assert oracle.wrong_states(turn, goal, found.value) == []
    np.testing.assert_allclose(solution.value, found.value.astype(float), rtol=0, atol=1e-13)
    assert solution.residual <= 1e-13


@FEW
@given(entered(4), st.sampled_from(Tie))
def test_equal_turns_with_an_entry__are_near_to_fractions(game: tuple[Turn, int], tie: Tie) -> None:
    turn, goal = game
    solved = equal_turns.optimal_play(turn, goal, tie)
    assert solved.residual <= 1e-13
    exact = exact_equal_turns.solve(turn, goal, tie, solved.value, solved.second_value, solved.tie_value)
    np.testing.assert_allclose(solved.value, exact.value.astype(float), rtol=0, atol=1e-13)
    np.testing.assert_allclose(solved.second_value, exact.second_value.astype(float), rtol=0, atol=1e-13)


@pytest.mark.long
@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize("entry", [2, 4])
def test_equal_turns_of_pig_with_an_entry__are_what_four_ideas_say(entry: int, tie: Tie) -> None:
    turn, goal = replace(pig.turn(3, 3), entry=entry), 4
    right = seat_tables(turn, goal, tie, (None, None), 0, Fraction)
    floats = equal_turns.optimal_play(turn, goal, tie)
    exact = exact_equal_turns.solve(turn, goal, tie, floats.value, floats.second_value, floats.tie_value)
    assert exact.tie_value == right.tie
    assert (exact.value == right.value).all()
    assert (exact.second_value == 1 - right.waiting.T).all()
    np.testing.assert_allclose(floats.value, exact.value.astype(float), rtol=0, atol=1e-15)


@FEW
@given(entered(8), st.sampled_from(Tie))
def test_equal_turns__from_the_entry_on_are_those_without_one(game: tuple[Turn, int], tie: Tie) -> None:
    turn, goal = game
    solved, free = (equal_turns.optimal_play(one, goal, tie) for one in (turn, replace(turn, entry=0)))
    entered = slice(turn.entry, None)
    assert (solved.value[entered, entered] == free.value[entered, entered]).all()
    # To have less to choose from is worth no more, and the more to the other.
    assert (solved.value[: turn.entry, entered] <= free.value[: turn.entry, entered] + 1e-13).all()
    assert (solved.value[entered, : turn.entry] >= free.value[entered, : turn.entry] - 1e-13).all()
    assert solved.tie_value == free.tie_value


@FEW
@given(entered(20))
def test_one_turn_with_an_entry__is_exact(game: tuple[Turn, int]) -> None:
    turn = game[0]
    solution, exact = best_turn(turn), exact_turn.thrown(turn)
    np.testing.assert_allclose(solution.throw_value, exact.astype(float), rtol=1e-13)
    assert exact_turn.not_optimal(turn, exact, solution.policy) == 0
    assert solution.threshold <= turn.always_held_from()
    reached = ~np.isnan(solution.value[: turn.entry])
    assert (solution.policy[: turn.entry][reached] != HOLD).all()
    np.testing.assert_array_equal(
        certificate_of_one_turn.standing_value(turn, solution.throw_value), solution.value
    )


@FEW
@given(entered(12), st.integers(1, 3), st.booleans())
def test_most_points_with_an_entry__prove_themselves(
    game: tuple[Turn, int], count: int, may_pass: bool
) -> None:
    turn = game[0]
    solution = most_points(turn, count, turn.entry, may_pass=may_pass)
    assert solution.residual <= 1e-12
    assert solution.value[1, 0] == pytest.approx(best_turn(turn).expected_score, rel=1e-13)


@FEW
@given(entered(), st.data())
def test_certificates__show_one_wrong_value_of_a_game_with_an_entry(
    game: tuple[Turn, int], data: st.DataObject
) -> None:
    turn, goal = game
    banked, opponent = (data.draw(st.integers(0, goal - 1), label=name) for name in ("banked", "opponent"))
    race, chances = optimal_play(turn, goal).value.copy(), within_turns(turn, goal, 2).value.copy()
    fewest = fewest_turns(turn, goal).value.copy()
    race[banked, opponent] += 1e-6
    chances[2, banked] += 1e-6
    fewest[banked] *= 1.0 + 1e-6
    assert residual(turn, goal, race) > 1e-9
    assert within_turns_residual(turn, chances) > 1e-9
    assert fewest_turns_residual(turn, fewest) > 1e-9
    contest = equal_turns.optimal_play(turn, goal, Tie.SHARED)
    first, second = contest.value.copy(), contest.second_value.copy()
    first[banked, opponent] += 1e-6
    assert equal_turns_certificate.residual(turn, goal, Tie.SHARED, first, second) > 1e-9
    points, thrown = most_points(turn, 2, goal).value.copy(), best_turn(turn).throw_value.copy()
    points[2, banked] += 1e-6
    thrown[0, 0] += 1e-6
    assert most_points_residual(turn, True, points) > 1e-9
    assert certificate_of_one_turn.residual(turn, thrown) > 1e-9


def test_certificate_of_one_turn__shows_a_table_that_ends_before_the_entry() -> None:
    turn = replace(pig.turn(), entry=40)
    thrown = best_turn(turn).throw_value
    assert certificate_of_one_turn.residual(turn, thrown) <= 1e-13
    assert certificate_of_one_turn.residual(turn, thrown[:25]) == np.inf


@FEW
@given(turns(), goals(6))
def test_entry_that_every_throw_makes__changes_no_bit(turn: Turn, goal: int) -> None:
    ways = tuple(replace(position, ways=position.ways or (Way(1, 0, 0),)) for position in turn.positions)
    plain = replace(turn, positions=ways)
    with_entry = replace(plain, entry=1)
    assert (optimal_play(plain, goal).value == optimal_play(with_entry, goal).value).all()
    assert (fewest_turns(plain, goal).value == fewest_turns(with_entry, goal).value).all()
    assert (within_turns(plain, goal, 2).value == within_turns(with_entry, goal, 2).value).all()
    assert (most_points(plain, 2, goal).value == most_points(with_entry, 2, goal).value).all()
    assert (best_turn(plain).throw_value == best_turn(with_entry).throw_value).all()
    free, entered = (equal_turns.optimal_play(one, goal, Tie.LAST) for one in (plain, with_entry))
    assert (free.value == entered.value).all()
    assert (free.second_value == entered.second_value).all()


def test_entry__costs_turns() -> None:
    needed = [fewest_turns(replace(pig.turn(), entry=entry), 60).expected_turns for entry in range(0, 61, 10)]
    assert needed == sorted(needed)
    assert needed[0] + 5 < needed[-1]


def test_entry__is_thrown_for_whatever_the_other_has() -> None:
    race = optimal_play(replace(pig.turn(), entry=30), 40)
    for opponent in range(40):
        action = race_policy.inside(race).turn_at(0, opponent)[1]
        assert (action[:30] != HOLD).all()


REFUSED = {
    "one must hold": (
        lambda: replace(pig.turn(), entry=5, positions=(Position("any", ()),), throws=pig.turn().throws),
        "entry: expected none where a player must hold, as at 'any', got 5",
    ),
    "a bust scores": (lambda: replace(progressive_pig.turn(), entry=5), "where a turn that busts scores"),
    "a throw wipes": (
        lambda: replace(two_dice_pig.turn(), entry=5),
        "entry: expected none where a throw wipes, as 'two dice', got 5",
    ),
    "below 0": (lambda: replace(pig.turn(), entry=-1), "entry: expected 0 or more, got -1"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_entry__is_refused_where_nobody_says_what_it_means(case: str) -> None:
    made, words = REFUSED[case]
    with pytest.raises(InvalidRules, match=re.escape(words)):
        made()


# --- as text


@FEW
@given(turns_that_must_throw())
def test_text__says_where_one_must_throw(turn: Turn) -> None:
    assert own.turn(own.text(turn)) == turn


@FEW
@given(entered())
def test_text__says_the_entry(game: tuple[Turn, int]) -> None:
    assert own.turn(own.text(game[0])) == game[0]


# --- played


def _spread(counts: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return 4.0 * float(counts.std()) / sqrt(counts.size)


@pytest.mark.long
def test_doubles_pig__played_with_dice() -> None:
    """Both throw two dice by the policy, doubles again whatever they have."""
    games, goal, luck = 4000, 40, np.random.default_rng(2026)
    found = of_optimal_play(made_at_once(doubles_pig.turn(), goal), goal, 10)
    race = Race(found.turn, goal, found.value, 0.0)
    rolls = race_policy.policy(race)
    won, lasted = np.zeros(games), np.zeros(games)
    for game in range(games):
        scores, mover = [0, 0], 0
        while max(scores) < goal:
            scores[mover] = _turn_of_doubles(scores[mover], scores[1 - mover], rolls, luck)
            mover = 1 - mover
            lasted[game] += 1
        won[game] = scores[0] >= goal
    assert abs(won.mean() - found.win_probability) <= _spread(won)
    assert abs(lasted.mean() - found.expected_turns) <= _spread(lasted)


def _turn_of_doubles(
    banked: int, other: int, rolls: np.ndarray[tuple[int, ...], np.dtype[np.int8]], luck: np.random.Generator
) -> int:
    total = 0
    while True:
        first, second = luck.integers(1, 7, 2)
        if first == second == 1:
            return 0
        if 1 in (first, second):
            return banked
        total += int(first + second)
        if first == second:
            continue
        if banked + total >= len(rolls) or rolls[banked, other, total] == HOLD:
            return banked + total


@pytest.mark.long
def test_ten_thousand_with_an_entry__played() -> None:
    """Both play to 10 000 with 500 points to begin with, by what throws are worth."""
    games, goal, luck = 3000, 200, np.random.default_rng(500)
    turn = replace(ten_thousand.turn(), entry=10)
    race = optimal_play(turn, goal)
    length = of_optimal_play(turn, goal, 10)
    table = Table(race)
    won, lasted = np.zeros(games), np.zeros(games)
    for game in range(games):
        scores, mover = [0, 0], 0
        while max(scores) < goal:
            scores[mover] = table.play(scores[mover], scores[1 - mover], luck)
            mover = 1 - mover
            lasted[game] += 1
        won[game] = scores[0] >= goal
    assert abs(won.mean() - race.win_probability) <= _spread(won)
    assert abs(lasted.mean() - length.expected_turns) <= _spread(lasted)


class Table:
    """Ten Thousand as it is played, by what the throws of a race are worth."""

    def __init__(self, race: Race) -> None:
        self.race, self.turn = race, race.turn
        self.inside = race_policy.inside(race)
        self.thrown: dict[int, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}
        self.chances = [
            np.cumsum([float(one.probability) for one in throw.outcomes]) for throw in self.turn.throws
        ]

    def play(self, banked: int, other: int, luck: np.random.Generator) -> int:
        """The score after a turn."""
        if banked not in self.thrown:
            self.thrown[banked] = self.inside.throws(banked).astype(np.float32)
        worth, x, throw = self.thrown[banked][other], banked, 0
        while True:
            place = int(np.searchsorted(self.chances[throw], luck.random(), side="right"))
            if place == len(self.chances[throw]):
                return banked
            outcome = self.turn.throws[throw].outcomes[place]
            x += outcome.gain
            if x >= self.race.goal:
                return x
            ways = self.turn.positions[outcome.position].ways
            best = max(ways, key=lambda way: worth[x - way.given_up, way.throw])
            ahead = worth[x - best.given_up, best.throw]
            # Nobody banks a first turn of less than 500 points.
            if not (banked == 0 and x < 10) and 1.0 - self.race.value[other, x] >= ahead:
                return x
            x, throw = x - best.given_up, best.throw

"""Rules of a turn: what is refused, how they are compiled, and the turn kernel against a recursion over the
same rules.
"""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from solvers.alone.one_turn import best_turn
from solvers.errors import InvalidRules
from solvers.games import pig, ten_thousand
from solvers.games.turn import STRIDE, Outcome, Position, Throw, Turn, Way, tables
from solvers.turns.forward import hold_at
from tests import oracle
from tests.interpreted import interpret
from tests.strategies import FEW, pigs, turns

AGAIN = Position("again", (Way(1, 0, 0),))
HALF = Fraction(1, 2)


def coin(probability: Fraction = HALF, gain: int = 1, position: int = 0) -> Throw:
    """One outcome; the rest is a bust."""
    return Throw("coin", 1 - probability, (Outcome(probability, gain, position),))


@pytest.mark.parametrize(
    ("throws", "positions", "message"),
    [
        ((), (AGAIN,), "test: throws: expected at least one, got ()."),
        (
            (coin(Fraction(1)),),
            (AGAIN,),
            (
                "test, coin: probability to bust or to wipe: expected more than 0, got '0'. A turn must be"
                " able to end."
            ),
        ),
        (
            (coin(Fraction(3, 2)),),
            (AGAIN,),
            "test, coin: probability to bust: expected 0 or more, got '-1/2'",
        ),
        (
            (Throw("coin", HALF, (Outcome(Fraction(1, 3), 1, 0),)),),
            (AGAIN,),
            "test, coin: probabilities: expected to sum to 1, got '5/6'",
        ),
        (
            (Throw("coin", HALF, (Outcome(Fraction(2, 3), 1, 0),)),),
            (AGAIN,),
            "test, coin: probabilities: expected to sum to 1, got '7/6'",
        ),
        (
            (Throw("coin", HALF, (Outcome(Fraction(3, 4), 1, 0),), Fraction(-1, 4)),),
            (AGAIN,),
            "test, coin: probability to wipe: expected 0 or more, got '-1/4'",
        ),
        (
            (Throw("coin", Fraction(1), ()),),
            (AGAIN,),
            "test, coin: outcomes: expected at least one, got 'none'",
        ),
        (
            (Throw("coin", Fraction(3, 4), (Outcome(Fraction(-1, 4), 1, 0), Outcome(HALF, 2, 0))),),
            (AGAIN,),
            "test, coin: probability: expected more than 0, got '-1/4'",
        ),
        ((coin(gain=-1),), (AGAIN,), "test, coin: gain: expected 0 or more, got -1"),
        (
            (coin(gain=0),),
            (AGAIN,),
            "test, coin: throw after no gain: expected 1 or more, further down the list, got 0. List",
        ),
        (
            (coin(), coin(gain=0)),
            (AGAIN,),
            "test, coin: throw after no gain: expected 2 or more, further down the list, got 0.",
        ),
        (
            (coin(gain=0), coin()),
            (Position("end", ()),),
            "test, coin: position without a gain: expected one with a way on, got 'end'. A result that only",
        ),
        (
            (coin(gain=0), coin()),
            (Position("give", (Way(1, 1, 1),)),),
            "test, coin: points given up: expected none without a gain, got 1",
        ),
        (
            (coin(gain=0), Throw("all", Fraction(0), (Outcome(HALF, 1, 0),), HALF)),
            (Position("on", (Way(1, 0, 1),)),),
            "test, coin: position without a gain: expected none where a throw may wipe, got 'on'.",
        ),
        ((coin(position=1),), (AGAIN,), "test, coin: position: expected 0 to 0, got 1"),
        ((coin(position=-1),), (AGAIN,), "test, coin: position: expected 0 to 0, got -1"),
        (
            (coin(),),
            (Position("give", (Way(1, 1, 0),)),),
            "test, coin: points given up: expected less than the gain of 1, got 1",
        ),
        (
            (coin(),),
            (Position("back", (Way(1, -1, 0),)),),
            "test: points given up: expected 0 or more, got -1",
        ),
        ((coin(),), (Position("far", (Way(1, 0, 1),)),), "test: throw of a way: expected 0 to 0, got 1"),
        ((coin(),), (Position("hold", (Way(0, 0, 0),)),), "test: action of a way: expected 1 to 1, got 0"),
        ((coin(),), (Position("more", (Way(2, 0, 0),)),), "test: action of a way: expected 1 to 1, got 2"),
    ],
)
def test_turn__refuses_rules_that_no_game_is_played_by(
    throws: tuple[Throw, ...], positions: tuple[Position, ...], message: str
) -> None:
    with pytest.raises(InvalidRules) as refused:
        Turn("test", throws, positions)
    assert message in str(refused.value)


@pytest.mark.parametrize("openings", [(), (1,), (0, -1)])
def test_turn__refuses_openings_that_are_no_throws(openings: tuple[int, ...]) -> None:
    with pytest.raises(InvalidRules, match="test: openings: expected one or more of 0 to 0, got"):
        Turn("test", (coin(),), (AGAIN,), openings=openings)


def test_turn__refuses_gains_below_the_least_score() -> None:
    with pytest.raises(InvalidRules, match="test, coin: gain: expected 3 or more, got 2"):
        Turn("test", (coin(gain=2),), (AGAIN,), least_score=3)


def cheapest(position: Position) -> tuple[tuple[int, int], ...]:
    """What (given up, throw) a player for the most may want: of the ways to a throw, the one that gives up
    least.
    """
    throws = {way.throw for way in position.ways}
    return tuple(
        sorted((min(way.given_up for way in position.ways if way.throw == throw), throw) for throw in throws)
    )


@FEW
@given(turns())
def test_tables__say_the_same_as_the_rules(turn: Turn) -> None:
    compiled = tables(turn)
    ways = [cheapest(position) for position in turn.positions]
    starts = compiled.way_start.tolist()
    flat = list(zip(compiled.given_up.tolist(), compiled.next_throw.tolist(), strict=True))
    choices = [tuple(sorted(flat[start:end])) for start, end in pairwise(starts)]
    assert sorted(choices) == sorted(set(ways))
    for index, throw in enumerate(turn.throws):
        start, end = compiled.outcome_start[index], compiled.outcome_start[index + 1]
        assert start % STRIDE == end % STRIDE == 0
        chances: dict[tuple[int, tuple[tuple[int, int], ...]], float] = {}
        for outcome in range(start, end):
            gain, choice = divmod(int(compiled.row[outcome]), len(choices))
            chances[gain, choices[choice]] = (
                chances.get((gain, choices[choice]), 0.0) + compiled.probability[outcome]
            )
        for gain, own in chances:
            exact = sum(
                outcome.probability
                for outcome in throw.outcomes
                if (outcome.gain, ways[outcome.position]) == (gain, own)
            )
            assert chances[gain, own] == float(exact)
        assert compiled.bust[index] == float(throw.bust)


@FEW
@given(turns())
def test_turn_kernel__agrees_with_a_recursion_over_the_rules(turn: Turn) -> None:
    solution = best_turn(turn)
    slow = oracle.Solitaire(oracle.in_floats(oracle.as_data(turn)), solution.throw_value.shape[0] + 10)
    for turn_total, throw in np.ndindex(solution.throw_value.shape):
        assert solution.throw_value[turn_total, throw] == pytest.approx(
            slow.thrown(turn_total, throw), rel=1e-13
        )


@pytest.mark.parametrize(
    "turn", [pig.turn(), pig.turn(2, 1), ten_thousand.turn(["m5", "m11"])], ids=lambda turn: turn.name
)
def test_turn_kernel__as_plain_python_gives_the_same(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = best_turn(turn)
    interpret(monkeypatch)
    plain = best_turn(turn)
    np.testing.assert_allclose(plain.throw_value, compiled.throw_value, rtol=1e-14)
    np.testing.assert_array_equal(plain.policy, compiled.policy)


def test_turn_kernel__must_hold_where_there_is_no_way_to_go_on() -> None:
    once = Turn("once", (coin(),), (Position("end", ()),))
    assert best_turn(once).expected_score == 0.5
    mixed = Throw("either", Fraction(1, 4), (Outcome(HALF, 1, 0), Outcome(Fraction(1, 4), 1, 1)))
    # To throw on is worth 1/2 * 2 + 1/4 * 2 = 1.5 at turn total 1, as long as the way on lasts.
    solution = best_turn(Turn("either", (mixed,), (AGAIN, Position("end", ()))))
    slow = oracle.Solitaire(oracle.as_data(solution.turn), 20)
    assert solution.expected_score == pytest.approx(float(slow.thrown(0, 0)), rel=1e-15)
    assert solution.policy[:, 1].max() == 0


@FEW
@given(turns())
def test_critical_threshold__is_where_no_single_throw_pays(turn: Turn) -> None:
    def one_more(turn_total: int) -> Fraction:
        return max(
            sum(outcome.probability * (turn_total + outcome.gain) for outcome in throw.outcomes)
            for throw in turn.throws
        )

    threshold = turn.critical_threshold()
    assert one_more(threshold) <= threshold
    assert one_more(threshold - 1) > threshold - 1


@FEW
@given(pigs(most_sides=6))
def test_hold_at__plays_turns_out(turn: Turn) -> None:
    gains = hold_at(turn, 9)
    for k in range(1, 10):
        ends = oracle.hold_at_ends(oracle.as_data(turn), k)
        assert gains.bust[k] == pytest.approx(float(ends.pop(0)), abs=1e-15)
        for m, chance in enumerate(gains.stop[k]):
            assert chance == pytest.approx(float(ends.pop(k + m, 0)), abs=1e-15)
        assert not ends


@FEW
@given(pigs(most_sides=6))
def test_hold_at__as_plain_python_gives_the_same(turn: Turn) -> None:
    compiled = hold_at(turn, 7)
    with pytest.MonkeyPatch.context() as patch:
        interpret(patch)
        plain = hold_at(turn, 7)
    np.testing.assert_allclose(plain.stop, compiled.stop, rtol=1e-15)
    np.testing.assert_allclose(plain.reach, compiled.reach, rtol=1e-15)


def test_hold_at__refuses_a_game_with_other_ways_to_go_on() -> None:
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        hold_at(ten_thousand.turn(), 10)
    with pytest.raises(InvalidRules, match="turn: expected a game whose only way to go on"):
        hold_at(Turn("once", (coin(),), (Position("end", ()),)), 10)


def test_tables__count_what_gains_the_goal_as_one_outcome() -> None:
    turn = ten_thousand.turn()
    whole, short = tables(turn), tables(turn, 10)
    choices = short.depth.size
    assert short.probability.size < whole.probability.size
    assert (short.row // choices).max() == 10
    for start, end, (begin, stop) in zip(
        short.outcome_start[:-1], short.outcome_start[1:], pairwise(whole.outcome_start.tolist()), strict=True
    ):
        past, gain = short.row[start:end] == 10 * choices, whole.row[begin:stop] // choices
        assert short.probability[start:end][past].sum() == pytest.approx(
            whole.probability[begin:stop][gain >= 10].sum(), abs=1e-15
        )

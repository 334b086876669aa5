"""Equal turns of three against play, and against what must be so; four ideas have their values."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.contests.tie import OF_THREE, Tie
from solvers.equal_turns.of_three.certificate import Stored, gain_and_residual
from solvers.equal_turns.of_three.further_rounds import seconds_part
from solvers.equal_turns.of_three.solve import EqualTurnsOfThree, optimal_play
from solvers.errors import InvalidRules
from solvers.games import big_pig, hog, pig, piglet, ten_thousand, two_dice_pig
from solvers.games.turn import Outcome, Position, Throw, Turn, Way


def test_optimal_play__of_one_throw_to_one_point_is_worked_out_by_hand() -> None:
    """A coin decides: heads is two points and the goal, tails nothing; the turn is one throw."""
    half = Fraction(1, 2)
    turn = Turn("coin", (Throw("coin", half, (Outcome(half, 2, 0),)),), (Position("any", ()),))
    first, last, shared, again = (optimal_play(turn, 2, tie).win_probability for tie in OF_THREE)
    # In a round that decides, which 7 of 8 do.
    np.testing.assert_allclose(first, np.array([4, 2, 1]) / 7, atol=1e-15)
    np.testing.assert_allclose(last, np.array([1, 2, 4]) / 7, atol=1e-15)
    np.testing.assert_allclose(shared, np.full(3, 1 / 3), atol=1e-15)
    np.testing.assert_allclose(again, np.full(3, 1 / 3), atol=1e-15)


@st.composite
def games(draw: st.DrawFn) -> Turn:
    """One throw, made again or held, with random gains."""
    gains = sorted(draw(st.sets(st.integers(1, 4), min_size=1, max_size=3)))
    weights = draw(st.lists(st.integers(1, 5), min_size=len(gains) + 1, max_size=len(gains) + 1))
    total = sum(weights)
    outcomes = tuple(
        Outcome(Fraction(weight, total), gain, 0) for gain, weight in zip(gains, weights[1:], strict=True)
    )
    throw = Throw("throw", Fraction(weights[0], total), outcomes)
    return Turn("drawn", (throw,), (Position("any", (Way(1, 0, 0),)),))


@settings(max_examples=25, deadline=None)
@given(turn=games(), goal=st.integers(2, 6), tie=st.sampled_from(OF_THREE))
def test_optimal_play__of_any_rules_sums_to_one_and_is_proved(turn: Turn, goal: int, tie: Tie) -> None:
    solved = optimal_play(turn, goal, tie)
    np.testing.assert_allclose(solved.value.sum(axis=-1), 1.0, atol=1e-13)
    assert solved.residual < 1e-13
    exact = solved.settled == 0
    assert solved.unsettled_clusters > 0 or exact.all()
    assert solved.unsettled_clusters == 0 or solved.deviation_gain > 0.0
    # To be farther behind is never better.
    assert (np.diff(solved.last_value, axis=1) <= 1e-15).all()


def test_optimal_play__flags_what_has_no_equilibrium_and_what_may_lead_to_it() -> None:
    solved = optimal_play(pig.turn(), 20, Tie.SHARED)
    assert solved.unsettled_clusters == 2
    assert 1e-7 < solved.deviation_gain < 1e-5
    for scores in np.argwhere(solved.settled == 2):
        below = solved.settled[tuple(slice(0, score + 1) for score in scores)]
        assert (below > 0).all()
    assert solved.settled[0, 0, 0] == 1
    assert solved.residual < 1e-13


@pytest.mark.long
@pytest.mark.parametrize("tie", [Tie.SHARED, Tie.AGAIN])
@pytest.mark.parametrize("name", ["value", "last", "after", "of_two", "of_three"])
def test_certificate__sees_a_lie_about_every_array(name: str, tie: Tie) -> None:
    solved = optimal_play(pig.turn(4), 5, tie)
    stored = Stored(solved.value, solved.settled, solved.last_value, solved.after_value, *solved.after.ties)
    honest = gain_and_residual(solved.turn, solved.goal, solved.tie, stored)[1]
    lie = np.array(getattr(stored, name))
    lie[(2,) * (lie.ndim - 1) if name != "last" else (1, 3)] += 1e-6
    lied = gain_and_residual(solved.turn, solved.goal, solved.tie, stored._replace(**{name: lie}))[1]
    assert honest < 1e-14
    assert lied > 1e-7


class Table:
    """Three players who look one throw ahead, by the stored values of states."""

    def __init__(self, solved: EqualTurnsOfThree, random: np.random.Generator) -> None:
        self.solved, self.random, self.goal = solved, random, solved.goal
        self.worth = cache(self._worth)
        self.ties, self.part = solved.after.ties, seconds_part(solved.turn, solved.tie, solved.after.ties, 99)

    def handed(self, mover: int, scores: tuple[int, ...]) -> float:
        """The mover's chance once it has handed over the turn."""
        if max(scores) < self.goal:
            return float(self.solved.value[((mover + 1) % 3, *scores)][mover])
        if mover == 0:
            return float(self.solved.after.values[scores[0] - scores[1], scores[0] - scores[2], 0])
        best = max(scores[:mover])
        if mover == 1:
            leaders = 1 + int(scores[1] == scores[0])
            left = 1.0 - float(self.solved.after.last[leaders - 1, max(scores[:2]) - scores[2]])
            if scores[1] == best:
                return left * float(self.part[best - scores[2]])
            return left if scores[1] > best else 0.0
        tied = sum(score == best for score in scores[:2])
        level = (1.0 - self.ties.of_two, float(self.ties.of_three[2]))[tied - 1]
        return 1.0 if scores[2] > best else level if scores[2] == best else 0.0

    def _worth(self, mover: int, start: tuple[int, ...], x: int) -> float:
        """Value of a throw."""
        throw = self.solved.turn.throws[0]
        out = float(throw.bust) * self.handed(mover, start)
        after, best = self.solved.after, max(*start, self.goal)
        top = (after.first_top, max(after.second_top, best + 3), best + 1)[mover]
        for outcome in throw.outcomes:
            ahead = x + outcome.gain
            out += float(outcome.probability) * max(
                self.handed(mover, moved(start, mover, ahead)),
                self.worth(mover, start, ahead) if ahead < top else 0.0,
            )
        return out

    def play(self) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """One game: who has the most at the end, and what that is worth to them."""
        scores: tuple[int, ...] = (0, 0, 0)
        throw = self.solved.turn.throws[0]
        while max(scores) < self.goal:
            for mover in range(3):
                x = scores[mover]
                while True:
                    drawn = self.random.random()
                    for outcome in throw.outcomes:
                        drawn -= float(outcome.probability)
                        if drawn < 0.0:
                            break
                    else:
                        x = scores[mover]
                        break
                    x += outcome.gain
                    if self.handed(mover, moved(scores, mover, x)) >= self.worth(mover, scores, x) - 1e-13:
                        break
                scores = moved(scores, mover, x)
        tied = tuple(seat for seat in range(3) if scores[seat] == max(scores))
        two = self.ties.of_two
        return tied, {1: (1.0,), 2: (two, 1.0 - two), 3: tuple(self.ties.of_three.tolist())}[len(tied)]


def moved(scores: tuple[int, ...], mover: int, x: int) -> tuple[int, ...]:
    return (*scores[:mover], x, *scores[mover + 1 :])


@pytest.mark.long
@pytest.mark.parametrize("tie", OF_THREE)
def test_games_that_are_played__are_won_as_often(tie: Tie) -> None:
    solved = optimal_play(piglet.turn(), 4, tie)
    table, rounds = Table(solved, np.random.default_rng(7)), 4000
    won = np.zeros((rounds, 3))
    for game in range(rounds):
        tied, parts = table.play()
        won[game, list(tied)] = parts
    error = won.std(axis=0) / np.sqrt(rounds)
    assert (np.abs(won.mean(axis=0) - solved.win_probability) < 4.0 * error).all()


def even_chances(outcomes: int) -> Turn:
    """One throw that busts as often as it gains one point, two points, and so on."""
    each = Fraction(1, outcomes + 1)
    gains = tuple(Outcome(each, gain, 0) for gain in range(1, outcomes + 1))
    return Turn("even chances", (Throw("throw", each, gains),), (Position("any", (Way(1, 0, 0),)),))


@pytest.mark.parametrize(
    ("turn", "asked", "said"),
    [
        (two_dice_pig.turn(), {}, "no wipes"),
        (hog.turn(3), {}, "one opening"),
        (ten_thousand.turn(["m5"]), {}, "given up"),
        (big_pig.turn(100), {"goal": 60}, "points ahead"),
        (pig.turn(), {"goal": 61}, "2 to 60"),
        (pig.turn(), {"goal": 1}, "2 to 60"),
        (even_chances(1001), {}, "at most 1000 outcomes"),
    ],
)
def test_optimal_play__refuses(turn: Turn, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRules, match=said):
        optimal_play(turn, **({"goal": 5, "tie": Tie.SHARED} | asked))

"""Three players with equal turns who hold at n, m and k: in fractions, as played, and as must be so."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.certificate import Stored, residual
from solvers.equal_turns.of_three.by_rules.solve import Trio, trio
from solvers.equal_turns.of_three.solve import optimal_play
from solvers.errors import InvalidRules, NotConverged
from solvers.games import big_pig, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from tests.oracle_by_rules_of_three import ByRules, play
from tests.strategies import FEW, goals, pigs, thresholds

ties = st.sampled_from(Tie)
TINY = [
    (piglet.turn(), 4, (1, 3, 2)),
    (piglet.turn(0.75, 2), 4, (2, 5, 3)),
    (pig.turn(3), 5, (4, 2, 9)),
    (pig.turn(4, 4), 4, (3, 3, 3)),
    (progressive_pig.turn(4), 5, (3, 6, 4)),
    (big_pig.turn(2), 6, (4, 6, 2)),
]


def tables(turn: Turn, goal: int, tie: Tie, rules: tuple[int, int, int]) -> dict[str, Any]:
    """All that is stored, in fractions."""
    exact, behind = ByRules(turn, goal, tie, rules), range(1, goal + 1)
    # The best score is one that nobody is far from.
    best = 2 * goal
    last = [(best, 0), (0, best), (best, best)]
    return {
        "value": [
            [
                [[exact.cluster((i, j, k))[mover] for k in range(goal)] for j in range(goal)]
                for i in range(goal)
            ]
            for mover in range(3)
        ],
        "last_value": [[exact.after(2, (*others, best - d)) for d in behind] for others in last],
        "after_value": [[exact.after(1, (best, best - b, best - c)) for c in behind] for b in behind],
        "tie_value": [exact.tied(tied)[tied[0]] for tied in ((1, 2), (0, 2), (0, 1))],
        "three_tie_value": exact.tied((0, 1, 2)),
    }


def stored(solved: Trio) -> Stored:
    """What the certificate is shown."""
    return Stored(
        solved.value, solved.last_value, solved.after_value, solved.tie_value, solved.three_tie_value
    )


@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize(
    ("turn", "goal", "rules"), TINY, ids=lambda given: given.name if isinstance(given, Turn) else ""
)
def test_trio__is_that_in_fractions(turn: Turn, goal: int, rules: tuple[int, int, int], tie: Tie) -> None:
    solved = trio(turn, goal, tie, rules)
    for name, right in tables(turn, goal, tie, rules).items():
        np.testing.assert_allclose(
            getattr(solved, name), np.array(right, float), rtol=0, atol=1e-15, err_msg=name
        )


@FEW
@given(pigs(4), goals(5), ties, thresholds(3, 7))
def test_trio__of_any_pig_is_that_in_fractions(
    turn: Turn, goal: int, tie: Tie, rules: tuple[int, int, int]
) -> None:
    right = [float(chance) for chance in ByRules(turn, goal, tie, rules).cluster((0, 0, 0))[0]]
    np.testing.assert_allclose(trio(turn, goal, tie, rules).win_probability, right, rtol=0, atol=1e-15)


@FEW
@given(pigs(), goals(20), ties, thresholds(3, 30))
def test_trio__of_any_pig_sums_to_one_and_is_proved(
    turn: Turn, goal: int, tie: Tie, rules: tuple[int, int, int]
) -> None:
    solved = trio(turn, goal, tie, rules)
    for table in (solved.value, solved.last_value, solved.after_value, solved.three_tie_value):
        np.testing.assert_allclose(table.sum(axis=-1), 1.0, rtol=0, atol=1e-13)
    assert solved.residual <= 1e-14


@pytest.mark.parametrize("tie", Tie)
def test_trio__wins_last_turns_no_more_often_than_the_best(tie: Tie) -> None:
    solved, best = trio(pig.turn(), 20, tie, (20, 20, 20)), optimal_play(pig.turn(), 20, tie)
    assert (solved.last_value[0, :, 2] <= best.last_value[0] + 1e-15).all()
    assert (np.diff(solved.last_value[0, :, 2]) <= 1e-15).all()


def test_trio__keeps_its_digits_where_nearly_every_turn_busts() -> None:
    rare = trio(piglet.turn(0.001), 3, Tie.AGAIN, (2, 2, 2))
    right = ByRules(piglet.turn(0.001), 3, Tie.AGAIN, (2, 2, 2))
    np.testing.assert_allclose(
        rare.win_probability, [float(one) for one in right.cluster((0, 0, 0))[0]], rtol=1e-14, atol=0
    )
    np.testing.assert_allclose(
        rare.three_tie_value, [float(one) for one in right.tied((0, 1, 2))], rtol=1e-14, atol=0
    )


@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize("name", Stored._fields)
def test_certificate__sees_a_lie_about_every_array(name: str, tie: Tie) -> None:
    solved, rules = trio(pig.turn(4), 5, tie, (4, 3, 6)), (4, 3, 6)
    honest = stored(solved)
    lie = np.array(getattr(honest, name))
    lie[(1,) * lie.ndim] += 1e-6
    assert residual(solved.turn, 5, tie, rules, honest) < 1e-14
    assert residual(solved.turn, 5, tie, rules, honest._replace(**{name: lie})) > 1e-7


@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize(
    ("turn", "goal", "rules"),
    [(pig.turn(), 12, (6, 20, 4)), (progressive_pig.turn(4), 6, (3, 2, 5))],
    ids=("pig", "progressive"),
)
def test_games_that_are_played__are_won_as_often(
    turn: Turn, goal: int, rules: tuple[int, int, int], tie: Tie
) -> None:
    random, games = np.random.default_rng(7), 4000
    won = np.array([play(turn, goal, tie, rules, random.random) for _ in range(games)])
    error = won.std(axis=0) / np.sqrt(games)
    assert (np.abs(won.mean(axis=0) - trio(turn, goal, tie, rules).win_probability) < 4.0 * error).all()


@pytest.mark.parametrize(
    ("turn", "asked", "said"),
    [
        (two_dice_pig.turn(), {}, "turn: expected a game in which nobody is wiped"),
        (ten_thousand.turn(), {}, "turn: expected a game whose only way to go on is the same throw"),
        (pig.turn(), {"goal": 1}, "goal: expected 2 to 60, got 1"),
        (pig.turn(), {"goal": 61}, "goal: expected 2 to 60, got 61"),
        (pig.turn(), {"rules": (5, 0, 5)}, "hold_at: expected 1 or more, got 0"),
    ],
)
def test_trio__refuses(turn: Turn, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRules, match=said):
        trio(turn, **({"goal": 9, "tie": Tie.FIRST, "rules": (5, 5, 5)} | asked))


def test_trio__refuses_games_that_hardly_end() -> None:
    with pytest.raises(NotConverged, match=r"chance that a turn scores: .* Hold at less"):
        trio(piglet.turn(1e-9), 60, Tie.FIRST, (60, 60, 60))

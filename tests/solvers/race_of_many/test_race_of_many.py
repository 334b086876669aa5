"""Races of three and more: exact on small goals, honest where there is no equilibrium, and what comes of
playing by them.
"""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from configs.load import load
from solvers.errors import InvalidRules
from solvers.games import pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.in_turn_of_many.clusters import layers
from solvers.race import solve as race
from solvers.race_of_many import policy as race_of_many_policy
from solvers.race_of_many.certificate import backup
from solvers.race_of_many.reach import flags_of, turn_totals
from solvers.race_of_many.solve import RaceOfMany, optimal_play
from tests import oracle, oracle_many
from tests.solvers.race_of_many.value_iteration import trace
from tests.strategies import FEW, goals, pig_rules, pigs
from tests.throwing_on import policy

# The least goal at which policy iteration goes round in a cluster, and at which a cluster has no equilibrium.
FIRST_CYCLE, FIRST_WITHOUT = 50, 62


@pytest.fixture(scope="module")
def long_race() -> RaceOfMany:
    """Of Pig to 63: one cluster without equilibrium."""
    return optimal_play(pig.turn(), 63)


def check_exactly(game: oracle.Game, goal: int, solution: RaceOfMany) -> None:
    """Every cluster has the value of one of its equilibria, given the values further down."""
    players = solution.players
    won: dict[oracle.State, oracle_many.Seats] = {}
    for state in sorted(product(range(goal), repeat=players), key=sum, reverse=True):
        if state not in won:
            found = oracle_many.equilibria(game, goal, state, won)
            near = [
                values
                for values in found
                if np.allclose([float(own) for own in values[0]], solution.value[state], rtol=0, atol=1e-14)
            ]
            assert near, state
            for rotation in range(players):
                own = state[rotation:] + state[:rotation]
                won[own] = near[0][rotation]
                np.testing.assert_allclose(
                    solution.value[own], [float(chance) for chance in won[own]], rtol=0, atol=1e-14
                )


@pytest.mark.parametrize(
    ("sides", "bust_face", "goal", "players"),
    [
        (2, 1, 5, 3),
        (2, 2, 4, 3),
        pytest.param(3, 1, 5, 3, marks=pytest.mark.long),
        pytest.param(6, 1, 5, 3, marks=pytest.mark.long),
        pytest.param(4, 4, 4, 3, marks=pytest.mark.long),
        (3, 1, 4, 4),
    ],
)
def test_race__is_an_equilibrium_of_all_policies(sides: int, bust_face: int, goal: int, players: int) -> None:
    check_exactly(oracle.pig(sides, bust_face), goal, optimal_play(pig.turn(sides, bust_face), goal, players))


@pytest.mark.long
@settings(FEW, max_examples=10)
@given(pig_rules(), goals(4))
def test_race__is_an_equilibrium_for_any_die(rules: tuple[int, int], goal: int) -> None:
    check_exactly(oracle.pig(*rules), goal, optimal_play(pig.turn(*rules), goal))


def test_piglet__to_two_is_exact() -> None:
    # Whoever has 0 or 1 goes on flipping: to win a turn takes one head or two.
    solution = optimal_play(piglet.turn(), 2)
    np.testing.assert_allclose(solution.win_probability, [16 / 37, 12 / 37, 9 / 37], rtol=0, atol=1e-15)
    assert float(solution.value[1, 1, 1, 0]) == pytest.approx(4 / 7, abs=1e-15)


@FEW
@given(pigs(), goals(40))
def test_race__of_two_is_that_of_two(turn: Turn, goal: int) -> None:
    two, many = race.optimal_play(turn, goal), optimal_play(turn, goal, 2)
    np.testing.assert_allclose(many.value[..., 0], two.value, rtol=0, atol=1e-13)
    np.testing.assert_allclose(many.value.sum(axis=-1), 1.0, rtol=0, atol=1e-14)
    assert many.cycling_clusters == 0


@pytest.mark.long
def test_race__of_two_with_ten_thousand_is_that_of_two() -> None:
    two, many = race.optimal_play(ten_thousand.turn(), 12), optimal_play(ten_thousand.turn(), 12, 2)
    np.testing.assert_allclose(many.value[..., 0], two.value, rtol=0, atol=1e-14)


@FEW
@given(pigs(), goals(14))
def test_race__shares_out_one_game(turn: Turn, goal: int) -> None:
    solution = optimal_play(turn, goal)
    np.testing.assert_allclose(solution.value.sum(axis=-1), 1.0, rtol=0, atol=1e-14)
    assert solution.value.min() >= 0.0
    assert solution.residual <= 1e-13


# --- Where policy iteration does not end


@pytest.mark.long
def test_race__first_goes_round_at_goal_50() -> None:
    before, after = optimal_play(pig.turn(), FIRST_CYCLE - 1), optimal_play(pig.turn(), FIRST_CYCLE)
    assert (before.cycling_clusters, after.cycling_clusters) == (0, 1)
    assert after.searched.scores.tolist() == [[7, 7, 0]]
    assert after.oscillation == pytest.approx(0.0034, abs=1e-4)
    # Two equilibria, between which the iteration goes to and fro; one is taken, and it is exact.
    assert after.searched.equilibria.tolist() == [2]
    assert after.deviation_gain <= 1e-14
    assert after.settled.max() == 0


@pytest.mark.long
def test_race__first_has_no_equilibrium_at_goal_62() -> None:
    before, after = optimal_play(pig.turn(), FIRST_WITHOUT - 1), optimal_play(pig.turn(), FIRST_WITHOUT)
    assert (before.unsettled_clusters, after.unsettled_clusters) == (0, 1)
    assert before.settled.max() == 0
    assert after.searched.scores[after.searched.unsettled].tolist() == [[1, 30, 0]]
    assert (after.settled == 2).sum() == 3
    assert 1e-8 < after.deviation_gain < 1e-6
    # Not exact there, and said so; exact elsewhere.
    backed = backup(after.turn, after.goal, after.value)
    assert np.abs(backed - after.value).max() > 1e-8
    assert after.residual <= 1e-13


@pytest.mark.long
def test_trace__does_not_settle_where_there_is_no_equilibrium(long_race: RaceOfMany) -> None:
    [scores] = long_race.searched.scores[long_race.searched.unsettled].tolist()
    changes = np.abs(np.diff(trace(long_race, tuple(scores), 600), axis=0)).max(axis=(1, 2))
    assert changes[-100:].max() > 1e-4


@pytest.mark.long
def test_trace__settles_elsewhere(long_race: RaceOfMany) -> None:
    for scores in ((5, 5, 5), (60, 0, 62), (10, 20, 30)):
        estimates = trace(long_race, scores, 400)
        assert np.abs(estimates[-1] - estimates[-2]).max() <= 1e-15
        np.testing.assert_allclose(estimates[-1, 0], long_race.value[scores], rtol=0, atol=1e-13)


def test_flags__are_all_that_can_lead_there() -> None:
    goal, bad, turn = 7, (3, 1, 4), pig.turn(3, 2)
    flags = flags_of(turn, goal, np.array([bad]))
    rotations = {bad[at:] + bad[:at] for at in range(3)}
    gains = turn_totals(turn, goal)
    leads: set[tuple[int, ...]] = set(rotations)
    for _ in range(60):
        for state in product(range(goal), repeat=3):
            after = [(*state[1:], state[0] + int(gain)) for gain in gains if state[0] + gain < goal]
            if leads & {*after, state[1:] + state[:1]}:
                leads.add(state)
    for state in product(range(goal), repeat=3):
        assert flags[state] == (2 if state in rotations else 1 if state in leads else 0)
    assert 0 < (flags == 1).sum() < flags.size - 3


def test_flags__are_zero_without_a_cause() -> None:
    assert flags_of(pig.turn(), 5, np.zeros((0, 3), np.int64)).max() == 0


def test_turn_totals__leave_out_what_no_throw_makes() -> None:
    assert turn_totals(pig.turn(), 9).tolist() == [2, 3, 4, 5, 6, 7, 8]
    assert turn_totals(pig.turn(2, 1), 9).tolist() == [2, 4, 6, 8]


# --- Play


PIG, PIGLET = (0, 2, 3, 4, 5, 6), (0, 1)


def policy_of(race: RaceOfMany) -> np.ndarray:
    return policy(race.turn, race.value, race_of_many_policy.bust_values(race))


def play(
    solution: RaceOfMany,
    start: tuple[int, ...],
    games: int,
    random: np.random.Generator,
    faces: tuple[int, ...],
) -> np.ndarray:
    """How many of the games each seat wins if all play by the policy; each face of what is thrown as likely
    as another, 0 a bust.
    """
    rolls, players = policy_of(solution), solution.players
    won = np.zeros(players, np.int64)
    for _ in range(games):
        scores, mover = list(start), 0
        while True:
            own, gained = [scores[(mover + seat) % players] for seat in range(players)], 0
            while gained == 0 or (own[0] + gained < solution.goal and rolls[(*own, gained)] == ROLL):
                face = faces[int(random.integers(len(faces)))]
                if face == 0:
                    gained = 0
                    break
                gained += face
            scores[mover] += gained
            if scores[mover] >= solution.goal:
                won[mover] += 1
                break
            mover = (mover + 1) % players
    return won


def check_play(
    solution: RaceOfMany, start: tuple[int, ...], games: int, faces: tuple[int, ...] = PIG
) -> None:
    chance = solution.value[start]
    won = play(solution, start, games, np.random.default_rng(20141), faces)
    assert (np.abs(won / games - chance) < 5 * np.sqrt(chance * (1 - chance) / games)).all()


@pytest.mark.long
def test_policy__wins_as_often_as_promised_by_seats() -> None:
    check_play(optimal_play(pig.turn(), 30), (0, 0, 0), 15_000)
    check_play(optimal_play(pig.turn(), 10, 4), (0, 2, 0, 1), 15_000)
    check_play(optimal_play(piglet.turn(), 6), (0, 0, 0), 10_000, PIGLET)


@pytest.mark.long
def test_policy__of_an_unsettled_cluster_wins_as_often_as_promised(long_race: RaceOfMany) -> None:
    [scores] = long_race.searched.scores[long_race.searched.unsettled].tolist()
    check_play(long_race, tuple(scores), 8_000)


def test_hold_at__is_the_least_turn_total_at_which_the_policy_holds() -> None:
    solution = optimal_play(pig.turn(), 14)
    rolls, least = policy_of(solution), race_of_many_policy.hold_at(solution)
    for state in product(range(14), repeat=3):
        assert (rolls[state][: least[state]] == ROLL).all()
        assert least[state] == 14 - state[0] or rolls[state][least[state]] == HOLD


# --- Refusals and configs


@pytest.mark.parametrize(
    ("turn", "goal", "players", "message"),
    [
        (pig.turn(), 1, 3, "goal: expected 2 or more, got 1."),
        (pig.turn(), 20, 6, "players: expected 2 to 5, got 6."),
        (pig.turn(), 20, 1, "players: expected 2 to 5, got 1."),
        (
            pig.turn(),
            100,
            5,
            r"goal: expected 2 to \d+ for 5 players, got 100. More states than fit into 2 GB.",
        ),
        (
            two_dice_pig.turn(),
            20,
            3,
            "turn: expected one opening, no wipes, nothing for a bust, got 'two-dice pig'",
        ),
        (progressive_pig.turn(), 20, 3, "turn: expected one opening, no wipes, nothing for a bust"),
    ],
)
def test_race__refuses(turn: Turn, goal: int, players: int, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        optimal_play(turn, goal, players)


@pytest.mark.long
def test_hold_at__refuses_a_game_whose_turn_total_does_not_say_all() -> None:
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        race_of_many_policy.hold_at(optimal_play(ten_thousand.turn(), 4, 2))


@pytest.mark.parametrize(("path", "size"), [("pig", 11), ("piglet", 351)])
def test_configs__load(path: str, size: int) -> None:
    [sweep] = load(f"configs/{path}/three_in_turn.yaml")
    assert sweep.size == size


@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.long), 3])
def test_search__finds_what_policy_iteration_finds(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    iterated = optimal_play(pig.turn(4), 9, players)
    monkeypatch.setattr(layers, "MOST_STEPS", 0)
    searched = optimal_play(pig.turn(4), 9, players)
    assert searched.cycling_clusters == {2: 45, 3: 249}[players]
    assert (searched.searched.equilibria == 1).all()
    np.testing.assert_allclose(searched.value, iterated.value, rtol=0, atol=1e-15)

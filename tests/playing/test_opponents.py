"""The opponents of `jeopardice play` do what the solvers' policies say, and say why."""

from collections import Counter

import numpy as np
import pytest

from playing.games import PLAYABLE
from playing.match import Match, match, seconds
from playing.numbers import percent
from playing.opponent_names import offered, read, says
from playing.opponents import Decision
from playing.pieces import Luck
from playing.play import begin
from playing.reasons import why
from playing.setup import set_up
from playing.state import OPPONENT, State
from solvers.at_once_equilibrium.solve import equilibrium
from solvers.games.turn import HOLD
from solvers.race import policy as race_policy
from solvers.race.solve import optimal_play
from tests.one_throw import by_text, rolls_of
from tests.playing.games_to_play import PAIRINGS, small
from tests.playing.test_playing import played_at_random

GAMES_IN_TURN = [name for name, playable in PLAYABLE.items() if not playable.at_once]


def decided(game: Match, state: State) -> Decision:
    return game.opponent.decide(state, game.luck)


def in_turn(own: int, other: int, turn_total: int = 0, position: int | None = None, scored: int = 0) -> State:
    """The opponent about to decide, with its score first."""
    return State(
        scores=(other, own), mover=OPPONENT, turn_total=turn_total, position=position, scored=(0, scored)
    )


@pytest.mark.parametrize("name", ["pig", "piglet", "progressive_pig", "two_dice_pig", "pass_the_pigs"])
def test_optimal__rolls_where_the_policy_of_the_race_does(name: str) -> None:
    game = small(name)
    race = optimal_play(game.rules.turn, game.rules.goal)
    rolls, advantage = race_policy.policy(race), race_policy.advantage(race)
    for own, other, total in np.ndindex(rolls.shape):
        if 0 < total < game.rules.goal - own and abs(advantage[own, other, total]) > 1e-13:
            found = decided(game, in_turn(own, other, total, 0))
            assert found.place == rolls[own, other, total]


@pytest.mark.parametrize("name", ["pig", "ten_thousand", "farkle", "hog"])
def test_optimal__takes_the_ways_that_a_turn_at_these_scores_takes(name: str) -> None:
    game = small(name)
    turn, goal = game.rules.turn, game.rules.goal
    race = optimal_play(turn, goal)
    for own, other in ((0, 0), (goal // 2, goal - 1), (goal - 3, 2)):
        value, action = race_policy.inside(race).turn_at(own, other)
        for total, position in np.ndindex(action.shape):
            gains = [way.given_up for way in turn.positions[position].ways]
            if max(gains, default=0) >= total or total >= goal - own:
                continue
            state = in_turn(own, other, total, position)
            found = decided(game, state)
            way = game.rules.way(state, found.place)
            assert (HOLD if way is None else way.action) == action[total, position]
            assert found.worth is not None
            assert max(found.worth.values()) == pytest.approx(value[total, position], abs=1e-12)


def test_optimal__opens_hog_with_the_dice_of_the_solver() -> None:
    game = small("hog")
    openings = race_policy.inside(optimal_play(game.rules.turn, game.rules.goal)).openings()
    for own, other in np.ndindex(openings.shape):
        found = decided(game, in_turn(own, other))
        assert found.worth is not None
        assert found.worth[found.place] == pytest.approx(found.worth[1 + openings[own, other]], abs=1e-12)


@pytest.mark.parametrize(
    ("opponent", "text"),
    [
        ("hold-at-3", "hold at 3"),
        ("2-scoring-turns", "2 scoring turns"),
        # To 18 somebody is always near enough to the goal.
        ("keep-pace", "hold at 18"),
    ],
)
def test_rule_of_thumb__is_followed_everywhere(opponent: str, text: str) -> None:
    game, rolls = small("pig", opponent), rolls_of(by_text(text, 18))
    for scored, own, other, total in np.ndindex(rolls.shape):
        if 0 < total < game.rules.goal - own:
            found = decided(game, in_turn(own, other, total, 0, scored))
            assert found.place == rolls[scored, own, other, total]


def test_end_race__throws_for_the_win_once_anybody_is_there() -> None:
    game = small("pig", "hold-at-4-end-race-at-3")
    assert decided(game, in_turn(2, 2, 4, 0)).place == HOLD
    assert decided(game, in_turn(2, 2, 3, 0)).place != HOLD
    assert decided(game, in_turn(3, 0, 14, 0)).place != HOLD
    assert decided(game, in_turn(0, 3, 17, 0)).place != HOLD


@pytest.mark.long
def test_equilibrium__draws_as_often_as_the_mixture_says() -> None:
    setup = set_up("simultaneous_pig", {"goal": 100})
    strategy = equilibrium(setup.turn, 100).strategy
    game, rounds = match(setup), 1000
    state = [State(scores=(47, 69), mover=OPPONENT, round=number) for number in range(rounds)]
    drawn = Counter(game.opponent.decide(at, Luck(1)).drawn for at in state)
    for hold_at, chance in zip(strategy.hold_at[69, 47], strategy.probability[69, 47], strict=True):
        if chance:
            spread = (rounds * chance * (1 - chance)) ** 0.5
            assert abs(drawn[int(hold_at)] - rounds * chance) < 5 * spread
    assert sum(drawn.values()) == rounds


@pytest.mark.parametrize(("game", "opponent"), PAIRINGS)
def test_reason__is_there_for_every_decision(game: str, opponent: str) -> None:
    play = played_at_random(small(game, opponent), 2)
    for step in play.steps:
        text = why(play.match, step)
        assert text.endswith(".")
        assert step.player == OPPONENT or text == "That was your decision."


def test_reason__has_the_numbers() -> None:
    game = small("pig", first="opponent")
    step = next(step for step in begin(game).steps if not step.before.opens)
    assert step.decision is not None
    assert step.decision.worth is not None
    assert percent(max(step.decision.worth.values())) in why(game, step)
    rule = small("pig", "hold-at-3", first="opponent")
    assert "Holds at 3, or as soon as that reaches the goal." in why(rule, begin(rule).steps[1])


@pytest.mark.parametrize("name", PLAYABLE)
def test_opponents_that_are_offered__can_be_played_against(name: str) -> None:
    playable = PLAYABLE[name]
    for opponent in offered(playable):
        assert read(playable, opponent)
        assert not {"N", "M"} & set(says(playable, opponent).split())
        assert set_up(name, opponent=opponent).opponent == opponent


def test_seconds__are_more_for_more_points() -> None:
    assert seconds(set_up("farkle")) > seconds(set_up("pig")) > seconds(set_up("pig", {"goal": 10}))

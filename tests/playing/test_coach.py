"""The coach of `jeopardice play`: its numbers are the solvers', and agree with the dice from step to step."""

from functools import cache

import numpy as np
import pytest

from playing import coach
from playing.match import Match
from playing.play import Play, begin
from playing.state import OPPONENT, YOU, State
from playing.throwing import BUST, WIPE, Fate, Result
from solvers.at_once_equilibrium.solve import equilibrium
from solvers.deviations.exploitability import exploit
from solvers.fixed.race_response import best_response
from solvers.games.turn import HOLD
from solvers.plans import plans
from solvers.players.counting import counting_rule
from solvers.race.solve import optimal_play
from tests.playing.games_to_play import PAIRINGS, small
from tests.playing.test_playing import played_at_random

CLOSE = 1e-10
# So far past the goal one comes by a dozen doubles and more, which is less than that.
ENDLESS = 150


def chance(game: Match, state: State) -> float:
    """The coach's, where it has one."""
    found = coach.chance(Play(game, (), state), state)
    assert found is not None
    return found


def after_throw(game: Match, state: State, place: int) -> list[tuple[float, State]]:
    """All that a throw may lead to by the rules of the turn, with the chances."""
    rules = game.rules
    throw = rules.turn.throws[rules.throw(state, place)]
    results = [(throw.bust, BUST), (throw.wipe, WIPE)]
    results += [
        (outcome.probability, Result(Fate.SCORES, outcome.gain, outcome.position))
        for outcome in throw.outcomes
    ]
    # The faces do not matter but to who looks at them.
    return [(float(part), rules.thrown(state, place, (), result)) for part, result in results if part]


def after_their_turn(game: Match, state: State) -> float:
    """Your chance to win when the opponent's turn opens, all of its throws looked at."""

    @cache
    def worth(state: State, drawn: int) -> float:
        if state.winner is not None or state.mover == YOU:
            return chance(game, state)
        if state.banked + state.turn_total > game.rules.goal + ENDLESS:
            return 0.0
        holds = not state.opens and state.turn_total >= drawn
        place = (HOLD if holds else 1) if drawn else game.opponent.decide(state, game.luck).place
        if place == HOLD:
            return worth(game.rules.held(state), drawn)
        return sum(part * worth(after, drawn) for part, after in after_throw(game, state, place))

    drawn_from = game.opponent.decide(state, game.luck).drawn_from or ((0, 1.0),)
    return sum(part * worth(state, drawn) for drawn, part in drawn_from)


@pytest.mark.parametrize(("game", "opponent"), PAIRINGS)
def test_worths__are_what_dice_and_the_opponent_make_of_them(game: str, opponent: str) -> None:
    solved = small(game, opponent)
    # A few states of a long game tell as much as all.
    steps = played_at_random(solved, 0).steps
    for step in (*steps[:8], *steps[-8:]):
        state = step.before
        if state.mover == OPPONENT and state.opens:
            assert chance(solved, state) == pytest.approx(after_their_turn(solved, state), abs=CLOSE)
        if state.mover == OPPONENT:
            continue
        worths = solved.opponent.your_worths(state)
        assert tuple(worths) == solved.rules.places(state)
        assert chance(solved, state) == max(worths.values())
        for place, worth in worths.items():
            ways = [(1.0, solved.rules.held(state))] if place == HOLD else after_throw(solved, state, place)
            assert worth == pytest.approx(
                sum(part * chance(solved, after) for part, after in ways), abs=CLOSE
            )


def test_chance_at_the_start__is_the_solvers() -> None:
    pig, tenths = small("pig").rules.turn, small("ten_thousand").rules.turn
    goal, chips = small("pig").rules.goal, small("ten_thousand").rules.goal
    found = {
        "pig": optimal_play(pig, goal).win_probability,
        "ten_thousand": optimal_play(tenths, chips).win_probability,
    }
    for game, wins in found.items():
        assert chance(small(game), begin(small(game)).state) == pytest.approx(wins, abs=CLOSE)
    against = {
        "hold-at-3": best_response(plans.hold_at(pig, 3), goal).wins_first,
        "most-points": best_response(plans.most_points(pig), goal).wins_first,
        "2-scoring-turns": best_response(counting_rule("2 scoring turns", pig, goal), goal).wins_first,
    }
    for opponent, wins in against.items():
        assert chance(small("pig", opponent), State()) == pytest.approx(wins, abs=CLOSE)


def test_chance_of_every_round__is_the_best_response_to_the_equilibrium() -> None:
    game = small("simultaneous_pig")
    goal, turn = game.rules.goal, game.rules.turn
    value = exploit(turn, equilibrium(turn, goal).strategy, any_rule=True).value
    found = [[chance(game, State(scores=(own, other))) for other in range(goal)] for own in range(goal)]
    np.testing.assert_allclose(found, value, atol=CLOSE)


def test_best_decisions__cost_nothing() -> None:
    for game in ("pig", "hog", "farkle", "simultaneous_pig"):
        play = begin(small(game))
        while not play.over:
            play = play.move(coach.best(coach.worths(play)))
        decided = coach.decisions(play)
        assert coach.given_away(decided) == 0.0
        assert coach.costliest(decided) == []


@pytest.mark.parametrize(("game", "opponent"), PAIRINGS)
def test_costs__are_the_best_less_the_chosen_and_named_by_size(game: str, opponent: str) -> None:
    play = played_at_random(small(game, opponent), 5)
    decided = coach.decisions(play)
    assert [one.step.place for one in decided] == list(play.moves)
    for one in decided:
        assert one.loss == pytest.approx(max(one.worths.values()) - one.worths[one.step.place], abs=1e-8)
        assert one.worths[one.best] == pytest.approx(max(one.worths.values()), abs=1e-8)
    named = coach.costliest(decided)
    assert len(named) == min(3, sum(one.loss > 0 for one in decided))
    assert [one.loss for one in named] == sorted((one.loss for one in decided), reverse=True)[: len(named)]
    assert coach.given_away(decided) >= sum(one.loss for one in named) - 1e-12


@pytest.mark.parametrize("game", ["pig", "simultaneous_pig", "two_dice_pig"])
def test_curve__runs_from_the_start_to_the_end(game: str) -> None:
    play = played_at_random(small(game), 4)
    curve = coach.curve(play)
    assert curve[0].step == 0
    assert curve[-1].step == len(play.steps)
    assert curve[-1].chance in (0.0, 0.5, 1.0)
    assert all(0.0 <= point.chance <= 1.0 for point in curve)
    assert [point.step for point in curve] == sorted({point.step for point in curve})


def test_worths__of_a_game_that_is_over_are_none() -> None:
    assert coach.worths(played_at_random(small("pig"), 1)) == {}

"""The engine of `jeopardice play`: games are pure, end, and are won by one, whoever plays whatever."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playing.match import Match
from playing.pieces import Luck
from playing.play import Play, begin, replay
from playing.setup import MOST_SEED, Setup, set_up
from playing.state import OPPONENT, SHARED, YOU, State
from playing.throwing import BUST, Fate
from solvers.errors import InvalidRules
from solvers.games.turn import HOLD
from tests.playing.games_to_play import PAIRINGS, small

# There are fifty games to try.
FEW = settings(max_examples=4, deadline=None)

SEEDS = st.integers(0, MOST_SEED)


def with_seed(game: Match, seed: int) -> Match:
    """The same game with other dice, nothing solved anew."""
    return replace(game, setup=replace(game.setup, seed=seed), luck=Luck(seed))


def played_at_random(game: Match, seed: int) -> Play:
    """A game of somebody who decides by chance, holding often enough to win now and then."""
    chance, play = random.Random(seed), begin(game)
    while not play.over:
        places = play.places
        play = play.move(HOLD if HOLD in places and chance.random() < 0.3 else chance.choice(places))
    return play


@pytest.mark.parametrize(("game", "opponent"), PAIRINGS)
@given(seed=SEEDS)
@FEW
def test_game__ends_with_a_winner_and_scores_fall_by_wipes_only(game: str, opponent: str, seed: int) -> None:
    play = played_at_random(with_seed(small(game, opponent), seed), seed)
    rules = play.match.rules
    there = [score >= rules.goal for score in play.state.scores]
    assert {YOU: [True, False], OPPONENT: [False, True], SHARED: [True, True]}[
        play.state.winner or YOU
    ] == there
    assert play.state.winner != SHARED or rules.at_once
    for step, following in zip(play.steps, (*play.steps[1:], None), strict=True):
        assert step.place in rules.places(step.before)
        assert step.after == (following.before if following else play.state)
        less = [after < before for before, after in zip(step.before.scores, step.after.scores, strict=True)]
        wipes = step.result is not None and step.result.fate is Fate.WIPES
        assert not any(less) or (wipes and less.index(True) == step.player)
        assert max(step.before.scores) < rules.goal
        assert (step.decision is None) == (step.player == YOU)
        assert step.ends_turn or step.after.turn_total > 0


@pytest.mark.parametrize(("game", "opponent"), PAIRINGS)
def test_game__is_the_same_when_replayed(game: str, opponent: str) -> None:
    play = played_at_random(small(game, opponent), 3)
    again = replay(small(game, opponent), play.moves)
    assert again.steps == play.steps
    assert again.state == play.state


@given(seed=SEEDS, other=st.integers(0, 30))
@FEW
def test_your_decisions__move_no_die_of_the_opponents(seed: int, other: int) -> None:
    game = with_seed(small("pig", "hold-at-3"), seed)
    first, second = played_at_random(game, 0), played_at_random(game, other)

    def thrown(play: Play, player: int) -> list[tuple[int, ...]]:
        return [step.faces for step in play.steps if step.player == player and step.faces]

    for player in (YOU, OPPONENT):
        pairs = zip(thrown(first, player), thrown(second, player), strict=False)
        assert all(one == another for one, another in pairs)


def test_first__says_who_starts() -> None:
    assert begin(small("pig", first="you")).steps == ()
    theirs = begin(small("pig", first="opponent")).steps
    assert theirs
    assert {step.player for step in theirs} == {OPPONENT}
    by_chance = {set_up("pig", first="chance", seed=seed).starter for seed in range(20)}
    assert by_chance == {YOU, OPPONENT}


def test_round__of_simultaneous_pig_banks_both_turns_at_its_end() -> None:
    play = begin(small("simultaneous_pig", "hold-at-3", seed=2))
    while play.state.waiting is None and play.state.round == 0:
        step_count = len(play.steps)
        play = play.move(HOLD if HOLD in play.places else 1)
    yours, theirs = play.steps[step_count:][0], play.steps[-1]
    assert yours.after.scores == (0, 0)
    assert theirs.before.waiting == yours.after.waiting
    assert play.state.scores[YOU] == yours.after.waiting
    assert play.state.waiting is None
    assert play.state.round == 1


def test_progressive_pig__can_be_won_by_a_bust() -> None:
    rules = small("progressive_pig").rules
    state = State(scores=(rules.goal - 1, 0))
    assert rules.thrown(state, 1, (1,), BUST).winner == YOU


def test_move__that_cannot_be_made_is_refused() -> None:
    play = begin(small("pig"))
    with pytest.raises(InvalidRules, match=r"decision: expected one of the places 1, got 0\."):
        play.move(HOLD)
    over = played_at_random(small("pig"), 1)
    with pytest.raises(InvalidRules, match="The game is over"):
        over.move(HOLD)
    with pytest.raises(InvalidRules, match=r"moves: expected r, got 'w2'\. This is move 1"):
        replay(small("pig"), [2])
    with pytest.raises(InvalidRules, match="expected no move, as the game is over"):
        replay(small("pig"), [*over.moves, HOLD])


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"game": "chess"}, "game: expected one of pig"),
        ({"game": "pig", "parameters": {"goal": 1}}, "goal: expected a whole number from 2"),
        ({"game": "pig", "parameters": {"gaol": 9}}, "Did you mean 'goal'"),
        ({"game": "pig", "parameters": {"bust_face": 7}}, "bust_face: expected 1 to 6"),
        ({"game": "pig", "opponent": "hold-at-x"}, "opponent of pig: expected one of optimal"),
        ({"game": "pig", "opponent": "hold-at-101"}, "numbers from 1 to 100"),
        ({"game": "pig", "opponent": "11-scoring-turns"}, "numbers from 1 to 10"),
        ({"game": "pig", "opponent": "equilibrium"}, "opponent of pig"),
        ({"game": "pig", "parameters": {"goal": 400}, "opponent": "keep-pace"}, "goal against keep-pace"),
        ({"game": "hog", "opponent": "always-31-dice"}, "numbers from 1 to 30"),
        ({"game": "pig", "first": "me"}, "first: expected you, opponent or chance, got 'me'"),
        ({"game": "simultaneous_pig", "first": "you"}, "first: expected both"),
        ({"game": "pig", "seed": -1}, "seed: expected a whole number from 0"),
        ({"game": "pig", "seed": True}, "seed: expected a whole number"),
    ],
)
def test_setup__that_cannot_be_played_is_refused(wanted: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidRules, match=words):
        set_up(**wanted)  # type: ignore[arg-type]


def test_setup__fills_in_the_usual() -> None:
    assert set_up("pig") == Setup("pig", 100, (("sides", 6), ("bust_face", 1)), "optimal", "you", 0)
    assert set_up("simultaneous_piglet").first == "both"

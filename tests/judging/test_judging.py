"""What decisions lose and what dice do: by fractions, by identities that hold whatever is played, and by the
mean over many games of a player whose loss is known.
"""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.following import games_of
from judging.log import read_log
from judging.losses import Account, JudgedGame, judge
from judging.mistakes import LogError
from judging.players import players_of
from playing.state import Rules
from solvers.fixed.head_to_head import head_to_head
from solvers.games import doubles_pig, pig, progressive_pig
from solvers.games.must_throw import made_at_once
from solvers.games.turn import Turn
from solvers.players.counting import counting_rule
from solvers.race.policy import policy
from solvers.race.solve import optimal_play
from tests import oracle
from tests.judging.simulated import Game, at_random, by_table, hold_at, named, play, written
from tests.strategies import FEW, goals, turns, turns_that_must_throw, turns_with_entry

# Values are that exact, and a game has some hundred of them.
CLOSE = 1e-10
PIG = pig.turn()
# Goals are of an entry or more.
ANY_TURNS = turns(full=True) | turns_that_must_throw() | turns_with_entry(2)


def judged(turn: Turn, goal: int, games: Sequence[Game], path: Path) -> list[JudgedGame]:
    """Games judged, by way of a file."""
    rules = Rules(turn, goal, at_once=False)
    log = read_log(written(games, path / "log.csv"), rules, "points")
    return judge(games_of(log, rules), rules, optimal_play(made_at_once(turn, goal), goal).value)


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("judging")


# --- In fractions


class Exactly:
    """Pig in fractions: what choices are worth, worked out anew from the values of turns."""

    def __init__(self, goal: int) -> None:
        self._goal, self._won = goal, oracle.race(oracle.pig(6, 1), goal)
        self.throw = cache(self._throw)

    def hold(self, i: int, j: int, k: int) -> Fraction:
        """Worth of banking k."""
        return Fraction(1) if i + k >= self._goal else 1 - self._won[j, i + k]

    def _throw(self, i: int, j: int, k: int) -> Fraction:
        """Worth of throwing with k at risk."""
        return (self.bust(i, j) + sum(self.best(i, j, k + face) for face in range(2, 7))) / 6

    def bust(self, i: int, j: int) -> Fraction:
        """Worth of a bust."""
        return 1 - self._won[j, i]

    def best(self, i: int, j: int, k: int) -> Fraction:
        """Worth of the better of the two."""
        if i + k >= self._goal:
            return Fraction(1)
        return self.throw(i, j, k) if k == 0 else max(self.hold(i, j, k), self.throw(i, j, k))


def test_pig__is_judged_as_fractions_do(directory: Path) -> None:
    goal, chance = 14, random.Random(4)
    exactly = Exactly(goal)
    games = [play(PIG, goal, [at_random(chance)] * 2, chance, str(number)) for number in range(20)]
    seen = 0
    for game in judged(PIG, goal, games, directory):
        for one, after in zip(game.judged, (*game.judged[1:], None), strict=True):
            row = one.decided.row
            at = row.banked, row.opponent, row.turn_total
            holds = row.action == "hold"
            worth = exactly.hold(*at) if holds else exactly.throw(*at)
            assert one.loss == pytest.approx(float(exactly.best(*at) - worth), abs=1e-13)
            assert one.is_choice == (row.turn_total > 0 and row.banked + row.turn_total < goal)
            if holds:
                assert one.luck is None
                continue
            assert after is not None
            met = after.decided.row
            same = met.seat == row.seat
            now = exactly.best(*at[:2], met.turn_total) if same else exactly.bust(*at[:2])
            assert one.luck == pytest.approx(float(now - worth), abs=1e-13)
            seen += not same
    assert seen


# --- Whatever is played


@given(turn=ANY_TURNS, goal=goals(12), seed=st.integers(0, 1000))
@FEW
def test_end__is_the_start_and_luck_and_losses(turn: Turn, goal: int, seed: int, directory: Path) -> None:
    chance = random.Random(seed)
    games = [play(turn, goal, [at_random(chance)] * 2, chance, str(number)) for number in range(8)]
    found = judged(turn, goal, games, directory)
    for game, truth in zip(found, games, strict=True):
        assert game.played.winner == truth.winner
        assert [one.decided.row.action for one in game.judged] == [row[-1] for row in truth.rows]
        for player in (0, 1):
            own = game.account(player)
            assert own.end == (truth.winner == player)
            assert sum_of(own) == pytest.approx(own.end, abs=CLOSE)
            assert own.own_losses <= 0.0 <= own.other_losses
    for player in players_of(found):
        assert sum_of(player.account) == pytest.approx(player.won, abs=8 * CLOSE)


@pytest.mark.parametrize("turn", [doubles_pig.turn(), replace(PIG, entry=12)], ids=["doubles", "entry"])
def test_end__is_that_of_a_game_in_which_one_may_not_always_hold(turn: Turn, directory: Path) -> None:
    goal, chance = 25, random.Random(6)
    games = [play(turn, goal, [hold_at(9)] * 2, chance, str(number)) for number in range(30)]
    found = judged(turn, goal, games, directory)
    for game, truth in zip(found, games, strict=True):
        own = game.account(0)
        assert own.end == (truth.winner == 0)
        assert sum_of(own) == pytest.approx(own.end, abs=CLOSE)
    # With the goal, too: a throw is made there, and there is nothing to decide.
    forced = [one for game in found for one in game.judged if not one.is_choice and one.luck is not None]
    past = [one for one in forced if one.decided.state.banked + one.decided.state.turn_total >= goal]
    assert bool(past) == turn.must_throw
    assert all(one.loss == 0.0 for one in forced)


def test_hold__where_one_must_throw_is_refused(directory: Path) -> None:
    rows = [("1", "", "1", "0", "0", "0", "", "roll"), ("1", "", "1", "0", "0", "8", "doubles", "hold")]
    with pytest.raises(LogError, match=r"action: expected roll, two dice or throw here, got 'hold'"):
        judged(doubles_pig.turn(), 25, [Game(rows, 0)], directory)
    entry = [("1", "", "1", "0", "0", "0", "", "roll"), ("1", "", "1", "0", "0", "5", "", "hold")]
    with pytest.raises(LogError, match="got 'hold'"):
        judged(replace(PIG, entry=12), 25, [Game(entry, 0)], directory)


@given(turn=ANY_TURNS, goal=goals(12), seed=st.integers(0, 1000))
@FEW
def test_end__of_a_game_that_breaks_off_is_what_it_was_worth(
    turn: Turn, goal: int, seed: int, directory: Path
) -> None:
    chance = random.Random(seed)
    whole = play(turn, goal, [at_random(chance)] * 2, chance)
    kept = chance.randrange(len(whole.rows))
    for rows in (whole.rows[: kept + 1], whole.rows[: max(1, kept)]):
        (game,) = judged(turn, goal, [Game(rows, whole.winner)], directory)
        own, other = game.account(0), game.account(1)
        assert sum_of(own) == pytest.approx(own.end, abs=CLOSE)
        assert own.end + other.end == pytest.approx(1.0, abs=CLOSE)
        if len(rows) < len(whole.rows):
            assert game.judged[-1].luck is None


@given(turn=ANY_TURNS, goal=goals(12), seed=st.integers(0, 1000))
@FEW
def test_luck__of_a_throw_is_nothing_on_average(turn: Turn, goal: int, seed: int, directory: Path) -> None:
    chance = random.Random(seed)
    rows = play(turn, goal, [at_random(chance)] * 2, chance).rows
    throws = [number for number, row in enumerate(rows) if row[-1] != "hold"]
    for number in chance.sample(throws, min(3, len(throws))):
        begun = rows[: number + 1]
        (game,) = judged(turn, goal, [Game(begun, 0)], directory)
        last = game.judged[-1].decided
        place = Rules(turn, goal, at_once=False).throw(last.state, last.place)
        mean = 0.0
        for probability, following in nexts(turn, goal, begun[-1], place):
            (game,) = judged(turn, goal, [Game([*begun, *following], 0)], directory)
            luck = game.judged[number].luck
            assert luck is not None
            mean += float(probability) * luck
        assert mean == pytest.approx(0.0, abs=CLOSE)


def nexts(
    turn: Turn, goal: int, row: tuple[str, ...], place: int
) -> Iterator[tuple[Fraction, list[tuple[str, ...]]]]:
    """All that may come of a throw in the last row of a log: the chance, and the row that follows."""
    game, _, seat, banked, opponent, turn_total, _, action = row
    throw, at_risk = turn.throws[place], int(turn_total)
    if action.endswith(" less"):
        at_risk -= int(action.split()[-2])
    for outcome in throw.outcomes:
        at, total = turn.positions[outcome.position], at_risk + outcome.gain
        what = "hold"
        if at.must_throw or int(banked) + total < turn.entry:
            what = named(turn.throws[at.ways[0].throw].name, at.ways[0].given_up)
        yield outcome.probability, [(game, "", seat, banked, opponent, str(total), at.name, what)]
    opening = turn.throws[turn.openings[0]].name
    for probability, left in ((throw.bust, int(banked) + turn.least_score), (throw.wipe, 0)):
        following = [(game, "", str(3 - int(seat)), opponent, str(left), "0", "", opening)]
        if probability:
            yield probability, following if left < goal else []


def sum_of(account: Account) -> float:
    """All that makes the end."""
    luck, losses = account.own_luck + account.other_luck, account.own_losses + account.other_losses
    return account.start + luck + losses


# --- Many games

GOAL, HOLD, GAMES = 100, 20, 600


@pytest.mark.long
def test_mean_loss__of_who_holds_at_20_is_the_exact_one(directory: Path) -> None:
    race, chance = optimal_play(PIG, GOAL), random.Random(20)
    optimal = by_table(policy(race))
    games = [
        play(
            PIG,
            GOAL,
            (hold_at(HOLD), optimal) if number % 2 == 0 else (optimal, hold_at(HOLD)),
            chance,
            str(number),
            ("thumb", "optimal") if number % 2 == 0 else ("optimal", "thumb"),
        )
        for number in range(GAMES)
    ]
    found = judged(PIG, GOAL, games, directory)
    exact = head_to_head(race, counting_rule(f"hold at {HOLD}", PIG, GOAL), GOAL)
    wins = race.win_probability, 1.0 - race.win_probability
    for seat, against_optimal in enumerate((1.0 - exact.wins_second, 1.0 - exact.wins_first)):
        own = [game.account(seat) for game in found if game.played.players[seat] == "thumb"]
        losses = [-account.own_losses for account in own]
        assert fmean(losses) == pytest.approx(wins[seat] - against_optimal, abs=four_errors(losses))
        # Dice are good to nobody in the long run, and optimal play gives nothing away.
        luck = [account.own_luck + account.other_luck for account in own]
        assert fmean(luck) == pytest.approx(0.0, abs=four_errors(luck))
        assert max(account.other_losses for account in own) < CLOSE
    thumb = next(player for player in players_of(found) if player.name == "thumb")
    assert (thumb.games, thumb.lost_a_game) == (GAMES, pytest.approx(thumb.lost / GAMES))
    assert thumb.right < thumb.choices


def four_errors(numbers: Sequence[float]) -> float:
    """Four standard errors of the mean."""
    return 4.0 * stdev(numbers) / math.sqrt(len(numbers))


def test_bust_that_scores_the_last_points__ends_the_game(directory: Path) -> None:
    turn, goal = progressive_pig.turn(), 3
    rows = [("1", "", "1", "0", "0", "0", "", "roll"), ("1", "", "2", "0", "1", "0", "", "roll")]
    rows += [("1", "", "2", "0", "1", "2", "", "hold"), ("1", "", "1", "1", "2", "0", "", "roll")]
    rows += [("1", "", "2", "2", "2", "0", "", "roll")]
    (game,) = judged(turn, goal, [Game(rows, 1)], directory)
    assert game.played.winner == 1
    assert game.judged[-1].luck == pytest.approx(0.0, abs=CLOSE)
    assert sum_of(game.account(1)) == pytest.approx(1.0, abs=CLOSE)

"""What the decisions of a rule of thumb give away with equal turns, laid beside an oracle in four ideas."""

from dataclasses import replace

import numpy as np
import pytest

from solvers.contests.tie import Tie
from solvers.games import big_pig, pig, piglet, progressive_pig
from solvers.games.turn import Turn
from solvers.players.ruled import ruled
from solvers.thumb.equal_turns.certificate_of_play import residual_of_play
from solvers.thumb.equal_turns.evaluation import EqualTurnsEvaluation, evaluate
from solvers.thumb.equal_turns.standings import AFTER_TIE, FIRST, LAST_TURN, PHASES, SECOND, WITH_GOAL
from solvers.thumb.judged import dice_columns
from solvers.thumb.regions.grid import grids_of, in_cells
from tests.four_ideas.contests import EqualTurns, Standing
from tests.oracle_decisions import BY_TWO, LEADING_ON, decisions

GAMES = [
    (pig.turn(3), 6, 2),
    (pig.turn(3, 3), 5, 2),
    (piglet.turn(0.75), 5, 3),
    (progressive_pig.turn(3), 6, 2),
    (big_pig.turn(2), 6, 3),
    (replace(pig.turn(3), entry=3), 5, 2),
    (BY_TWO, 5, 1),
    (LEADING_ON, 4, 1),
]


@pytest.mark.long
@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize(("turn", "goal", "n"), GAMES, ids=lambda own: getattr(own, "name", str(own)))
def test_everything__is_what_four_ideas_make_of_it(turn: Turn, goal: int, n: int, tie: Tie) -> None:
    found, contest = evaluate(ruled(f"hold at {n}", turn, goal), tie), EqualTurns(goal, int(tie))
    visits, lost_there = np.zeros((2, PHASES.number, goal))
    lost, turns, others = np.zeros((3, 2, goal, goal))
    last, lost_last, rounds, right = np.zeros(goal + 1), np.zeros(goal + 1), np.zeros(2), 0.0
    for seat in (0, 1):

        def phase(standing: Standing, total: int, seat: int = seat) -> int:
            if contest.to_beat(standing) is not None:
                return LAST_TURN
            if standing.memory[0]:
                return AFTER_TIE
            return SECOND if seat else WITH_GOAL if standing.own + total >= goal else FIRST

        def decides(standing: Standing, total: int, seat: int = seat) -> bool:
            if contest.to_beat(standing) is not None:
                return total <= standing.scores[1 - seat] - standing.own
            return seat == 0 or standing.own + total < goal

        asked = decisions(
            turn, contest, lambda standing, total: total >= n, seat, contest.at(0, 0, 0), decides
        )
        for standing, often in asked.begun.items():
            mine, yours = standing.scores[seat], standing.scores[1 - seat]
            if standing.mover == 0 and standing.memory[0]:
                rounds[seat] += often / 2
            elif contest.to_beat(standing) is None:
                (others, turns)[standing.mover == seat][seat, mine, yours] += often / 2
            elif standing.mover == seat:
                last[min(goal, yours - mine)] += often / 2
        for at, often in asked.visits.items():
            own, given_away = phase(at.standing, at.total), often / 2 * asked.regret[at]
            mine, yours = at.standing.scores[seat], at.standing.scores[1 - seat]
            visits[own, min(goal - 1, at.total)] += often / 2
            lost_there[own, min(goal - 1, at.total)] += given_away
            right += often / 2 * (asked.regret[at] <= 1e-12)
            if own == LAST_TURN:
                lost_last[min(goal, yours - mine)] += given_away
            elif own != AFTER_TIE:
                lost[seat, mine, yours] += given_away
    for name, of in {
        "lost": lost,
        "turns_begun": turns,
        "turns_begun_by_optimal": others,
        "last_turns_begun": last,
        "lost_in_last_turns": lost_last,
        "rounds_begun": rounds,
    }.items():
        np.testing.assert_allclose(found[name], of, rtol=0, atol=1e-12, err_msg=name)
    np.testing.assert_allclose(found.visits.sum(axis=-1), visits, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.lost_there.sum(axis=-1), lost_there, rtol=0, atol=1e-12)
    assert found.right_decisions == pytest.approx(right / visits.sum(), abs=1e-12)
    assert found.loss == pytest.approx(lost_there.sum(), abs=1e-12)
    assert found.decided.cells.lost.sum() == pytest.approx(found.loss, abs=1e-12)
    assert found.residual <= 1e-12


@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize("text", ["hold at 5", "hold when turn_total >= 9 and banked < 12"])
def test_region__is_of_one_phase_or_of_several_that_have_both_scores(text: str, tie: Tie) -> None:
    found = evaluate(ruled(text, pig.turn(), 20), tie)
    # Pig has one position.
    grid, *_ = grids_of(found.does, [(np.zeros(1, np.int64), 1)] * len(found.does), found.phases)
    met = in_cells(found.decided.cells, grid)
    anywhere = np.zeros(met.lost.size, bool)
    assert found.regions
    for region in found.regions:
        inside = met.inside(region)
        phases = np.unique(met.phase[inside]).tolist()
        if region.when:
            assert [PHASES.words[phase] for phase in phases] == [region.when]
        else:
            assert 1 < len(phases) <= PHASES.alike
            assert max(phases) < PHASES.alike
        anywhere |= inside
    share = met.lost[anywhere].sum() / met.lost.sum()
    assert sum(region.share for region in found.regions) == pytest.approx(share, abs=1e-12)


TABLES = (
    "turns_begun",
    "turns_begun_by_optimal",
    "last_turns_begun",
    "rounds_begun",
    "lost",
    "lost_in_last_turns",
    "visits",
    "right_visits",
    "lost_there",
)


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_certificate__finds_a_lie_about_any_table(name: str) -> None:
    found = evaluate(ruled("hold at 2", BY_TWO, 5), Tie.AGAIN)
    group = dice_columns(found.rule, True)[0]
    assert residual_of_play(found.ruled, Tie.AGAIN, group, found) <= 1e-13
    true = np.array(found[name])
    # What is no number is not right either.
    assert not residual_of_play(found.ruled, Tie.AGAIN, group, _Told(found, name, true * np.nan)) <= 1e-8
    for place in range(true.size):
        wrong = true.copy()
        wrong.flat[place] += 1e-6
        told = _Told(found, name, wrong)
        assert residual_of_play(found.ruled, Tie.AGAIN, group, told) > 1e-8, place


class _Told:
    """What is said about a rule, but for one table."""

    def __init__(self, found: EqualTurnsEvaluation, name: str, table: np.ndarray) -> None:
        self._found, self._name, self._table = found, name, table

    def __getitem__(self, name: str) -> np.ndarray:
        return self._table if name == self._name else self._found[name]

"""What the page says choices are worth, against the solver."""

import numpy as np
import pytest
from playwright.sync_api import Page

from solvers.fixed.race_response import best_response
from solvers.games import pig
from solvers.games.turn import ROLL
from solvers.race import policy as race_policy
from solvers.race.solve import optimal_play
from tests.browsing.gallery.conftest import Opened
from tests.one_throw import by_text, rolls_of

# A browser takes minutes where others work, too.
pytestmark = pytest.mark.browser

TOLERANCE = 1e-12
# All choices of the turns from some scores: [own, other, x, roll, hold], x the score that would be banked.
CHOICES = """([goal, pairs]) => {
  const contest = contestOf(goal, null);
  const found = [];
  for (const [own, other] of pairs) {
    for (let total = 0; own + total < goal; total++) {
      const { roll, hold } = contest.choices({ points: [own, other], total, mover: 0, scored: 0 });
      found.push([own, other, own + total, roll, hold]);
    }
  }
  return found;
}"""
# What optimal play does at every state below the goal, a letter each, by own, other and x.
DECISIONS = """(goal) => {
  const win = readTable(goal);
  let said = "";
  for (let own = 0; own < goal; own++) {
    for (let other = 0; other < goal; other++) {
      const { roll } = optimalTurn(goal, win, own, other);
      for (let x = own; x < goal; x++) said += x === own || roll[x] > 1 - win[other * goal + x] ? "r" : "h";
    }
  }
  return said;
}"""
RESPONSE = """([goal, code]) => {
  const { moving, waiting } = bestResponse(goal, opponentOf(code, goal));
  return [[...moving], [...waiting]];
}"""
HOLDS = """([goal, code]) => {
  const rule = opponentOf(code, goal);
  const found = [];
  for (let scored = 0; scored < rule.counts; scored++)
    for (let own = 0; own < goal; own++)
      for (let other = 0; other < goal; other++) found.push(rule.holdsAt(scored, own, other));
  return found;
}"""


@pytest.fixture
def page(opened: Opened) -> Page:
    return opened("pig.html")


def pairs_of(goal: int) -> list[tuple[int, int]]:
    """All pairs of scores of a small game, a sample of a large one with its corners."""
    if goal <= 25:
        return [(own, other) for own in range(goal) for other in range(goal)]
    drawn = np.random.default_rng(0).integers(0, goal, (120, 2)).tolist()
    return [(0, 0), (0, goal - 1), (goal - 1, 0), (goal - 1, goal - 1), *map(tuple, drawn)]


@pytest.mark.parametrize("goal", [25, 50, 100])
def test_choices__are_worth_what_the_solver_says(page: Page, goal: int) -> None:
    race = optimal_play(pig.turn(), goal)
    inside = race_policy.inside(race)
    throws = {own: inside.throws(own)[:, :, 0] for own in range(goal)}
    for own, other, x, roll, hold in page.evaluate(CHOICES, [goal, pairs_of(goal)]):
        assert roll == pytest.approx(throws[own][other, x], abs=TOLERANCE)
        assert hold == pytest.approx(1 - race.value[other, x], abs=TOLERANCE)


@pytest.mark.parametrize("goal", [25, 50, 100])
def test_decisions__are_those_of_the_solver_at_every_state(page: Page, goal: int) -> None:
    policy = race_policy.policy(optimal_play(pig.turn(), goal))
    letters = np.where(policy == ROLL, "r", "h")
    known = "".join(
        "".join(letters[own, other, : goal - own]) for own in range(goal) for other in range(goal)
    )
    assert page.evaluate(DECISIONS, goal) == known


@pytest.mark.parametrize(
    ("goal", "code", "text"),
    [
        (100, "hold20", "hold at 20"),
        (100, "hold1", "hold at 1"),
        (100, "hold100", "hold at 100"),
        (100, "turns4", "4 scoring turns"),
        (50, "turns10", "10 scoring turns"),
        (100, "pace", "keep pace"),
        (25, "pace", "keep pace"),
        *((25, f"hold{n}", f"hold at {n}") for n in range(1, 26, 4)),
        *((25, f"turns{n}", f"{n} scoring turns") for n in (1, 2, 3)),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_best_response__is_that_of_the_solver(page: Page, goal: int, code: str, text: str) -> None:
    # The page holds where the rule does; at what lacks to the goal both have won.
    rule = by_text(text, goal)
    rolls = rolls_of(rule).sum(axis=3).ravel()
    assert np.array_equal(np.minimum(page.evaluate(HOLDS, [goal, code]), goal), rolls)
    response = best_response(rule, goal)
    moving, waiting = page.evaluate(RESPONSE, [goal, code])
    assert np.abs(np.array(moving) - response.value.ravel()).max() <= TOLERANCE
    assert np.abs(np.array(waiting) - response.waiting_value.ravel()).max() <= TOLERANCE


def test_chance__of_a_state_is_the_mean_of_what_a_throw_leads_to(page: Page) -> None:
    # While a rule is at its turn, what it is worth to you follows from the throws that it may make.
    off = page.evaluate(
        """() => {
          let most = 0;
          for (const code of ["optimal", "hold9", "turns3", "pace"]) {
            const contest = contestOf(50, opponentOf(code, 50));
            for (let own = 0; own < 50; own += 7) for (let other = 0; other < 50; other += 5)
              for (let total = 0; other + total < 50; total += 3) {
                const scored = Math.min(2, Math.floor(other / 10));
                const state = { points: [own, other], total, mover: 1, scored };
                const rolls = contest.opponentRolls(state);
                const faces = rolls ? [1, 2, 3, 4, 5, 6] : [0];
                const after = faces.map((face) => happened(state, rolls, face, contest).chance);
                const mean = after.reduce((sum, one) => sum + one) / faces.length;
                most = Math.max(most, Math.abs(mean - contest.chance(state)));
              }
          }
          return most;
        }"""
    )
    assert off <= TOLERANCE


def test_words__are_those_of_splitmix64(page: Page) -> None:
    # Steele, Lea & Flood 2014; as the authors' C program prints them for the seed 1234567.
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    said = page.evaluate(
        "() => { const next = wordsOf(1234567); return [1, 2, 3, 4].map(() => String(next())); }"
    )
    assert list(map(int, said)) == known


def test_die__is_fair_and_repeats_with_its_seed(page: Page) -> None:
    throws = "(seed) => { const die = dieOf(seed); return Array.from({ length: 60000 }, die); }"
    faces = np.array(page.evaluate(throws, 7))
    counts = np.bincount(faces, minlength=7)
    assert counts[0] == 0
    # Chi-squared of five degrees of freedom; 20.5 is exceeded once in a thousand seeds.
    assert ((counts[1:] - 10000) ** 2 / 10000).sum() < 20.5
    assert np.array_equal(faces, page.evaluate(throws, 7))
    assert not np.array_equal(faces, page.evaluate(throws, 8))

"""Pages of games, without a browser: they say what the engine says, and lead where it leads."""

import random
import re
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browsing.play import record
from browsing.play.asked import Shown, address, of_game
from browsing.play.scoring import examples
from playing import coach
from playing.choices import choice, choices
from playing.games import PLAYABLE
from playing.narrating import told
from playing.numbers import percent, percentage_points
from playing.play import begin, replay
from playing.reasons import why
from playing.saving import link
from playing.setup import MOST_SEED
from playing.state import OPPONENT
from solvers.games.turn import HOLD
from solvers.race.solve import optimal_play
from tests.browsing.play.engine import of_some_decisions, says_what_the_engine_says
from tests.browsing.play.served_games import Site, words
from tests.playing.games_to_play import PAIRINGS, small
from tests.playing.test_playing import with_seed
from tests.strategies import FEW

every_game = pytest.mark.parametrize("game", PLAYABLE)


@pytest.mark.parametrize(("game", "opponent"), PAIRINGS)
def test_game__opens_at_its_start_and_says_what_choices_are_worth(
    site: Site, game: str, opponent: str
) -> None:
    play = begin(small(game, opponent))
    page = site.game(play.match)
    says_what_the_engine_says(page, play)
    assert page.title.lower().startswith(play.match.setup.playable.title.lower())
    assert "Traceback" not in page.text


def test_chance__at_the_start_is_the_solvers(site: Site) -> None:
    for game in ("pig", "ten_thousand", "hog"):
        rules = small(game).rules
        wins = optimal_play(rules.turn, rules.goal).win_probability
        assert f"Your chance to win <strong>{percent(wins)}</strong>" in site.game(small(game)).text


@every_game
def test_game__is_played_by_its_pages_to_its_end(site: Site, game: str) -> None:
    chance, play = random.Random(game), begin(small(game, seed=5))
    while not play.over:
        page = site.game(play.match, play.moves)
        says_what_the_engine_says(page, play)
        place = HOLD if HOLD in play.places and chance.random() < 0.3 else chance.choice(play.places)
        happened, play = len(play.steps), play.move(place)
        moves = page.buttons[choice(play.match, play.steps[happened].before, place).key].moves
        after = site.get(link(play.match.setup, ()) + moves)
        for _, sentence in told(play.match, play.steps[happened:]):
            assert words(sentence) in after.said
    says_what_the_engine_says(site.game(play.match, play.moves), play)


@given(data=st.data(), seed=st.integers(0, MOST_SEED), silent=st.booleans())
@FEW
def test_pages__reach_what_the_engine_replays(
    site: Site, data: st.DataObject, seed: int, silent: bool
) -> None:
    game = with_seed(small(data.draw(st.sampled_from(sorted(PLAYABLE)))), seed)
    shown, end = Shown(coaching=not silent), "&coach=off" if silent else ""
    moves, page = "", site.game(game, (), end)
    for _ in range(data.draw(st.integers(1, 12))):
        if page.buttons:
            moves = page.buttons[data.draw(st.sampled_from(sorted(page.buttons)))].moves
            page = site.get(link(game.setup, ()) + moves + end)
    saved, as_shown = of_game(fields(link(game.setup, ()) + moves + end))
    assert (saved.setup, as_shown) == (game.setup, shown)
    play = replay(game, saved.moves)
    assert page.scores == [score * game.setup.playable.point for score in play.state.scores]
    assert set(page.buttons) == {one.key for one in choices(game, play.state)}
    assert not (silent and any("best" in button.words for button in page.buttons.values()))


def fields(query: str) -> dict[str, str]:
    """The names and texts of an address."""
    return dict(parse_qsl(query, keep_blank_values=True))


@every_game
def test_address__of_any_position_comes_back(game: str) -> None:
    play = of_some_decisions(game)
    setup = play.match.setup
    for after in (None, 0, 1):
        for coaching in (True, False):
            shown = Shown(coaching, after)
            saved, again = of_game(fields(address(setup, play.moves, shown)))
            assert (saved.setup, saved.moves, again) == (setup, play.moves, shown)
    assert of_game(fields(link(setup, play.moves) + f"&coach=on&after={len(play.moves)}"))[1] == Shown()


@every_game
def test_look_back__shows_every_decision_as_it_was(site: Site, game: str) -> None:
    play = of_some_decisions(game)
    for after in {0, 1, len(play.moves) // 2, len(play.moves) - 1}:
        page = site.game(play.match, play.moves, f"&after={after}")
        before = replay(play.match, play.moves[:after])
        says_what_the_engine_says(page, before)
        assert f"Decision {after} of {len(play.moves)}" in page.text
        assert "takes the place of what came later" in page.text
    last = site.game(play.match, play.moves, f"&after={len(play.moves)}")
    assert last.text == site.game(play.match, play.moves).text


def test_record__has_every_decision_with_its_cost(site: Site) -> None:
    play = of_some_decisions("two_dice_pig")
    page, decided = site.game(play.match, play.moves), coach.decisions(play)
    table = page.text.partition('<table id="record">')[2].partition("</table>")[0]
    rows = [words(row) for row in table.split("<tr>")[2:]]
    assert len(rows) == len(decided) == len(play.moves)
    for number, (row, one) in enumerate(zip(rows, decided, strict=True), 1):
        assert row.startswith(f"{number} {one.step.before.banked} to {one.step.before.other}")
        assert row.endswith(f" {100 * one.loss:.2f}")
        assert words(percent(one.worths[one.step.place])) in row
    costly = page.text.partition('<ol id="costliest">')[2].partition("</ol>")[0]
    assert [words(item).rpartition("It cost ")[2] for item in costly.split("</li>")[:-1]] == [
        f"{percentage_points(one.loss)}." for one in coach.costliest(decided)
    ]
    assert f"Given away so far: {percentage_points(coach.given_away(decided))}" in page.text


def test_record__of_a_long_game_has_its_last_decisions(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_LINES", 3)
    play = of_some_decisions("pig")
    page = site.game(play.match, play.moves)
    assert "Your last 3 decisions as a table" in page.text
    assert page.text.count('<tr><th scope="row">') == 3
    assert f">{len(play.moves)}</a></th>" in page.text


@pytest.mark.parametrize("game", ["pig", "hog", "farkle", "simultaneous_pig"])
def test_reasons__are_the_opponents_of_its_last_turn(site: Site, game: str) -> None:
    play = begin(small(game, seed=4))
    assert '<details id="why">' not in site.game(play.match).text
    while not any(step.player == OPPONENT for step in play.steps):
        play = play.move(play.places[0])
    last = [step for step in play.steps if step.player == OPPONENT][-1]
    reasons = (
        site.game(play.match, play.moves).text.partition('<details id="why">')[2].partition("</details>")[0]
    )
    assert words(why(play.match, last)) in words(reasons)


@pytest.mark.parametrize("game", ["farkle", "ten_thousand"])
def test_dice__that_score_are_marked(site: Site, game: str) -> None:
    play = begin(small(game, seed=1))
    while play.state.opens:
        play = play.move(play.places[0])
    page = site.game(play.match, play.moves)
    thrown = re.findall(r'aria-label="(\d)(, scores)?"', page.text.partition('<li class="last')[2])
    yours = thrown[: len(play.state.faces)]
    assert [int(face) for face, _ in yours] == list(play.state.faces)
    scoring = play.match.thrower.aside(play.state.faces, None)
    assert sorted(int(face) for face, scores in yours if scores) == sorted(scoring)
    assert "Yellow, underlined dice score" in page.text


@pytest.mark.parametrize(
    ("game", "known"),
    [
        # The games' own rules, as they are printed on the box or in the papers.
        ("pass_the_pigs", {"right right": 1, "trotter left": 5, "snouter snouter": 40, "right left": 0}),
        ("pass_the_pigs", {"leaning jowler leaning jowler": 60, "snouter leaning jowler": 25}),
        ("simultaneous_pass_the_pigs", {"razorback razorback": 20}),
        ("ten_thousand", {"1": 100, "5": 50, "1 1 1": 1000, "5 5 5": 500, "2 2 2": 200}),
        ("farkle", {"1": 100, "5": 50, "1 1 1": 300, "6 6 6": 600, "2 2 2 2": 1000, "1 2 3 4 5 6": 1500}),
    ],
)
def test_rules__show_what_scores(site: Site, game: str, known: dict[str, int]) -> None:
    found = {" ".join(one.word for one in row.dice): row.points for row in examples(small(game))}
    assert found.items() >= known.items()
    page = site.game(small(game)).text.partition('class="scoring"')[2].partition("</ul>")[0]
    assert [words(row).split()[-1] for row in page.split("</li>")[:-1]] == [
        str(points or "turn") for points in found.values()
    ]
    assert 'class="scoring"' not in site.game(small("pig")).text


def test_games__are_all_on_the_list(site: Site) -> None:
    page = site.get()
    for name, playable in PLAYABLE.items():
        assert f'href="/play?game={name}"' in page.text
        assert playable.says({}) in words(page.text)
        form = site.get(game=name)
        assert form.status == 200
        assert playable.says({}) in words(form.text)


def test_game__tells_the_rules_that_are_played(site: Site) -> None:
    page = site.get(v=1, game="piglet", goal=10, coins=2, opponent="optimal", first="you", seed=7, moves="")
    assert "Toss 2 coins, which count only if all show heads, as often as you like." in words(page.text)

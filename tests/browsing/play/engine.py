"""Games that pages are compared with, as the engine plays them."""

from playwright.sync_api import Page, expect

from playing import coach
from playing.choices import choices
from playing.narrating import ended
from playing.play import Play
from playing.saving import link, read_link
from tests.browsing.play.served_games import Answer
from tests.playing.games_to_play import small
from tests.playing.test_playing import played_at_random


def of_some_decisions(game: str) -> Play:
    """A game that does not end with the first throws."""
    played = (played_at_random(small(game, seed=seed), seed) for seed in range(100))
    return next(play for play in played if len(play.moves) > 4)


def shown(page: Page) -> Answer:
    """What a browser shows, once the whole page is there: it has its address from the first bytes on."""
    page.wait_for_load_state()
    return Answer(200, {}, page.content())


def pressed(page: Page, key: str) -> None:
    """Press a key in the game, which has the focus only some time after the page is there."""
    expect(page.locator("#game:focus-within")).to_be_attached()
    page.keyboard.press(key)


def says_what_the_engine_says(page: Answer, play: Play) -> None:
    """Scores, choices with their worths, and the result are those of a game."""
    point = play.match.setup.playable.point
    assert page.status == 200
    assert page.scores == [score * point for score in play.state.scores]
    found, worths = choices(play.match, play.state), coach.worths(play)
    assert list(page.buttons) == [one.key for one in found]
    for one, button in zip(found, page.buttons.values(), strict=True):
        assert button.words.removeprefix(f"{one.key} ").startswith(one.words)
        assert len(found) == 1 or f"{worths[one.place]:.4f}" in button.words
        saved = read_link(link(play.match.setup, ()) + button.moves)
        assert saved.moves == (*play.moves, one.place)
    best = [key for key, button in page.buttons.items() if button.words.endswith("best")]
    assert best == [one.key for one in found if len(found) > 1 and one.place == coach.best(worths)]
    assert play.over == (ended(play) in page.said)
    chance = coach.chance(play, play.state)
    assert f"Your chance to win <strong>{chance:.4f}</strong>" in page.text
    chances = [point.chance for point in coach.curve(play)]
    assert f"{chances[0]:.4f} at the start, {chance:.4f} now, between {min(chances):.4f} and" in page.text

"""Games that pages are compared with, as the engine plays them."""

from playwright.sync_api import Page, expect

from playing import coach
from playing.choices import choices
from playing.narrating import ended
from playing.numbers import percent
from playing.play import Play
from playing.saving import link, read_link
from tests.browsing.play.served_games import Answer, words
from tests.playing.games_to_play import small
from tests.playing.test_playing import played_at_random


def of_some_decisions(game: str) -> Play:
    """A game that does not end with the first throws."""
    played = (played_at_random(small(game, seed=seed), seed) for seed in range(100))
    return next(play for play in played if len(play.moves) > 4)


def shown(page: Page) -> Answer:
    """What a browser shows, once the whole page is there: it has its address from the first bytes on."""
    page.wait_for_load_state()
    return Answer(200, {}, page.content().replace("&nbsp;", "\N{NO-BREAK SPACE}"))


def pressed(page: Page, key: str) -> None:
    """Press a key once the game is there."""
    expect(page.locator("#game")).to_be_attached()
    page.keyboard.press(key)


def says_what_the_engine_says(page: Answer, play: Play) -> None:
    """Scores, choices with their worths, and the result are those of a game."""
    point = play.match.setup.playable.point
    assert page.status == 200
    assert page.scores == [score * point for score in play.state.scores]
    # Holding is the last.
    found = sorted(choices(play.match, play.state), key=lambda one: one.key == "h")
    worths = coach.worths(play)
    assert list(page.buttons) == [one.key for one in found]
    for one, button in zip(found, page.buttons.values(), strict=True):
        assert button.words.removeprefix(f"{one.key} ").lower().startswith(one.words.lower())
        assert len(found) == 1 or words(percent(worths[one.place])) in button.words
        saved = read_link(link(play.match.setup, ()) + button.moves)
        assert saved.moves == (*play.moves, one.place)
    best = [key for key, button in page.buttons.items() if button.words.endswith("best")]
    assert best == [one.key for one in found if len(found) > 1 and one.place == coach.best(worths)]
    assert play.over == (ended(play) in page.said)
    chance = coach.chance(play, play.state)
    assert chance is not None
    assert f"Your chance to win <strong>{percent(chance)}</strong>" in page.text
    chances = [point.chance for point in coach.curve(play)]
    told = f"{percent(chances[0])} at the start, {percent(chance)} now, between {percent(min(chances))} and"
    assert told in page.text

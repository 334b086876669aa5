"""A question's name, made of its game, contest and players, and the wording that it stands for."""

from difflib import get_close_matches
from typing import NamedTuple

from solvers.contests.contest import CONTESTS, Contest
from solvers.errors import expected
from solvers.wording.seats import Seats, read, spelled

# Precedes the outputs in a name, if these select the row.
KEEP = "; keep "


class Wording(NamedTuple):
    """A request in words.

    Attributes
    ----------
    game : name in the catalogue; "own" for rules from a file
    contest : the contest
    seats : the players, by seat
    keep : outputs that the answer must have
    """

    game: str
    contest: Contest
    seats: Seats
    keep: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The wording in one line, which `wording` parses."""
        keep = f"{KEEP}{', '.join(self.keep)}" if self.keep else ""
        return f"{self.game}, {self.contest.name}: {spelled(self.seats)}{keep}"

    @property
    def several(self) -> dict[int, list[str]]:
        """For each seat with several players, by its index, the players as text."""
        return {place: [told.text for told in seat] for place, seat in enumerate(self.seats) if len(seat) > 1}


def contest_of(word: object) -> Contest:
    """Return the contest with a name.

    Raises
    ------
    InvalidRules
        if there is none

    Examples
    --------
    >>> contest_of("equal turns").name
    'equal turns'
    """
    text = " ".join(word.replace("_", " ").split()) if isinstance(word, str) else ""
    if text not in CONTESTS:
        near = get_close_matches(text, CONTESTS, 1)
        raise expected(
            "contest", f"one of {', '.join(CONTESTS)}", word, f"Did you mean {near[0]!r}?" if near else ""
        )
    return CONTESTS[text]


def is_wording(name: str) -> bool:
    """Whether a question's name is a wording."""
    return ":" in name


def wording(name: str) -> Wording:
    """Parse the name of a question.

    Raises
    ------
    InvalidRules
        if it is no wording

    Examples
    --------
    >>> wording("pig, equal turns: best, hold at 20").seats[1][0].text
    'hold at 20'
    >>> wording("pig, race: best, best; keep lead_changes_left").keep
    ('lead_changes_left',)
    """
    before, colon, players = name.partition(":")
    game, comma, contest = before.partition(",")
    if not (colon and comma):
        raise expected("question", "GAME, CONTEST: PLAYERS", name, "Such as: pig, race: best, hold at 20.")
    players, _, keep = players.partition(KEEP)
    return Wording(game.strip(), contest_of(contest), read(players), names_of(keep))


def names_of(text: str) -> tuple[str, ...]:
    """Return names of outputs that are separated by commas.

    >>> names_of("value, hold_at")
    ('value', 'hold_at')
    """
    return tuple(dict.fromkeys(name for part in text.split(",") if (name := part.strip())))

"""List the questions that can be asked in words: contests and players of each game."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from solvers.contests.contest import CONTESTS, Contest
from solvers.questions.games import GAMES
from solvers.questions.question import Question
from solvers.wording.cells import is_about, is_for, is_of_one_number, says_who
from solvers.wording.names import Wording
from solvers.wording.rewritten import in_words
from solvers.wording.seats import read
from solvers.wording.spoken import BRIEF, limits, told_by, with_more


class Askable(NamedTuple):
    """A contest and players that can be asked about for some games.

    Attributes
    ----------
    contest : the contest
    players : players as typed; numbers in braces are parameters
    brief : the same for a page that says what a rule is
    rows : rows of the catalogue that answer
    keep : outputs that select these rows where others answer for the same players
    """

    contest: Contest
    players: str
    brief: str
    rows: tuple[Question, ...]
    keep: tuple[str, ...] = ()

    @property
    def games(self) -> list[str]:
        """Names of the games that it can be asked about."""
        return [game for game in GAMES if any(is_about(row, game) for row in self.rows)]

    @property
    def words(self) -> str:
        """Contest and players in one line."""
        return f"{self.contest.name}: {self._whole(self.players)}"

    @property
    def briefly(self) -> str:
        """Players in few words, their largest number, and `keep`, in one line."""
        return self._whole(self.brief)

    def _whole(self, players: str) -> str:
        keep = f" keep={','.join(self.keep)}" if self.keep else ""
        return with_more(players, self.rows) + keep

    def wording(self, game: str) -> Wording:
        """Return the wording for a game."""
        return Wording(game, self.contest, read(self.players), self.keep)


def numbers_of_players(catalogue: Iterable[Question], game: str, contest: Contest) -> set[int]:
    """Return the numbers of players for which a contest of a game is solved.

    Parameters
    ----------
    catalogue : all rows
    game : name of the game
    contest : the contest

    Examples
    --------
    >>> from solvers.catalog import QUESTIONS
    >>> from solvers.contests.contest import EQUAL_TURNS
    >>> sorted(numbers_of_players(QUESTIONS.values(), "pig", EQUAL_TURNS))
    [2, 3]
    """
    rows = [row for row in catalogue if says_who(row) and row.contest == contest and is_about(row, game)]
    return {number for row in rows for number in _numbers(row)}


def _numbers(row: Question) -> Iterable[int]:
    if not row.players.count:
        return [len(row.players.seats)]
    fewest, most = limits(row)
    return range(fewest, most + 1)


def askable(catalogue: Iterable[Question], number: int | None = None) -> list[Askable]:
    """Return what can be asked, ordered by contest, few players first.

    Parameters
    ----------
    catalogue : all rows
    number : number of players; None for any
    """
    found: dict[tuple[Contest, str], list[Question]] = {}
    rows = list(catalogue)
    for row in rows:
        if row.contest.name in CONTESTS and (says_who(row) if number is None else is_for(row, number)):
            found.setdefault((row.contest, told_by(row, number)), []).append(row)
    order = list(CONTESTS.values())
    return sorted(
        (
            Askable(*what, told_by(own[0], number, BRIEF), tuple(own), _keep(own[0], rows))
            for what, own in found.items()
        ),
        key=lambda one: (order.index(one.contest), len(one.rows[0].players.seats)),
    )


def _keep(row: Question, rows: Collection[Question]) -> tuple[str, ...]:
    """The outputs that select a row which answers only if no simpler row has them."""
    asked = in_words(row, rows) if is_of_one_number(row) else None
    return asked.keep if asked is not None else ()

"""What can be asked, in words: contests and players of each game, as the rows of the catalogue say it."""

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
    """What can be asked of some games.

    Attributes
    ----------
    contest : what comes after a turn
    players : as they are typed; numbers in braces are to be said
    brief : the same for a page that says what a rule is
    rows : that answer it
    keep : outputs for which these rows are asked where others answer the same players
    """

    contest: Contest
    players: str
    brief: str
    rows: tuple[Question, ...]
    keep: tuple[str, ...] = ()

    @property
    def games(self) -> list[str]:
        """The games of which it can be asked."""
        return [game for game in GAMES if any(is_about(row, game) for row in self.rows)]

    @property
    def words(self) -> str:
        """Contest and players in one line."""
        return f"{self.contest.name}: {self._whole(self.players)}"

    @property
    def briefly(self) -> str:
        """The players in few words, how many there may be, and what has to be kept."""
        return self._whole(self.brief)

    def _whole(self, players: str) -> str:
        keep = f" keep={','.join(self.keep)}" if self.keep else ""
        return with_more(players, self.rows) + keep

    def wording(self, game: str) -> Wording:
        """As it is asked of a game."""
        return Wording(game, self.contest, read(self.players), self.keep)


def numbers_of_players(catalogue: Iterable[Question], game: str, contest: Contest) -> set[int]:
    """How many players a contest of a game is solved for.

    Parameters
    ----------
    catalogue : its rows
    game : its name
    contest : what comes after a turn

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
    """What can be asked, in the order of contests, of few players first.

    Parameters
    ----------
    catalogue : its rows
    number : of players, None for any
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
    """What is kept of a row that answers only where no other row has it."""
    asked = in_words(row, rows) if is_of_one_number(row) else None
    return asked.keep if asked is not None else ()

"""What can be asked, in words: contests and players of each game, as the rows of the catalogue say it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from solvers.contests.contest import Contest
from solvers.questions.games import GAMES
from solvers.questions.question import Question
from solvers.wording.cells import is_about, is_for, says_who
from solvers.wording.names import WORDS, Wording
from solvers.wording.seats import read
from solvers.wording.spoken import told_by, with_more


class Askable(NamedTuple):
    """What can be asked of some games.

    Attributes
    ----------
    contest : what comes after a turn
    players : as they are typed; numbers in braces are to be said
    rows : that answer it
    """

    contest: Contest
    players: str
    rows: tuple[Question, ...]

    @property
    def games(self) -> list[str]:
        """The games of which it can be asked."""
        return games_of(self.rows)

    @property
    def whole(self) -> str:
        """The players, and how many there may be."""
        return with_more(self.players, self.rows)

    @property
    def words(self) -> str:
        """Contest and players in one line."""
        return f"{WORDS[self.contest]}: {self.whole}"

    def wording(self, game: str) -> Wording:
        """As it is asked of a game."""
        return Wording(game, self.contest, read(self.players))


def games_of(rows: Sequence[Question], number: int | None = None) -> list[str]:
    """The games that rows are about.

    Parameters
    ----------
    rows : of the catalogue
    number : of players who play them, None for any
    """
    own = [row for row in rows if number is None or is_for(row, number)]
    return [game for game in GAMES if any(is_about(row, game) for row in own)]


def askable(catalogue: Iterable[Question], number: int | None = None) -> list[Askable]:
    """What can be asked, in the order of contests.

    Parameters
    ----------
    catalogue : its rows
    number : of players, None for any
    """
    found: dict[tuple[Contest, str], list[Question]] = {}
    for row in catalogue:
        if row.contest in WORDS and (says_who(row) if number is None else is_for(row, number)):
            found.setdefault((row.contest, told_by(row, number)), []).append(row)
    order = list(WORDS)
    return sorted(
        (Askable(contest, players, tuple(rows)) for (contest, players), rows in found.items()),
        key=lambda one: order.index(one.contest),
    )

"""What can be asked, in words: contests and players of each game, as the rows of the catalogue say it."""

from collections.abc import Iterable
from typing import NamedTuple

from solvers.contests.contest import Contest
from solvers.questions.question import Question
from solvers.wording.cells import is_for, says_who
from solvers.wording.names import WORDS
from solvers.wording.refused import told_by


class Askable(NamedTuple):
    """What can be asked of some games.

    Attributes
    ----------
    contest : what comes after a turn
    players : in words; numbers in braces are to be said
    rows : that answer it, one for each game
    """

    contest: Contest
    players: str
    rows: tuple[Question, ...]

    @property
    def words(self) -> str:
        """Contest and players in one line."""
        return f"{WORDS[self.contest]}: {self.players}"

    def is_for(self, number: int) -> bool:
        """Whether it is for so many players."""
        return is_for(self.rows[0], number)


def askable(catalogue: Iterable[Question]) -> list[Askable]:
    """What can be asked, in the order of contests.

    Parameters
    ----------
    catalogue : its rows
    """
    found: dict[tuple[Contest, str], list[Question]] = {}
    for row in catalogue:
        if says_who(row) and row.contest in WORDS:
            found.setdefault((row.contest, told_by(row.players)), []).append(row)
    order = list(WORDS)
    return sorted(
        (Askable(contest, players, tuple(rows)) for (contest, players), rows in found.items()),
        key=lambda one: order.index(one.contest),
    )

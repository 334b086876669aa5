"""Find the question that a wording asks for.

Among the rows that answer these players in this contest, it is the simplest with all outputs in `keep`.
"""

from collections.abc import Collection
from itertools import product
from math import prod

from solvers.errors import expected
from solvers.questions.question import Question
from solvers.wording.alternatives import axis_of, either, in_common
from solvers.wording.cells import cells
from solvers.wording.first_wins import by_first
from solvers.wording.keeping import Chosen, plainest, telling
from solvers.wording.names import Wording
from solvers.wording.refused import not_in_common, not_kept, refused
from solvers.wording.seats import Told, spelled
from solvers.wording.worded import worded

# Each combination is matched with the catalogue by itself.
MOST_ASKED = 64


def found(asked: Wording, catalogue: Collection[Question]) -> Question:
    """Return the question that a wording asks for.

    Parameters
    ----------
    asked : the wording
    catalogue : all rows

    Raises
    ------
    InvalidRules
        if no row answers it, or none has all outputs in `keep`; the error names the nearest that does
    """
    number = prod(map(len, asked.seats))
    if number > MOST_ASKED:
        raise expected(
            "players",
            f"at most {MOST_ASKED} combinations of players, by the lists",
            number,
            "Shorten the lists.",
        )
    each = {told: _chosen(asked, told, catalogue) for told in product(*asked.seats)}
    chosen = list(each.values())
    if refusal := not_in_common(asked, in_common([by_first(one.cell) for one in chosen])):
        raise refusal
    asked = asked._replace(keep=telling(chosen))
    rows = {
        tuple(one.text for one, seat in zip(told, asked.seats, strict=True) if len(seat) > 1): _answered(
            asked, told, one
        )
        for told, one in each.items()
    }
    if not asked.several:
        (row,) = rows.values()
        return row
    players = {axis_of(place): texts for place, texts in asked.several.items()}
    return either(asked.name, _title(asked, rows[next(iter(rows))]), players, rows)


def _chosen(asked: Wording, told: tuple[Told, ...], catalogue: Collection[Question]) -> Chosen:
    own = _alone(asked, told)
    answering = cells(own, told, catalogue)
    if not answering:
        raise refused(own, told, catalogue)
    chosen = plainest(answering, asked.keep)
    if chosen is None:
        raise not_kept(own, told, answering, catalogue)
    return chosen


def _answered(asked: Wording, told: tuple[Told, ...], chosen: Chosen) -> Question:
    own = _alone(asked, told)
    return worded(chosen.cell, own.name, _title(own, chosen.cell.question))


def _alone(asked: Wording, told: tuple[Told, ...]) -> Wording:
    """The wording with one player in each seat."""
    return asked._replace(seats=tuple((one,) for one in told))


def _title(asked: Wording, row: Question) -> str:
    game = asked.game if row.game is None else row.game.title
    return f"{game}, {asked.contest.name}: {spelled(asked.seats)}"

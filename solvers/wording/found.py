"""The question that words ask for: the rows that answer it, in these words."""

from collections.abc import Collection
from itertools import product
from math import prod

from solvers.errors import expected
from solvers.questions.question import Question
from solvers.wording.alternatives import axis_of, either
from solvers.wording.cells import cells
from solvers.wording.names import WORDS, Wording
from solvers.wording.refused import refused
from solvers.wording.seats import Told, spelled
from solvers.wording.worded import worded

# Each is a question of its own, which is looked for.
MOST_ASKED = 64


def found(asked: Wording, catalogue: Collection[Question]) -> Question:
    """The question.

    Parameters
    ----------
    asked : what is asked
    catalogue : rows that may answer

    Raises
    ------
    InvalidRules
        if none answers; the error names the nearest that is answered
    """
    number = prod(map(len, asked.seats))
    if number > MOST_ASKED:
        raise expected("players", f"at most {MOST_ASKED} in all, by the lists", number, "Shorten the lists.")
    rows = {
        tuple(one.text for one, seat in zip(told, asked.seats, strict=True) if len(seat) > 1): _answered(
            asked, told, catalogue
        )
        for told in product(*asked.seats)
    }
    if not asked.several:
        (row,) = rows.values()
        return row
    players = {axis_of(place): texts for place, texts in asked.several.items()}
    return either(asked.name, _title(asked, rows[next(iter(rows))]), players, rows)


def _answered(asked: Wording, told: tuple[Told, ...], catalogue: Collection[Question]) -> Question:
    own = asked._replace(seats=tuple((one,) for one in told))
    answering = cells(own, told, catalogue)
    if not answering:
        raise refused(own, told, catalogue)
    return worded(answering[0], own.name, _title(own, answering[0].question))


def _title(asked: Wording, row: Question) -> str:
    game = asked.game if row.game is None else row.game.title
    return f"{game}, {WORDS[asked.contest]}: {spelled(asked.seats)}"

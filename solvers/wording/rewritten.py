"""Express a row of the catalogue, which has a name, as a wording."""

from collections.abc import Collection

from solvers.contests.contest import CONTESTS
from solvers.players.player import Kind
from solvers.questions.question import Question
from solvers.wording.cells import cells, is_for, says_who
from solvers.wording.keeping import Chosen, is_told_apart, telling
from solvers.wording.names import Wording, is_wording
from solvers.wording.seats import Named, Seat, Told, read
from solvers.wording.spoken import told_by


def in_words(question: Question, catalogue: Collection[Question], number: int | Named = 2) -> Wording | None:
    """Return the wording of a row; None for a study, and if simpler rows have this wording and all outputs.

    Parameters
    ----------
    question : a row of the catalogue
    catalogue : all rows
    number : number of players, or the name in braces that stands for it, if the row is for several numbers

    Examples
    --------
    >>> from solvers.catalog import QUESTIONS
    >>> in_words(QUESTIONS["race_response_to_rule.pig"], QUESTIONS.values()).name
    'pig, race: best, hold when turn_total >= {n}'
    """
    if is_wording(question.name) or question.contest.name not in CONTESTS or not says_who(question):
        return None
    if question.players.count and not is_for(question, number):
        return None
    told = tuple(map(_asked_first, read(told_by(question, number))))
    # A showdown has no game of the catalogue and counts as Pig.
    game = "pig" if question.game is None else question.game.name
    asked = Wording(game, question.contest, tuple((one,) for one in told))
    answering = cells(asked, told, catalogue)
    place = next((place for place, cell in enumerate(answering) if cell.question is question), None)
    if place is None:
        return None
    chosen = Chosen(answering[place], answering[:place])
    return asked._replace(keep=telling([chosen])) if is_told_apart(chosen) else None


def _asked_first(seat: Seat) -> Told:
    """The optimal one among several players in a seat."""
    return next((one for one in seat if one.kind is Kind.BEST), seat[0])

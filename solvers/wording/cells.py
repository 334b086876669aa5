"""Match the rows of the catalogue with a contest and its players, seat by seat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solvers.contests.contest import SHOWDOWN
from solvers.players.language.grammar import NUMBERS
from solvers.players.player import Kind, Player, Players
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from solvers.questions.rules import OWN
from solvers.wording.names import Wording
from solvers.wording.seats import Named, Told

Bound = Mapping[str, Value | Named]
# Optimal play and a best response are the same if all players play so.
AMONG_EQUALS = (Kind.BEST, Kind.OPTIMAL)
# Kinds of players that are special cases of a kind: hold-at rules are rules of thumb.
ALSO_BY_RULES = {Kind.RULE: (Kind.HOLD_AT,), Kind.COUNTING: (Kind.RULE, Kind.HOLD_AT)}


@dataclass(frozen=True)
class Cell:
    """A row of the catalogue that answers a request, with the parameters that the players determine.

    Parameters
    ----------
    question : the row
    bound : its parameters that the players determine: values, or names in braces
    players : the players of the row, by the row's seats
    told : the players as the user wrote them, by the row's seats
    swapped : whether the row has the two players in the opposite order
    """

    question: Question
    bound: Bound
    players: tuple[Player, ...]
    told: tuple[Told, ...]
    swapped: bool = False

    @property
    def kinds(self) -> list[Kind]:
        """Kinds of the players, by the row's seats."""
        return [player.kind for player in self.players]

    def seat_of(self, parameter: str) -> int | None:
        """Return the seat, as the user wrote it and from 0 on, of the player whom a parameter describes.

        Parameters
        ----------
        parameter : name of a parameter of the row; None is returned if it describes no player
        """
        for place, player in enumerate(self.players):
            if parameter in player.parameters:
                return 1 - place if self.swapped else place
        return None

    def told_in(self, seat: int) -> Told:
        """Return the player whom the user wrote in a seat, counted from 0."""
        return self.told[1 - seat if self.swapped else seat]


class _Fit(NamedTuple):
    """How well a row fits a request; smaller is closer to the words, and simpler."""

    alike_only: bool
    as_plans: int
    told_otherwise: int
    swapped: bool
    of_one_throw: bool
    counted: bool
    unproved: bool


def cells(asked: Wording, told: Sequence[Told], catalogue: Iterable[Question]) -> list[Cell]:
    """Return the rows that answer a contest of these players, the best fit first.

    Parameters
    ----------
    asked : the request
    told : the players, one for each seat
    catalogue : all rows
    """
    found = [
        (fit, number, cell)
        for number, question in enumerate(catalogue)
        if question.contest == asked.contest and is_about(question, asked.game)
        for fit, cell in _matching(question, told)
    ]
    return [cell for _, _, cell in sorted(found, key=lambda one: one[:2])]


def is_about(question: Question, game: str) -> bool:
    """Whether a row is about a game. A showdown has no game of the catalogue and counts as Pig.

    Parameters
    ----------
    question : a row of the catalogue
    game : name of the game
    """
    return question.is_about(game) or (
        question.contest == SHOWDOWN and question.game is None and game == "pig"
    )


def _matching(question: Question, told: Sequence[Told]) -> Iterator[tuple[_Fit, Cell]]:
    """The row as an answer for these players, if it is one; for two players, also in the opposite order."""
    yield from _seated(question, told, swapped=False)
    if len(told) == 2 and question.wins and told[1].kind is not Kind.ITSELF:
        yield from _seated(question, told[::-1], swapped=True)


def _seated(question: Question, told: Sequence[Told], swapped: bool) -> Iterator[tuple[_Fit, Cell]]:
    players = question.players
    seats = players.seats * len(told) if players.count else players.seats
    number = told[0].count or len(told)
    if not is_for(question, number):
        return
    bound: dict[str, Value | Named] = {players.count: number} if players.count else {}
    taken: list[Player] = []
    for one, seat in zip(told, seats, strict=True):
        fitting = [(player, own) for player in seat if (own := _bound(one, told, player)) is not None]
        if not fitting:
            return
        player, own = min(fitting, key=lambda pair: pair[0].kind is not one.kind)
        if any(bound.get(name, value) != value for name, value in own.items()):
            return
        bound |= own
        taken.append(player)
    if all(
        own.default is not None or own.name in bound
        for own in question.parameters
        if own.name in _named_by(players)
    ):
        otherwise = sum(player.kind is not one.kind for player, one in zip(taken, told, strict=True))
        proved = any(name == "exploitability" for name in question.certificates)
        # A row about files of rules that accepts only games of rolling the same dice again is preferred last.
        one_throw = question.is_about(OWN) and not question.positions
        alike = is_of_one_number(question)
        plans = sum(_is_as_plan(one, player) for player, one in zip(taken, told, strict=True))
        fit = _Fit(alike, plans, otherwise, swapped, one_throw, bool(players.count), not proved)
        yield fit, Cell(question, bound, tuple(taken), tuple(told), swapped)


def says_who(question: Question) -> bool:
    """Whether the players, and their number, are parameters; a table over all of them has dimensions instead.

    Parameters
    ----------
    question : a row of the catalogue
    """
    names = {own.name for own in question.parameters}
    count = {question.players.count} if question.players.count else set()
    return not question.study and _named_by(question.players) | count <= names


def is_of_one_number(question: Question) -> bool:
    """Whether one number describes several players.

    Other rows describe them by two numbers and have outputs for all of them. So this row answers only if an
    output is asked for that no such row has.

    Parameters
    ----------
    question : a row of the catalogue
    """
    each = [name for player in question.players.all for name in player.parameters]
    return len(set(each)) < len(each)


def is_for(question: Question, number: int | Named) -> bool:
    """Whether a row is for this number of players, and has the players as parameters.

    Parameters
    ----------
    question : a row of the catalogue
    number : number of players, or the name in braces that stands for it
    """
    players = question.players
    if not says_who(question):
        return False
    if not players.count:
        return len(players.seats) == number
    return isinstance(number, Named) or question.parameter(players.count).refused(number) is None


def _named_by(players: Players) -> set[str]:
    """Names of the parameters that describe players."""
    return {name for player in players.all for name in player.parameters}


def _bound(one: Told, told: Sequence[Told], player: Player) -> dict[str, Value | Named] | None:
    """The parameters of a row's player that make it the player as written; None if none do."""
    equals = all(other.kind in AMONG_EQUALS for other in told)
    if player.kind is one.kind:
        if player.kind in (Kind.RULE, Kind.COUNTING):
            return _as_rule(one, player)
        return dict(zip(player.parameters, one.numbers, strict=False))
    if equals and player.kind in AMONG_EQUALS:
        return {}
    if one.kind in ALSO_BY_RULES.get(player.kind, ()):
        return _as_rule(one, player)
    if _is_as_plan(one, player):
        return dict(zip(player.parameters, (*one.numbers, False), strict=False))
    if one.kind is Kind.ITSELF and told[0].kind is not Kind.ITSELF:
        return _bound(told[0], told, player)
    return None


def _is_as_plan(one: Told, player: Player) -> bool:
    """Whether the player holds at a turn total, and the row's player may also give up points."""
    return player.kind is Kind.GIVING_UP and one.kind is Kind.HOLD_AT


def _as_rule(one: Told, player: Player) -> dict[str, Value | Named]:
    text, names = one.rule
    rule, *numbers = player.parameters
    return {rule: text, **{own: names.get(name, 0) for own, name in zip(numbers, NUMBERS, strict=True)}}

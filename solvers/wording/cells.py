"""Which rows of the catalogue answer a contest of players: matched seat by seat, by what the rows say."""

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
# Of the same strength where everybody plays so.
AMONG_EQUALS = (Kind.BEST, Kind.OPTIMAL)
# Who plays by a rule, too, though it may be said otherwise, or does not count.
ALSO_BY_RULES = {Kind.RULE: (Kind.HOLD_AT,), Kind.COUNTING: (Kind.RULE, Kind.HOLD_AT)}


@dataclass(frozen=True)
class Cell:
    """A row of the catalogue that answers what is asked, and what of it is said by the players.

    Parameters
    ----------
    question : the row
    bound : what its parameters are: values, or names that stand for them
    players : of the row, by its seats
    told : the same as they are told
    swapped : whether the row has the two players the other way round
    """

    question: Question
    bound: Bound
    players: tuple[Player, ...]
    told: tuple[Told, ...]
    swapped: bool = False

    @property
    def kinds(self) -> list[Kind]:
        """What the players do, by the row's seats."""
        return [player.kind for player in self.players]

    def seat_of(self, parameter: str) -> int | None:
        """Where the player was told whom a parameter of the row describes, from 0 on; None if no player.

        Parameters
        ----------
        parameter : its name
        """
        for place, player in enumerate(self.players):
            if parameter in player.parameters:
                return 1 - place if self.swapped else place
        return None

    def told_in(self, seat: int) -> Told:
        """The player who was told in a seat, from 0 on."""
        return self.told[1 - seat if self.swapped else seat]


class _Fit(NamedTuple):
    """How a row answers: the smaller, the more it is what was said, and the plainer the row."""

    alike_only: bool
    as_plans: int
    told_otherwise: int
    swapped: bool
    of_one_throw: bool
    counted: bool
    unproved: bool


def cells(asked: Wording, told: Sequence[Told], catalogue: Iterable[Question]) -> list[Cell]:
    """The rows that answer a contest of these players, the nearest to the words first.

    Parameters
    ----------
    asked : what is asked
    told : the players, one for each seat
    catalogue : its rows
    """
    found = [
        (fit, number, cell)
        for number, question in enumerate(catalogue)
        if question.contest == asked.contest and is_about(question, asked.game)
        for fit, cell in _matching(question, told)
    ]
    return [cell for _, _, cell in sorted(found, key=lambda one: one[:2])]


def is_about(question: Question, game: str) -> bool:
    """Whether it is about that game; a showdown is one of dice that say themselves what they are.

    Parameters
    ----------
    question : a row of the catalogue
    game : its name
    """
    return question.is_about(game) or (
        question.contest == SHOWDOWN and question.game is None and game == "pig"
    )


def _matching(question: Question, told: Sequence[Told]) -> Iterator[tuple[_Fit, Cell]]:
    """The row as the answer to these players, if it is one; of two in turn also the other way round."""
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
        # Some take only rules by which one throws the same again.
        one_throw = question.is_about(OWN) and not question.positions
        alike = is_of_one_number(question)
        plans = sum(_is_as_plan(one, player) for player, one in zip(taken, told, strict=True))
        fit = _Fit(alike, plans, otherwise, swapped, one_throw, bool(players.count), not proved)
        yield fit, Cell(question, bound, tuple(taken), tuple(told), swapped)


def says_who(question: Question) -> bool:
    """Whether parameters say who plays, and how many; a table of all of them has dimensions instead.

    Parameters
    ----------
    question : a row of the catalogue
    """
    names = {own.name for own in question.parameters}
    count = {question.players.count} if question.players.count else set()
    return not question.study and _named_by(question.players) | count <= names


def is_of_one_number(question: Question) -> bool:
    """Whether one number stands for several players.

    Another row takes two numbers, and has its outputs whatever they are. So this one answers only where an
    output is asked for that no such row has.

    Parameters
    ----------
    question : a row of the catalogue
    """
    each = [name for player in question.players.all for name in player.parameters]
    return len(set(each)) < len(each)


def is_for(question: Question, number: int | Named) -> bool:
    """Whether it is for so many players, and says who they are.

    Parameters
    ----------
    question : a row of the catalogue
    number : of players, or the name that stands for it
    """
    players = question.players
    if not says_who(question):
        return False
    if not players.count:
        return len(players.seats) == number
    return isinstance(number, Named) or question.parameter(players.count).refused(number) is None


def _named_by(players: Players) -> set[str]:
    """Parameters that say what players do."""
    return {name for player in players.all for name in player.parameters}


def _bound(one: Told, told: Sequence[Told], player: Player) -> dict[str, Value | Named] | None:
    """What the parameters of a row's player are if it does what was told, None if it does not."""
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
    """Whether who holds at a turn total is taken for somebody who could give points up, and does not."""
    return player.kind is Kind.GIVING_UP and one.kind is Kind.HOLD_AT


def _as_rule(one: Told, player: Player) -> dict[str, Value | Named]:
    text, names = one.rule
    rule, *numbers = player.parameters
    return {rule: text, **{own: names.get(name, 0) for own, name in zip(numbers, NUMBERS, strict=True)}}

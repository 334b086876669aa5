"""Contests in which `jeopardice thumb GAME` tries rules of thumb, a race or a player alone, and the columns
printed for each rule.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from solvers.games import pig
from solvers.games.turn import Turn
from solvers.plans.plans import most_points
from solvers.players.counting import counting_rule
from solvers.published.thumbs import BY_POSITION, GOAL, PIG, PIG_ALONE, Advised
from solvers.thumb.alone.contest import ContestAlone
from solvers.thumb.alone.families import families_alone, families_alone_by_position
from solvers.thumb.alone.turns import chance_by_count
from solvers.thumb.equal_turns.evaluation import ContestOfEqualTurns
from solvers.thumb.families import Family, families, families_by_position
from solvers.thumb.in_a_race import ContestInTurn
from solvers.thumb.search import Best, Tried
from solvers.thumb.streak.evaluation import ContestOfStreak

MORE = "Each rule loses less than every rule tried with as many numbers or fewer."


class Row(NamedTuple):
    """A rule in the table.

    Attributes
    ----------
    rule : as text
    numbers : how many numbers there are to remember
    note : how it was found, or who recommends it
    figures : its numbers by the names of the columns
    """

    rule: str
    numbers: int
    note: str
    figures: Mapping[str, float]


class Column(NamedTuple):
    """A figure of each rule.

    Attributes
    ----------
    name : name in the document for programs
    head : heading of the column
    shown : function that formats a number
    """

    name: str
    head: str
    shown: Callable[[float], str]


def percent(loss: float) -> str:
    """A loss as text; exact zero differs from a small loss.

    >>> percent(0.02107), percent(1e-7), percent(0.0)
    ('2.107%', '<0.001%', '0.000%')
    """
    return "<0.001%" if 1e-12 < loss < 0.5e-5 else f"{loss:.3%}"


class TriedContest(Protocol):
    """A game in which rules are tried, with the rules known for it."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns for each rule."""

    @property
    def meant(self) -> str:
        """The meaning of the columns."""

    @property
    def tried(self) -> Tried:
        """The contest that evaluates rules."""

    @property
    def title(self) -> str:
        """The game in a few words, for the console."""

    def families(self, numbers: int) -> tuple[Family, ...]:
        """Families that are searched, with at most this many numbers."""

    def row(self, one: Best) -> Row:
        """The best rule of a family, as a row."""

    def known(self) -> Iterable[Row]:
        """The recommendations of the literature."""


IN_A_RACE = (
    Column("loss", "loses", percent),
    Column("loss_to_reply", "reply", percent),
    Column("first", "first", "{:.2%}".format),
)
MEANT_IN_A_RACE = (
    "n: numbers to remember. loses: how far below one half the rule wins against optimal play. reply: the"
    f" same against its best reply. first: how often it wins against itself when it moves first. {MORE}"
)
ALONE = (Column("loss", "loses", percent), Column("chance", "reaches", "{:.2%}".format))


@dataclass(frozen=True)
class ByPosition:
    """A race of a game with more choices than roll or hold."""

    tried: ContestInTurn | ContestOfStreak | ContestOfEqualTurns
    title: str
    columns: tuple[Column, ...] = IN_A_RACE
    meant: str = MEANT_IN_A_RACE

    @property
    def _plans(self) -> bool:
        """Whether plans can be tried, which know neither scores nor last turns."""
        return not (self.tried.turn.entry or isinstance(self.tried, ContestOfEqualTurns))

    def families(self, numbers: int) -> tuple[Family, ...]:
        return families_by_position(self.tried.turn, self.tried.goal, numbers)

    def row(self, one: Best) -> Row:
        standing = self.tried.standing(one.family.text, one.family.named(one.numbers))
        return Row(one.text, one.family.numbers, how(one), named(self.columns, *standing))

    @property
    def advised(self) -> Sequence[Advised]:
        """The recommendations of the literature."""
        return _advised(self.tried.turn, self._plans)

    def known(self) -> Iterator[Row]:
        for own in self.advised:
            standing = self.tried.standing(own.text or most_points(self.tried.turn))
            words = own.text or "most points of every turn"
            yield Row(words, own.numbers, own.source, named(self.columns, *standing))


@dataclass(frozen=True)
class OneThrow(ByPosition):
    """A race of a game with no choice but to roll or to hold."""

    def families(self, numbers: int) -> tuple[Family, ...]:
        return families(self.tried.turn, self.tried.goal, numbers)

    @property
    def advised(self) -> Sequence[Advised]:
        return PIG if (self.tried.turn, self.tried.goal) == (pig.turn(), GOAL) else ()


@dataclass(frozen=True)
class AloneByPosition:
    """A player alone for n turns, in a game with more choices than roll or hold."""

    tried: ContestAlone
    title: str
    columns: tuple[Column, ...] = ALONE

    @property
    def meant(self) -> str:
        return meant_alone(self.tried.best_chance)

    def families(self, numbers: int) -> tuple[Family, ...]:
        return families_alone_by_position(self.tried.turn, self.tried.goal, numbers)

    def row(self, one: Best) -> Row:
        return self._row(one.text, one.family.numbers, how(one), one.loss)

    def known(self) -> list[Row]:
        return [
            self._row(
                own.text or "most points of every turn",
                own.numbers,
                own.source,
                self.tried.loss(own.text, {})
                if own.text
                else self.tried.loss_of_plan(most_points(self.tried.turn)),
            )
            for own in _advised(self.tried.turn, plans=not self.tried.turn.entry)
        ]

    def _row(self, text: str, numbers: int, note: str, loss: float) -> Row:
        return Row(text, numbers, note, figures_alone(loss, self.tried.best_chance))


@dataclass(frozen=True)
class OneThrowAlone(AloneByPosition):
    """A player alone for n turns, in a game with no choice but to roll or to hold."""

    def families(self, numbers: int) -> tuple[Family, ...]:
        return families_alone(self.tried.turn, self.tried.goal, self.tried.turns, numbers)

    def known(self) -> list[Row]:
        turn, best, usual = self.tried.turn, self.tried.best_chance, (pig.turn(), GOAL)

        def chance(text: str) -> float:
            # Some of them count their scoring turns, which the searched rules do not.
            played = counting_rule(text, turn, self.tried.goal).played()
            return chance_by_count(played, turn.least_score, self.tried.turns)

        return [
            self._row(own.text, own.numbers, own.source, best - chance(own.text))
            for own in (PIG_ALONE if (turn, self.tried.goal) == usual else ())
        ]


def _advised(turn: Turn, plans: bool) -> list[Advised]:
    """The recommendations of the literature for a game with more choices than roll or hold.

    Parameters
    ----------
    turn : the game
    plans : whether "most points of every turn" can be tried, which would bank less than an entry
    """
    return [own for own in BY_POSITION.get(turn.name, ()) if own.text or plans]


def figures_alone(loss: float, best: float) -> dict[str, float]:
    """The numbers printed for a rule of a player alone.

    Parameters
    ----------
    loss : difference to optimal play
    best : chance of optimal play
    """
    return named(ALONE, max(0.0, loss), best - loss)


def how(one: Best) -> str:
    """How thoroughly the best rule was searched for."""
    return f"best of all {one.tried}" if one.best_of_all else f"best of {one.tried} tried"


def named(columns: tuple[Column, ...], *figures: float) -> dict[str, float]:
    """Numbers by the names of their columns."""
    return dict(zip((column.name for column in columns), figures, strict=True))


def meant_alone(best: float) -> str:
    """The meaning of the columns.

    Parameters
    ----------
    best : chance of optimal play
    """
    return (
        "n: numbers to remember. reaches: how often the rule reaches the goal; optimal play does in"
        f" {best:.2%} of all games. loses: the difference to optimal play. {MORE}"
    )

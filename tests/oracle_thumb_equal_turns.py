"""Slow and obvious answers for two players under equal turns, either of whom plays by a rule, for the win, or
as optimal play does against its equal. Nothing of the project is imported; a solver's turn is plain data.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.oracle_equal_turns import (
    Contest,
    Decide,
    Number,
    Played,
    Rules,
    Way,
    last_turn,
    round_from,
    until_ahead,
)

# What is done with own and other score, turn total and position.
Does = Callable[[int, int, int, int], Way | None]


class Player(NamedTuple):
    """What somebody does.

    Attributes
    ----------
    first, second : by its own score and the other's, below the goal
    last : by the other's score and its own
    again : of the first turn of a further round
    goes_beyond : whether it may go on beyond the goal when it moves first
    """

    first: Callable[[int, int], Decide]
    second: Callable[[int, int], Decide]
    last: Callable[[int, int], Decide]
    again: Decide
    goes_beyond: bool


def by_rule(does: Does, goes: Callable[[int], Way | None], again: Decide, goal: int, tie: int) -> Player:
    """Who plays by a rule.

    Parameters
    ----------
    does : what it does below the goal
    goes : the way that it takes at a position
    again : what it does in the first turn of a further round
    goal : points at which it holds
    tie : code of who wins with equal scores
    """

    def decides(own: int, other: int) -> Decide:
        return lambda total, at: does(own, other, total, at) if own + total < goal else None

    return Player(decides, decides, lambda target, score: until_ahead(target, score, tie, goes), again, False)


def optimal(turn: Any, solved: Contest) -> Player:
    """Who plays as is best against its equal.

    Parameters
    ----------
    turn : a solver's turn
    solved : optimal play of both
    """

    def first(own: int, other: int) -> Decide:
        return solved.first_turn(own, other, 1 - solved.second[own, other]).choice

    def second(own: int, other: int) -> Decide:
        return solved.second_turn(other, own, 1 - solved.first[other, own]).choice

    def last(target: int, score: int) -> Decide:
        return last_turn(solved.rules, target, score, 1 - solved.tie).choice

    entered = Rules(turn, solved.number, entered=True)
    return Player(first, second, last, round_from(entered, 1, solved.tie, 0).choice, True)


class Between(Contest):
    """Two players.

    Parameters
    ----------
    turn_rules, goal, tie, exactly : as of a contest
    players : the first and the second; None plays for the win
    """

    def __init__(self, turn_rules: Any, goal: int, tie: int, exactly: bool, *players: Player | None) -> None:
        self.players = players
        super().__init__(turn_rules, goal, tie, exactly)

    def played(self) -> Played:
        """What is fixed in further rounds."""
        first, second = self.players
        return Played(first.again if first else None, second.last if second else None)

    def ends(self, seat: str, own: int, other: int) -> int:
        """The score from which on a seat holds."""
        first = self.players[0]
        beyond = seat == "first" and (first is None or first.goes_beyond)
        return self.goal + (self.rules.far if beyond else 0)

    def decides(self, seat: str, own: int, other: int) -> Decide | None:
        """What is fixed of a turn below the goal."""
        first, second = self.players
        if seat == "first":
            return first.first(own, other) if first else None
        return second.second(own, other) if second else None

    def decides_last(self, target: int, score: int) -> Decide | None:
        """What is fixed of a last turn."""
        second = self.players[1]
        return second.last(target, score) if second else None

    def table(self, seat: int, mover: int) -> list[list[Number]]:
        """Chances of a seat to win if it is about to move, or the other is, by its own score first."""
        of_mover = (self.first, self.second)[mover]
        scores = range(self.goal)
        own = [[of_mover[(i, j) if seat == 0 else (j, i)] for j in scores] for i in scores]
        return own if mover == seat else [[1 - chance for chance in row] for row in own]

"""Players by seat, as data.

A seat may have several players: the question then answers for each of them. A rule of thumb, for instance, is
judged against optimal play, against itself and against its best reply.
"""

from dataclasses import dataclass
from enum import Enum

from solvers.players.language.grammar import NUMBERS


class Kind(Enum):
    """What a player does."""

    BEST = "best: a best response if the others are fixed, an equilibrium if several are best"
    BEST_THRESHOLD = "best of all that hold at a turn total, which may depend on the scores"
    OPTIMAL = "plays as if all others were optimal too"
    ITSELF = "plays like the player in the first seat"
    HOLD_AT = "holds at a turn total; below it, keeps as many points of every roll as it can"
    GIVING_UP = "holds at a turn total; below it, gives up points where that brings more on average"
    ALWAYS_DICE = "rolls the same number of dice in every turn"
    RULE = "follows a rule of thumb, which is a line of text"
    COUNTING = "follows a rule of thumb that looks at the number of its scoring turns"
    STRATEGY = "plays a strategy that was solved before"


@dataclass(frozen=True)
class Player:
    """A player of a question.

    Parameters
    ----------
    kind : what the player does
    parameters : names of the parameters or dimensions that describe the player further
    """

    kind: Kind
    parameters: tuple[str, ...] = ()


Seat = tuple[Player, ...]


@dataclass(frozen=True)
class Players:
    """All players of a question.

    Parameters
    ----------
    seats : for each seat, the players that the question answers for
    count : name of the parameter or dimension that is the number of players, if the only seat stands for all;
        "" if every seat is listed
    """

    seats: tuple[Seat, ...]
    count: str = ""

    @property
    def all(self) -> tuple[Player, ...]:
        """All players of all seats."""
        return tuple(player for seat in self.seats for player in seat)

    @property
    def alike(self) -> bool:
        """Whether all seats have the same player."""
        return all(seat == self.seats[0] for seat in self.seats)


BEST = Player(Kind.BEST)
BEST_THRESHOLD = Player(Kind.BEST_THRESHOLD)
OPTIMAL = Player(Kind.OPTIMAL)
ITSELF = Player(Kind.ITSELF)
NOBODY = Players(())


def by_rule(prefix: str = "") -> Player:
    """Return a player with a rule of thumb.

    Parameters
    ----------
    prefix : prefix of the parameters for the rule and its numbers

    Examples
    --------
    >>> by_rule("first_").parameters
    ('first_rule', 'first_a', 'first_b', 'first_c', 'first_d')
    """
    return Player(Kind.RULE, tuple(f"{prefix}{name}" for name in ("rule", *NUMBERS)))


def counting(prefix: str = "") -> Player:
    """Return a player with a rule of thumb that may count its scoring turns.

    Parameters
    ----------
    prefix : prefix of the parameters, as in `by_rule`
    """
    return Player(Kind.COUNTING, by_rule(prefix).parameters)


RULE, COUNTING = by_rule(), counting()


def holding_at(*parameters: str) -> Player:
    """Return a player who holds at a turn total.

    Parameters
    ----------
    parameters : names of the turn total and of whatever else describes the player
    """
    return Player(Kind.HOLD_AT, parameters)


def seated(*seats: Player | Seat) -> Players:
    """Return players by seat; a tuple lists several players for one seat.

    >>> len(seated(RULE, (OPTIMAL, ITSELF, BEST)).all)
    4
    """
    return Players(tuple(seat if isinstance(seat, tuple) else (seat,) for seat in seats))


def two(player: Player) -> Players:
    """Return two equal players."""
    return seated(player, player)


def three(player: Player) -> Players:
    """Return three equal players."""
    return seated(player, player, player)


def any_number(player: Player, count: str) -> Players:
    """Return equal players whose number varies.

    Parameters
    ----------
    player : each of them
    count : name of the parameter or dimension that is their number
    """
    return Players(((player,),), count)


# The players of questions about what a rule of thumb wins and loses.
RULE_JUDGED = seated(RULE, (OPTIMAL, ITSELF, BEST))
RULE_ALONE = seated((RULE, BEST))


@dataclass(frozen=True)
class Wins:
    """Names of a player's win probabilities in a question that answers for several players.

    Parameters
    ----------
    kind : kind of the player who is in the second seat
    by_seat, average : outputs with the first seat's player's win probability by seat, and on average
    turns : output with the expected turns by seat; "" if there is none
    """

    kind: Kind
    by_seat: str = "win_probability_by_seat"
    average: str = "average_win_probability"
    turns: str = ""


def _wins(kind: Kind, name: str, turns: str = "") -> Wins:
    return Wins(kind, name, f"average_{name}", turns)


RULE_WINS = (
    _wins(Kind.OPTIMAL, "win_probability_against_optimal"),
    _wins(Kind.ITSELF, "win_probability_against_itself"),
    _wins(Kind.BEST, "win_probability_against_reply"),
)
# The same for questions that also have the expected turns.
RULE_WINS_AND_LASTS = (
    _wins(Kind.OPTIMAL, "win_probability_against_optimal", "expected_turns_against_optimal"),
    _wins(Kind.ITSELF, "win_probability_against_itself"),
    _wins(Kind.BEST, "win_probability_against_reply", "expected_turns_against_reply"),
)
BEST_OR_OPTIMAL_WINS = (
    _wins(Kind.BEST, "best_response_win_probability", "best_response_expected_turns"),
    _wins(Kind.OPTIMAL, "optimal_win_probability", "optimal_expected_turns"),
)

"""Who plays: a list of players, by seat, as plain data.

A seat may have alternatives, of which a question answers each: a rule of thumb against optimal play, against
itself and against its best reply.
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
    """A player.

    Parameters
    ----------
    kind : what it does
    parameters : names of the parameters, or of the dimensions, that say more exactly what it does
    """

    kind: Kind
    parameters: tuple[str, ...] = ()


Seat = tuple[Player, ...]


@dataclass(frozen=True)
class Players:
    """Everybody who plays.

    Parameters
    ----------
    seats : of each seat the players that are asked about, one after the other
    count : name of the parameter, or of the dimension, that says how many there are of the only seat; ""
        where each seat is told
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
    """A player who plays by a rule of thumb.

    Parameters
    ----------
    prefix : of the names of its parameters, the rule and the numbers in it

    Examples
    --------
    >>> by_rule("first_").parameters
    ('first_rule', 'first_a', 'first_b', 'first_c', 'first_d')
    """
    return Player(Kind.RULE, tuple(f"{prefix}{name}" for name in ("rule", *NUMBERS)))


def counting(prefix: str = "") -> Player:
    """A player who plays by a rule of thumb that may count its scoring turns.

    Parameters
    ----------
    prefix : of the names of its parameters, as of `by_rule`
    """
    return Player(Kind.COUNTING, by_rule(prefix).parameters)


RULE, COUNTING = by_rule(), counting()


def holding_at(*parameters: str) -> Player:
    """A player who holds at a turn total.

    Parameters
    ----------
    parameters : names of the turn total, and of what else is said of the player
    """
    return Player(Kind.HOLD_AT, parameters)


def seated(*seats: Player | Seat) -> Players:
    """Players by seat; a seat with alternatives is a tuple of them.

    >>> len(seated(RULE, (OPTIMAL, ITSELF, BEST)).all)
    4
    """
    return Players(tuple(seat if isinstance(seat, tuple) else (seat,) for seat in seats))


def two(player: Player) -> Players:
    """Two who play alike."""
    return seated(player, player)


def three(player: Player) -> Players:
    """Three who play alike."""
    return seated(player, player, player)


def any_number(player: Player, count: str) -> Players:
    """Players who play alike.

    Parameters
    ----------
    player : what each is
    count : name of the parameter, or of the dimension, that says how many there are
    """
    return Players(((player,),), count)


# What a rule of thumb wins and gives away.
RULE_JUDGED = seated(RULE, (OPTIMAL, ITSELF, BEST))
RULE_ALONE = seated((RULE, BEST))


@dataclass(frozen=True)
class Wins:
    """Where a question that answers for several players has one's chances to win.

    Parameters
    ----------
    kind : of the player who makes the difference
    by_seat, average : names of the outputs that say what the player of the first seat wins in each seat, and
        over both
    turns : name of the output that says how many turns its games last in each seat; "" where there is none
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
# The same where the question says how long games last, too.
RULE_WINS_AND_LASTS = (
    _wins(Kind.OPTIMAL, "win_probability_against_optimal", "expected_turns_against_optimal"),
    _wins(Kind.ITSELF, "win_probability_against_itself"),
    _wins(Kind.BEST, "win_probability_against_reply", "expected_turns_against_reply"),
)
BEST_OR_OPTIMAL_WINS = (
    _wins(Kind.BEST, "best_response_win_probability", "best_response_expected_turns"),
    _wins(Kind.OPTIMAL, "optimal_win_probability", "optimal_expected_turns"),
)

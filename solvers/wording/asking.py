"""What is asked where somebody says a game, and perhaps a contest and players; the rest is as usual."""

from collections.abc import Collection

from solvers.contests.contest import AT_ONCE, RACE, SHOWDOWN, Contest, Order
from solvers.wording.names import CONTESTS, Wording, contest_of
from solvers.wording.seats import Seats, read


def asked(game: str, contest: object, players: object, parameters: Collection[str]) -> Wording:
    """The wording.

    Parameters
    ----------
    game : name in the catalogue, "own" for rules of one's own
    contest : as it is called; None for the first that has one of these parameters, a race if none has
    players : as `seats.read` reads them; None for players who are best
    parameters : names of those that are told

    Raises
    ------
    InvalidRules
        if a word is none

    Examples
    --------
    >>> asked("pig", None, None, []).name
    'pig, race: best, best'
    >>> asked("farkle", None, "hold at 6, best", ["busts"]).name
    'farkle, busts in a row: hold at 6, best'
    """
    meant = _by_parameters(parameters) if contest is None else contest_of(str(contest))
    return Wording(game, meant, _usual(meant) if players is None else read(players))


def _by_parameters(parameters: Collection[str]) -> Contest:
    for contest in CONTESTS.values():
        if contest.order is Order.IN_TURN and any(name in parameters for name in contest.parameters):
            return contest
    return RACE


def _usual(contest: Contest) -> Seats:
    """One who plays alone, else two."""
    kind = "best threshold" if contest in (AT_ONCE, SHOWDOWN) else "best"
    return read(kind if contest.order is Order.ALONE else f"2 x {kind}")

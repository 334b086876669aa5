"""Complete a request that names a game, and perhaps a contest, players and parameters, with defaults."""

from collections.abc import Collection, Mapping, Sequence

from solvers.contests.contest import AT_ONCE, CONTESTS, RACE, SHOWDOWN, Contest, Order
from solvers.errors import expected
from solvers.wording.names import Wording, contest_of
from solvers.wording.seats import names_in, read


def asked(game: str, contest: object, players: object, parameters: Collection[str]) -> Wording:
    """Return the complete wording of a request.

    Parameters
    ----------
    game : name in the catalogue; "own" for rules from a file
    contest : name of the contest; None for the one with these parameters, or a race
    players : as `seats.read` takes them; None for optimal players
    parameters : names of the parameters that are given

    Raises
    ------
    InvalidRules
        if a name is unknown, or no contest, or several, have these parameters

    Examples
    --------
    >>> asked("pig", None, None, []).name
    'pig, race: best, best'
    >>> asked("farkle", None, "hold at 6, best", ["busts"]).name
    'farkle, busts in a row: hold at 6, best'
    >>> asked("pig", "at once", 3, []).name
    'pig, at once: best threshold, best threshold, best threshold'
    """
    numbers = names_in(str(players))
    having = {
        name: found
        for name in parameters
        if name not in numbers
        and (found := [word for word, own in CONTESTS.items() if name in own.parameters])
    }
    meant = _contest(contest, having)
    kind = "best threshold" if meant in (AT_ONCE, SHOWDOWN) else "best"
    alone = meant.order is Order.ALONE
    return Wording(game, meant, read((1 if alone else 2) if players is None else players, kind))


def _contest(said: object, having: Mapping[str, Sequence[str]]) -> Contest:
    """The contest with a name and all given parameters; `having` lists each parameter's contests."""
    if not having:
        return RACE if said is None else contest_of(said)
    told = [word for word in CONTESTS if all(word in own for own in having.values())]
    if said is not None:
        meant = contest_of(said)
        # A combination of two contests is also selected by one of the two and the parameters of the other.
        told = [word for word in told if CONTESTS[word] is meant or meant in CONTESTS[word].rules]
    if len(words := _plainest(told)) == 1:
        return CONTESTS[words[0]]
    one_of = "; ".join(f"{' or '.join(own)} has {name}" for name, own in having.items())
    remedy = f"Name the contest: {one_of}." if words or said else f"Leave one out: {one_of}."
    raise expected("contest", f"one that has {' and '.join(having)}", said, remedy)


def _plainest(words: Sequence[str]) -> list[str]:
    """Contests without those that combine another one of them."""
    contests = [CONTESTS[word] for word in words]
    return [word for word in words if not any(own in contests for own in CONTESTS[word].rules)]

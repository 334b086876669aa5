"""Why a contest of players is not answered, and the nearest that is: one of the words is said otherwise."""

from collections.abc import Collection, Sequence

from solvers.errors import InvalidRules, expected
from solvers.players.player import Kind, Player, Players
from solvers.questions.question import Question
from solvers.wording.cells import cells, is_about, is_for, says_who
from solvers.wording.names import CONTESTS, WORDS, Wording
from solvers.wording.seats import Told, spelled

# Of one kind as many are named.
MOST_NAMED = 4
SPELLED = {
    Kind.BEST: "best",
    Kind.BEST_THRESHOLD: "best threshold",
    Kind.OPTIMAL: "optimal",
    Kind.ITSELF: "itself",
    Kind.HOLD_AT: "hold at {n}",
    Kind.ALWAYS_DICE: "always {n} dice",
    Kind.KEEP_PACE: "keep pace",
    Kind.SCORING_TURNS: "{n} scoring turns",
    Kind.RULE: "a rule",
}


def refused(asked: Wording, told: Sequence[Told], catalogue: Collection[Question]) -> InvalidRules:
    """The error.

    Parameters
    ----------
    asked : what nobody answers
    told : its players, one for each seat
    catalogue : rows that may answer
    """
    games = list(dict.fromkeys(row.game.name for row in catalogue if row.game is not None))
    if asked.game not in games:
        return expected("game", f"one of {', '.join(games)}", asked.game)
    others = [game for game in games if cells(asked._replace(game=game), told, catalogue)]
    contests = [
        word for word, contest in CONTESTS.items() if cells(asked._replace(contest=contest), told, catalogue)
    ]
    near = [
        ("these players in this contest of", others),
        (f"these players of {asked.game} in", contests),
        (f"{WORDS[asked.contest]} of {asked.game} for players", _players(asked, len(told), catalogue)),
    ]
    said = [f"Solved: {what} {_listed(names)}." for what, names in near if names]
    return expected(
        "players",
        f"some that are solved in the contest {WORDS[asked.contest]!r} of {asked.game}",
        spelled(asked.seats),
        " ".join(said),
    )


def told_by(players: Players) -> str:
    """The players of a row in words.

    >>> from solvers.players.player import RULE_JUDGED
    >>> told_by(RULE_JUDGED)
    'a rule, [optimal, itself, best]'
    """
    if players.count:
        return f"k x {SPELLED[players.seats[0][0].kind]}"
    if len(players.seats) == 1:
        # Who else is there is asked about alone.
        return _seat(players.seats[0][:1])
    return ", ".join(map(_seat, players.seats))


def _seat(seat: Sequence[Player]) -> str:
    words = ", ".join(SPELLED[player.kind] for player in seat)
    return words if len(seat) == 1 else f"[{words}]"


def _players(asked: Wording, number: int, catalogue: Collection[Question]) -> list[str]:
    """Players that are solved, those of the same number first."""
    rows = [
        row
        for row in catalogue
        if says_who(row) and row.contest == asked.contest and is_about(row, asked.game)
    ]
    rows.sort(key=lambda row: 0 if is_for(row, number) else 1 + abs(len(row.players.seats) - number))
    return list(dict.fromkeys(told_by(row.players) for row in rows))


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return "; ".join(names[:MOST_NAMED]) + more

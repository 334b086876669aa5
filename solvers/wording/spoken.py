"""The players of a row of the catalogue, as a user would type them."""

from collections.abc import Iterable, Mapping, Sequence

from solvers.players.player import Kind, Player
from solvers.questions.question import Question
from solvers.questions.rules import OWN
from solvers.wording.seats import Named, read, spelled

SPELLED = {
    Kind.BEST: "best",
    Kind.BEST_THRESHOLD: "best threshold",
    Kind.OPTIMAL: "optimal",
    Kind.ITSELF: "itself",
    Kind.HOLD_AT: "hold at {%s}",
    Kind.GIVING_UP: "hold at {%s} giving up points",
    Kind.ALWAYS_DICE: "always {%s} dice",
    Kind.RULE: "hold when turn_total >= {%s}",
    Kind.COUNTING: "{%s} scoring turns",
}
# The same on a page that says what a rule is.
BRIEF = {**SPELLED, Kind.RULE: "rule"}
# Names for numbers, in this order.
NUMBERS = ("n", "m", "k", "j", "i", "h")
# Name of a player's number, by the names of the player's parameters.
Names = Mapping[tuple[str, ...], str]


def told_by(row: Question, number: int | Named | None = None, words: Mapping[Kind, str] = SPELLED) -> str:
    """Return the players of a row, as text.

    Parameters
    ----------
    row : a row of the catalogue
    number : number of players, or the name in braces that stands for it, if the row is for several numbers;
        None for the least
    words : for each kind, SPELLED or BRIEF

    Examples
    --------
    >>> from solvers.catalog import find
    >>> told_by(find("thumb.pig"))
    'hold when turn_total >= {n}, [optimal, itself, best]'
    >>> told_by(find("race_of_three_rules.pig"))
    'hold when turn_total >= {n}, hold at {m}, hold at {k}'
    >>> told_by(find("race_of_three_rules.pig"), words=BRIEF)
    'rule, rule, rule'
    >>> told_by(find("race_of_many.pig"), 3)
    'best, best, best'
    """
    players = row.players
    numbered = dict.fromkeys(player.parameters for player in players.all if "%s" in words[player.kind])
    names = dict(zip(numbered, NUMBERS, strict=False))
    if players.count:
        some = f"{{{number.name}}}" if isinstance(number, Named) else number or limits(row)[0]
        return spelled(read(f"{some} x {_player(players.seats[0][0], names, words)}"))
    if len(players.seats) == 1:
        # The opponents in this seat's questions are asked about one by one.
        return _player(players.seats[0][0], names, words)
    return ", ".join(_seat(seat, names, words) for seat in players.seats)


def with_more(players: str, rows: Iterable[Question]) -> str:
    """Return players as text, with their largest number if the rows are for several numbers.

    Parameters
    ----------
    players : text from `told_by`
    rows : the rows with these players
    """
    most = [limits(row)[1] for row in rows if row.players.count]
    return f"{players} (up to {max(most)})" if most else players


def game_called(game: str) -> str:
    """Return a game's name; for rules from a file, "a file of rules"."""
    return "a file of rules" if game == OWN else game


def limits(row: Question) -> tuple[int, int]:
    """Return the least and the greatest number of players.

    Parameters
    ----------
    row : a row of the catalogue that is for several numbers of players
    """
    own = row.parameter(row.players.count)
    return int(own.minimum or 1), int(own.maximum or 1)


def _seat(seat: Sequence[Player], names: Names, words: Mapping[Kind, str]) -> str:
    said = ", ".join(_player(player, names, words) for player in seat)
    return said if len(seat) == 1 else f"[{said}]"


def _player(player: Player, names: Names, words: Mapping[Kind, str]) -> str:
    if "%s" not in words[player.kind]:
        return words[player.kind]
    name = names[player.parameters]
    # The first player's text shows that any rule is accepted; the others are short.
    short = player.kind in (Kind.RULE, Kind.COUNTING) and name != NUMBERS[0]
    return words[Kind.HOLD_AT if short else player.kind] % name

"""Parse players as users write them: `best, hold at {n}`; brackets list several players for one seat."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from typing import NamedTuple

from solvers.errors import InvalidRules, Marked, expected
from solvers.players.language import named
from solvers.players.language.grammar import NUMBERS, SCORED
from solvers.players.language.grammar import names_in as names_in_rule
from solvers.players.player import Kind

NAME = re.compile(r"\{([a-z][a-z0-9_]*)\}")
NUMBER = r"([0-9]+|\{[a-z][a-z0-9_]*\})"


class Form(NamedTuple):
    """A fixed form of a player.

    Attributes
    ----------
    kind : kind of the player
    pattern : pattern of the text; its groups are numbers
    says : values of the player's further parameters, after those numbers
    """

    kind: Kind
    pattern: re.Pattern[str]
    says: tuple[int | bool, ...] = ()


# Any other text is a rule of thumb.
WRITTEN = (
    Form(Kind.BEST, re.compile("best")),
    Form(Kind.BEST_THRESHOLD, re.compile("best threshold")),
    Form(Kind.OPTIMAL, re.compile("optimal")),
    Form(Kind.ITSELF, re.compile("itself")),
    Form(Kind.HOLD_AT, re.compile(f"hold at {NUMBER}")),
    Form(Kind.GIVING_UP, re.compile(f"hold at {NUMBER} giving up points"), (True,)),
    # A plan that holds at 0 maximises the points of every turn.
    Form(Kind.GIVING_UP, re.compile("most points"), (0, True)),
    Form(Kind.ALWAYS_DICE, re.compile(f"always {NUMBER} dice")),
)
# Forms without a number.
PLAIN = [*(form.pattern.pattern for form in WRITTEN if form.pattern.groups == 0), *named.PLAIN]
BELOW_ONE = re.compile(r"hold at (?:- ?([0-9]+|\{[a-z][a-z0-9_]*\})|0+)(?: giving up points)?")
# Limits of numbers and of names in braces.
TOO_LONG = re.compile(r"[0-9]{10}|\{[a-z0-9_]{41}")
COUNT = re.compile(r"-?[0-9]{1,9}")
MANY = re.compile(r"([0-9]{1,9}) ?x (.+)")
# A number of equal players that is a parameter.
COUNTED = re.compile(r"\{([a-z][a-z0-9_]*)\} ?x (.+)")
MOST_SEATS = 500
# Beginnings of rules of thumb.
RULES_BEGIN = ("hold ", "throw ", "roll ")
# More equal players than this are written with a count.
MOST_SPELLED = 4
REMEDY = (
    'Write players like: "best, hold at 20", "4 x best", "best threshold", "optimal", "keep pace", "always 5'
    ' dice", or a rule such as "hold when turn_total >= 20".'
)


@dataclass(frozen=True)
class Named:
    """A number that is given elsewhere, on an axis or as a parameter.

    Parameters
    ----------
    name : its name in braces
    """

    name: str


@dataclass(frozen=True)
class Told:
    """A player as a user wrote it.

    Parameters
    ----------
    kind : kind of the player
    text : the text
    """

    kind: Kind
    text: str

    @property
    def numbers(self) -> tuple[int | Named, ...]:
        """For a fixed form, the numbers in the text, in order, followed by `Form.says`."""
        for form in WRITTEN:
            if found := form.pattern.fullmatch(self.text):
                told = (int(own) if own.isdigit() else Named(own.strip("{}")) for own in found.groups())
                return (*told, *form.says)
        return ()

    @property
    def count(self) -> Named | None:
        """The name for the number of such players, as in `{n} x best`; None if there is none."""
        found = COUNTED.fullmatch(self.text)
        return Named(found[1]) if found else None

    @property
    def rule(self) -> tuple[str, dict[str, Named]]:
        """The text as a rule with numbers {a} to {d}, equally long, and the names of these numbers."""
        letters = dict(zip(names_in(self.text), NUMBERS, strict=False))
        text = NAME.sub(lambda found: f"{{{letters[found[1]]}}}".ljust(len(found[0])), self.text)
        return text, {letter: Named(name) for name, letter in letters.items()}


Seat = tuple[Told, ...]
Seats = tuple[Seat, ...]


def names_in(text: str) -> list[str]:
    """Return the names in braces, each once.

    >>> names_in("hold when turn_total >= {m} and banked > {n} + {m}")
    ['m', 'n']
    """
    return list(dict.fromkeys(NAME.findall(text)))


def read(written: object, usual: str = "best") -> Seats:
    """Return the players of each seat.

    Parameters
    ----------
    written : a line of text, a number of players, or a list by seat; an item may be a list of players for the
        seat
    usual : the players, if only their number is given

    Raises
    ------
    InvalidRules
        if it is none of these

    Examples
    --------
    >>> spelled(read("hold at {n},  [optimal, itself]"))
    'hold at {n}, [optimal, itself]'
    >>> spelled(read(["best", "hold when turn_total >= max(banked, {m})"]))
    'best, hold when turn_total >= max(banked, {m})'
    >>> spelled(read("3 x best"))
    'best, best, best'
    >>> read("{n} x best")[0][0].count
    Named(name='n')
    """
    if isinstance(written, bool) or not isinstance(written, int | str | list | tuple):
        raise expected("players", "a line of text or a list", *_not_text(written))
    if isinstance(written, int) or (isinstance(written, str) and COUNT.fullmatch(written.strip())):
        return _many(int(written), _alternatives(usual))
    each = _parts(written) if isinstance(written, str) else written
    placed = tuple(seat for one in each for seat in _alternatives(one))
    twice = [told.text for seat in placed for told in seat if seat.count(told) > 1]
    if twice:
        raise expected("players", "each player once in a list", twice[0], "Remove one of the two.")
    counted = [told.text for seat in placed for told in seat if told.count]
    if counted and (len(placed) > 1 or len(placed[0]) > 1):
        raise expected("players", f"{counted[0]} alone", spelled(placed), REMEDY)
    return _many(1, placed)


def spelled(seats: Sequence[Seat]) -> str:
    """Return players in one line, which `read` parses."""
    runs = [(_spelled_seat(seat), sum(1 for _ in alike)) for seat, alike in groupby(seats)]
    return ", ".join(
        f"{number} x {text}" if number > MOST_SPELLED else ", ".join([text] * number) for text, number in runs
    )


def _spelled_seat(seat: Seat) -> str:
    texts = ", ".join(told.text for told in seat)
    return texts if len(seat) == 1 else f"[{texts}]"


def _many(number: int, seats: Sequence[Seat]) -> Seats:
    """Seats repeated, if there are at most MOST_SEATS."""
    if not 1 <= number * len(seats) <= MOST_SEATS:
        raise expected("players", f"1 to {MOST_SEATS} players", number * len(seats), REMEDY)
    return tuple(seat for seat in seats for _ in range(number))


def _alternatives(written: object) -> Seats:
    """A seat, or equal ones as in `4 x best`."""
    if isinstance(written, list | tuple):
        return (_listed(written),)
    text = _text(written)
    if many := MANY.fullmatch(text):
        return _many(int(many[1]), _alternatives(many[2]))
    if text.startswith("[") and text.endswith("]"):
        return (_listed(list(_parts(text[1:-1]))),)
    return ((_told(text),),)


def _listed(written: Sequence[object]) -> Seat:
    """A seat with several players to compare."""
    if not written:
        raise expected("players", "at least one player in each list", None, REMEDY)
    return tuple(_told(_text(one)) for one in written)


def _text(written: object) -> str:
    if not isinstance(written, str):
        raise expected("players", "text", *_not_text(written))
    return " ".join(written.split())


def _not_text(written: object) -> tuple[object, str]:
    """The value given instead of text, and a remedy: YAML parses braces as a mapping."""
    if isinstance(written, Mapping):
        return f"{{{', '.join(map(str, written))}}}", 'Put text with braces in quotes: "hold at {n}".'
    return written, REMEDY


def _told(text: str) -> Told:
    if TOO_LONG.search(text):
        rule = "numbers of at most 9 digits, and names of at most 40 letters in braces"
        raise expected("players", rule, text, REMEDY)
    if below := BELOW_ONE.fullmatch(text):
        raise expected("players", "a turn total of 1 or more", text, f"Type: hold at {below[1] or 1}.")
    for form in WRITTEN:
        if form.pattern.fullmatch(text):
            return Told(form.kind, text)
    if counted := COUNTED.fullmatch(text):
        if counted[2] not in PLAIN:
            raise expected("players", f"one of {', '.join(PLAIN)} after the number", text, REMEDY)
        return Told(_told(counted[2]).kind, f"{{{counted[1]}}} x {counted[2]}")
    if (number := len(names_in(text))) > len(NUMBERS):
        raise expected("players", f"a rule with at most {len(NUMBERS)} names in braces", number, REMEDY)
    told = Told(Kind.RULE, text)
    try:
        names = names_in_rule(told.rule[0])
    except InvalidRules as error:
        near = get_close_matches(text.lower(), PLAIN, 1, 0.7)
        remedy = f"Did you mean {near[0]!r}?" if near else REMEDY
        if error.refusal is None or not text.startswith(RULES_BEGIN):
            raise expected("players", "a player", text, remedy) from error
        got = Marked.like(error.refusal.got, text)
        raise expected("players", error.refusal.rule, got, remedy) from error
    return Told(Kind.COUNTING, text) if SCORED in names else told


def _parts(text: str) -> Iterator[str]:
    """Split a text at commas outside brackets; `go for` belongs to the rule before it."""
    depth, begun, last = 0, 0, ""
    for place, sign in enumerate(text + ","):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            part = text[begun:place].strip()
            begun = place + 1
            if part.startswith("go for "):
                last = f"{last}, {part}"
                continue
            if last:
                yield last
            last = part
    if depth:
        raise expected("players", "brackets that close", text, REMEDY)
    if last:
        yield last

"""A log of games as a CSV file: a row for every roll and hold, with the state before it.

The columns are `game`, `seat`, `banked`, `opponent`, `turn_total` and `action`, in any order; `position` and
`player` are optional; others are ignored. Commas, semicolons or tabs separate them. The standard library
reads it instead of pandas, as it knows the line of a row, which errors name.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from configs.errors import shown
from configs.reading import TooLarge, read_at_most
from judging.actions import ANY_THROW, all_names
from judging.mistakes import LogError, Mistake, refuse
from playing.state import Rules

NEEDED = ("game", "seat", "banked", "opponent", "turn_total", "action")
OPTIONAL = ("position", "player")
SEPARATORS = ",;\t"
# About 12 000 games of Pig, for which judging takes 1.5 GB and up to a minute.
MOST_ROWS = 1_000_000
# Files that are no logs are usually found out only after they are read completely.
MOST_BYTES = 32_000_000
PAGE = "docs/judge.md shows an example."


@dataclass(frozen=True, slots=True)
class Row:
    """A roll or a hold.

    Attributes
    ----------
    line : line in the file
    cells : all texts, in the order of the file's columns
    game : name of the game
    seat : seat of the player who decides: 1, who begins, or 2
    banked, opponent, turn_total : state before it, in the game's unit
    position : name of the position after the last roll; "" if it is to be inferred
    action : name of the decision
    player : name of the player; "" if missing
    """

    line: int
    cells: tuple[str, ...]
    game: str
    seat: int
    banked: int
    opponent: int
    turn_total: int
    position: str
    action: str
    player: str


@dataclass(frozen=True)
class Log:
    """A log; `following` checks whether its rows follow from each other.

    Attributes
    ----------
    path : path of the file
    columns : names, in the order of the file
    rows : rows of games without impossible cells, in the order of the file
    mistakes : impossible cells of the other games
    """

    path: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    mistakes: tuple[Mistake, ...]


def read_log(path: str, rules: Rules, unit: str) -> Log:
    """Read a log of a game.

    Parameters
    ----------
    path : path of the file
    rules : rules of the game, which determine accepted scores and names
    unit : unit of its scores, for errors

    Raises
    ------
    LogError
        if it cannot be read, lacks a column, or has no rows
    """
    records = _records(path)
    header, columns = next(records, (1, ()))
    columns = tuple(name.casefold().replace(" ", "_") for name in columns)
    refuse(path, list(_wrong_columns(header, columns)))
    rows: list[Row] = []
    mistakes: list[Mistake] = []
    wrong_games: set[str] = set()
    cells = _Cells(rules, unit)
    for line, texts in records:
        if len(rows) == MOST_ROWS:
            refuse(path, [Mistake(line, "log", f"there are more than {MOST_ROWS} rows", "", "Split it.")])
        wrong = list(cells.wrong(line, columns, texts))
        if wrong:
            mistakes += wrong
            wrong_games.add(dict(zip(columns, texts, strict=False)).get("game", ""))
        else:
            rows.append(_row(line, columns, texts))
    if not (rows or mistakes):
        refuse(path, [Mistake(header, "log", "there are no rows below the header", "", PAGE)])
    # A row without a game may belong to any.
    left = [row for row in rows if not wrong_games & {"", row.game}]
    return Log(path, columns, tuple(left), tuple(mistakes))


def _records(path: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows that are not empty, with the line on which each ends; the header first.

    Spreadsheets write a byte order mark, `sep=;` as a first line, and rows of separators only.
    """
    lines = _text(path).splitlines(keepends=True)
    told = lines[0].strip() if lines else ""
    skipped = int(told[:4].lower() == "sep=" and len(told) == 5)
    first = next((line for line in lines[skipped:] if line.strip()), "")
    separator = told[4] if skipped else max(SEPARATORS, key=first.count)
    reader = csv.reader(lines[skipped:], delimiter=separator, strict=True)
    try:
        for cells in reader:
            texts = tuple(cell.strip() for cell in cells)
            if any(texts):
                yield reader.line_num + skipped, texts
    except csv.Error as error:
        wrong = f"this is not CSV ({error})"
        remedy = "Put a cell that contains a separator or a quote in quotes, and double the quotes in it."
        refuse(path, [Mistake(reader.line_num + skipped, "log", wrong, "", remedy)])


def _text(path: str) -> str:
    try:
        content = read_at_most(path, MOST_BYTES)
    except TooLarge as error:
        raise LogError(f"log: {path} is too large: expected {error}. Split it.") from None
    except OSError as error:
        raise LogError(f"log: cannot read {path}: {error.strerror}. Check the path.") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start : error.start + 1].hex()
        raise LogError(
            f"log: {path} is not in UTF-8: line {line} has the byte {byte}. Save it as CSV in UTF-8."
        ) from None
    if "\0" in text:
        raise LogError(f"log: {path} is not a text file. Save it as CSV in UTF-8.")
    return text


def _wrong_columns(line: int, columns: Sequence[str]) -> Iterator[Mistake]:
    """Columns that the header lacks, has twice, or misspells."""
    got = ", ".join(columns) if any(columns) else "nothing"
    lacking = [name for name in NEEDED if name not in columns]
    if lacking:
        yield Mistake(line, "columns", ", ".join(NEEDED), shown(got), f"Add {', '.join(lacking)}. {PAGE}")
    for name in (*NEEDED, *OPTIONAL):
        if columns.count(name) > 1:
            yield Mistake(line, name, f"{columns.count(name)} columns have this name", "", "Keep one.")
    for name in columns:
        close = get_close_matches(name, [own for own in OPTIONAL if own not in columns], 1, 0.8)
        if close:
            yield Mistake(line, name, f"this column name is too close to {close[0]!r}", "", "Rename it.")


def _row(line: int, columns: Sequence[str], texts: Sequence[str]) -> Row:
    cell = dict(zip(columns, texts, strict=False))
    return Row(
        line=line,
        cells=tuple(texts),
        game=cell["game"],
        seat=int(cell["seat"]),
        banked=int(cell["banked"]),
        opponent=int(cell["opponent"]),
        turn_total=int(cell["turn_total"]),
        position=cell.get("position", ""),
        action=cell["action"],
        player=cell.get("player", ""),
    )


class _Cells:
    """Checks of single cells."""

    def __init__(self, rules: Rules, unit: str) -> None:
        score = f"a whole number from 0 to {rules.goal - 1} {unit}, below the goal"
        points = f"a whole number of 0 or more {unit}"
        self._numbers = {
            "seat": ("1 or 2", range(1, 3)),
            "banked": (score, range(rules.goal)),
            "opponent": (score, range(rules.goal)),
            "turn_total": (points, range(10**9)),
        }
        self._actions = all_names(rules.turn)
        self._positions = frozenset(position.name.casefold() for position in rules.turn.positions)

    def wrong(self, line: int, columns: Sequence[str], texts: Sequence[str]) -> Iterator[Mistake]:
        """Return the mistakes in a row by itself."""
        if len(texts) > len(columns) and any(texts[len(columns) :]):
            remedy = "Put a cell that contains a separator in quotes."
            yield Mistake(line, "row", f"{len(columns)} cells", str(len(texts)), remedy)
            return
        cell = dict(zip(columns, (*texts, *[""] * len(columns)), strict=False))
        for name in ("game", "player"):
            if not cell.get(name, "").isprintable():
                yield Mistake(line, name, "printable text", shown(cell[name]))
        if not cell["game"]:
            yield Mistake(
                line, "game", "a name or a number", "nothing", "All rows of a game have the same one."
            )
        for name, (rule, accepted) in self._numbers.items():
            text = cell[name]
            if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) in accepted):
                yield Mistake(line, name, rule, _got(text))
        yield from self._names(line, cell)

    def _names(self, line: int, cell: Mapping[str, str]) -> Iterator[Mistake]:
        for name, known, empty in (
            ("action", self._actions, False),
            ("position", self._positions, True),
        ):
            text = cell.get(name, "")
            if text.casefold() not in known and not (empty and not text):
                close = get_close_matches(text.casefold(), known, 1)
                remedy = f"Did you mean {close[0]!r}?" if close else ""
                yield Mistake(line, name, _some(known), _got(text), remedy)


def _got(text: str) -> str:
    return shown(text) if text else "nothing"


def _some(names: frozenset[str], most: int = 8) -> str:
    """Accepted names: all of them, if they are few."""
    ordered = sorted(names, key=lambda name: (name not in ("hold", *ANY_THROW), name))
    others = f" or {len(ordered) - most} others" if len(ordered) > most else ""
    return ", ".join(ordered[:most]) + others

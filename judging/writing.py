"""Write games of `jeopardice play` to a log that can be judged, one after the other."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from judging.actions import Names
from playing.play import Play, Step
from playing.setup import Setup
from playing.state import YOU, State
from playing.throwing import Fate
from solvers.errors import InvalidRules, expected, unwritable
from solvers.games.turn import HOLD, Turn
from solvers.wording.counts import some

COLUMNS = ("game", "player", "seat", "banked", "opponent", "turn_total", "position", "action")


class LogFile:
    """A file to which games are added when they end, or are left.

    Parameters
    ----------
    path : path of a new file, or of one with other games
    setup : setup of the game to add; its seed is its name

    Raises
    ------
    InvalidRules
        if it is another kind of file or already has the game, or the game is not played in turn
    """

    def __init__(self, path: str, setup: Setup) -> None:
        self._path, self._game = Path(path), str(setup.seed)
        if setup.playable.at_once:
            raise InvalidRules(
                f"--log: {setup.game} cannot be judged, as both players roll at once. Leave --log out."
            )
        self._new = not self._path.exists()
        if not self._new:
            self._check()

    def add(self, play: Play) -> str:
        """Add the game, as far as it has gone; return a sentence about it.

        Parameters
        ----------
        play : the game

        Raises
        ------
        InvalidRules
            if the file cannot be written
        """
        rows = [(self._game, *row) for row in rows_of(play)]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([*([COLUMNS] if self._new else []), *rows])
        try:
            with self._path.open("a", encoding="utf-8", newline="") as file:
                file.write(text.getvalue())
        except OSError as error:
            raise unwritable("--log", self._path, error) from None
        return f"Added {some(len(rows), 'row')} to {self._path}; `jeopardice judge` reads it."

    def _check(self) -> None:
        try:
            with self._path.open(encoding="utf-8", newline="") as file:
                header, *rows = [row for row in csv.reader(file) if row] or [[]]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise InvalidRules(f"--log: cannot read {self._path}: {error}. Choose another path.") from None
        if tuple(header) != COLUMNS:
            got = f"{self._path} with {', '.join(header) or 'nothing'}"
            raise expected(
                "--log", f"a new file, or one with {', '.join(COLUMNS)}", got, "Choose another path."
            )
        if any(row[0] == self._game for row in rows):
            raise InvalidRules(
                f"--log: {self._path} already has game {self._game}. Choose another path, or another --seed."
            )


def rows_of(play: Play) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a game, without its name, in the order of COLUMNS.

    Parameters
    ----------
    play : the game, as far as it has gone
    """
    for step in play.steps:
        yield _row(play, step.before, step.place)
        held = _held_by_itself(step, play)
        if held is not None:
            yield _row(play, held, HOLD)


def _row(play: Play, state: State, place: int) -> tuple[str, ...]:
    setup, turn = play.match.setup, play.match.rules.turn
    player = "you" if state.mover == YOU else setup.opponent
    numbers = (1 + (state.mover != setup.starter), state.banked, state.other, state.turn_total)
    action = Names(play.match.rules).of(state, place)
    return player, *map(str, numbers), _position(turn, state), action


def _position(turn: Turn, state: State) -> str:
    """The name of the position, if there are several."""
    named = state.position is not None and len(turn.positions) > 1
    return turn.positions[state.position or 0].name if named else ""


def _held_by_itself(step: Step, play: Play) -> State | None:
    """State of a turn that was banked without a decision: at the goal, or with no other choice."""
    result = step.result
    if result is None or result.fate is not Fate.SCORES or not step.ends_turn:
        return None
    return State(
        step.before.scores,
        step.before.mover,
        play.match.rules.before(step.before, step.place) + result.gain,
        result.position,
    )

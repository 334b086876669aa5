"""A file that gets a line of JSON for each event of a run."""

import json
import logging
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from flows.terminal.errors import say_error
from solvers.errors import InvalidRules
from tasks.log import LOGGER

OPTION, VARIABLE = "--log", "JEOPARDICE_LOG"


@contextmanager
def logged(path: str | None) -> Iterator[None]:
    """Append all events of the block to a file: if None, to that of $JEOPARDICE_LOG; if empty, to none.

    Raises
    ------
    InvalidRules
        if it cannot be written
    """
    if not (path := located_log(path)):
        yield
        return
    lines = _opened(path)
    level = LOGGER.level
    LOGGER.addHandler(lines)
    LOGGER.setLevel(logging.INFO)
    try:
        yield
    finally:
        LOGGER.setLevel(level)
        LOGGER.removeHandler(lines)
        # What a full disk did not take is lost.
        with suppress(OSError):
            lines.close()


def located_log(path: str | None) -> str:
    """The file's whole path; "" if there is to be none.

    Parameters
    ----------
    path : as given to a command

    Raises
    ------
    InvalidRules
        if it cannot be written
    """
    named, where = (os.environ.get(VARIABLE, ""), VARIABLE) if path is None else (path, OPTION)
    if not named:
        return ""
    try:
        with Path(named).open("a"):
            return str(Path(named).absolute())
    except OSError as error:
        raise InvalidRules(f"{where}: cannot write to {named}: {error.strerror}.") from None


def _opened(path: str) -> logging.Handler:
    lines = _Lines(path, encoding="utf-8")
    lines.setFormatter(_AsJson())
    return lines


class _Lines(logging.FileHandler):
    """A file that may become full: the run goes on, and says so once."""

    full = False

    def handleError(self, record: logging.LogRecord) -> None:
        """Warn once, as the run goes on."""
        if not self.full:
            self.full = True
            say_error("warning", f"{OPTION}: cannot write to {self.baseFilename}. The run goes on.")


class _AsJson(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, event, fields, and the process."""
        return json.dumps(
            {
                "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
                "level": record.levelname.lower(),
                "event": record.getMessage(),
                **getattr(record, "fields", {}),
                "host": platform.node(),
                "process": record.process,
            },
            default=str,
        )

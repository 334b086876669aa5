"""All results about a log, as JSON and as a CSV file."""

import csv
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from judging.actions import Names
from judging.log import Log
from judging.losses import Judged, JudgedGame
from judging.players import Player, players_of
from judging.regions import Region, regions_of
from playing.state import Rules
from solvers.errors import InvalidRules, unwritable
from solvers.questions.parameter import Value
from storage.cells import as_text

# Columns that are added to the log.
JUDGED = ("best", "win_probability", "loss", "luck")
DIGITS = "{:.12g}"


@dataclass(frozen=True)
class Report:
    """The results of a judged log.

    Parameters
    ----------
    title, unit : of the game
    parameters : parameters of its question, by name
    rules : rules of the game
    log : the log
    games : the judged games
    residual : certificate of the win probabilities: residual of a backup by another route
    """

    title: str
    unit: str
    parameters: Mapping[str, Value]
    rules: Rules
    log: Log
    games: Sequence[JudgedGame]
    residual: float

    @cached_property
    def _names(self) -> Names:
        return Names(self.rules)

    @property
    def players(self) -> list[Player]:
        """The results of each player, by rising loss in a game."""
        return players_of(self.games)

    @property
    def regions(self) -> list[Region]:
        """Errors by region, the costliest first."""
        return regions_of(self.games, self.rules.goal)

    @property
    def worst(self) -> list[tuple[JudgedGame, Judged]]:
        """Decisions with a loss, the costliest first."""
        lost = [(game, one) for game in self.games for one in game.judged if not one.is_right]
        return sorted(lost, key=lambda pair: -pair[1].loss)

    @property
    def broken_off(self) -> list[str]:
        """Games whose end is not in the log."""
        return [game.played.name for game in self.games if game.played.winner is None]

    def name_of(self, one: Judged, place: int) -> str:
        """Return the name of a choice.

        Parameters
        ----------
        one : a decision
        place : a possible choice
        """
        return self._names.of(one.decided.state, place)


def document(report: Report) -> dict[str, Any]:
    """Return a report for JSON; probabilities are fractions of 1, losses and luck over all games are wins.

    Parameters
    ----------
    report : the judged log
    """
    return {
        "game": report.title,
        "unit": report.unit,
        "parameters": dict(report.parameters),
        "residual": report.residual,
        "players": [_player(own) for own in report.players],
        "games": [_game(own) for own in report.games],
        "worst": [_decision(report, *own) for own in report.worst],
        "regions": [_region(own) for own in report.regions],
    }


def write_decisions(report: Report, path: str) -> Path:
    """Write the log with further columns: best choice, win probability before it, loss, and luck of the roll.

    Parameters
    ----------
    report : the judged log
    path : path of a CSV file; an existing file is replaced, unless it is the log

    Raises
    ------
    InvalidRules
        if the file cannot be written
    """
    target = Path(path)
    if target.exists() and target.samefile(report.log.path):
        raise InvalidRules(f"--decisions: {path} is the log itself. Choose another path.")
    partial = target.with_name(f".{target.name}.partial")
    try:
        with partial.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(_rows(report))
        os.replace(partial, target)
    except OSError as error:
        raise unwritable("--decisions", path, error) from None
    return target


def _rows(report: Report) -> Iterator[Sequence[str]]:
    kept = [place for place, name in enumerate(report.log.columns) if name not in JUDGED]
    yield [*(report.log.columns[place] for place in kept), *JUDGED]
    judged = {one.decided.row.line: one for game in report.games for one in game.judged}
    for row in report.log.rows:
        one, cells = judged[row.line], (*row.cells, *[""] * len(report.log.columns))
        chances = max(one.worths.values()), one.loss, one.luck
        numbers = ("" if chance is None else DIGITS.format(chance) for chance in chances)
        yield [*(as_text(cells[place]) for place in kept), report.name_of(one, one.best), *numbers]


def _player(player: Player) -> dict[str, Any]:
    return {
        "player": player.name,
        "games": player.games,
        "won": player.won,
        "decisions": player.choices,
        "right": player.right,
        "lost_a_decision": player.lost_a_decision,
        "lost_a_game": player.lost_a_game,
        "luck_a_game": player.luck_a_game,
        "wins": asdict(player.account),
    }


def _game(game: JudgedGame) -> dict[str, Any]:
    played = game.played
    return {
        "game": played.name,
        "players": list(played.players),
        "winner": None if played.winner is None else played.players[played.winner],
        "chances": [asdict(game.account(seat)) for seat in (0, 1)],
    }


def _decision(report: Report, game: JudgedGame, one: Judged) -> dict[str, Any]:
    row = one.decided.row
    return {
        "line": row.line,
        "game": row.game,
        "player": game.played.players[one.player],
        "banked": row.banked,
        "opponent": row.opponent,
        "turn_total": row.turn_total,
        "action": report.name_of(one, one.decided.place),
        "best": report.name_of(one, one.best),
        "loss": one.loss,
    }


def _region(region: Region) -> dict[str, Any]:
    where = region.where
    return {
        "player": region.player,
        "error": where.error.name.lower(),
        "turn_total": [where.least, where.most],
        "ahead": [where.behind, where.ahead],
        "times": region.times,
        "lost": region.lost,
    }

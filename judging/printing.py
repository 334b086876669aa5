"""Print a report on 80 columns."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from judging.losses import Judged, JudgedGame
from judging.players import Player
from judging.report import Report
from solvers.wording.counts import some

MOST_PLAYERS, MOST_WORST, MOST_REGIONS, MOST_NAMES = 20, 10, 10, 5


def print_report(report: Report, console: Console) -> None:
    """Print a report.

    Parameters
    ----------
    report : the judged log
    console : where to print
    """
    played = some(len(report.games), "game")
    throws = some(len(report.log.rows), "row")
    goal = f"{report.rules.goal} {report.unit}"
    console.print(f"[bold]{escape(report.title)}[/] to {goal}: {played}, {throws}.", soft_wrap=True)
    for line in _broken_off(report.broken_off):
        console.print(line, markup=False)
    players = report.players
    for table in (_players(players), _wins(players)):
        console.print()
        console.print(table)
    if len(players) > MOST_PLAYERS:
        console.print(f"... and {len(players) - MOST_PLAYERS} more; --json lists all.")
    worst = report.worst
    if not worst:
        console.print("\nEvery decision was the best one.")
        return
    for table in (_worst(report, worst), _regions(report, players)):
        console.print()
        console.print(table)


def _broken_off(names: Sequence[str]) -> Iterator[str]:
    if names:
        told = ", ".join(names[:MOST_NAMES]) + (", ..." if len(names) > MOST_NAMES else "")
        ends = "ends" if len(names) == 1 else "end"
        yield f"{some(len(names), 'game')} {ends} before anybody wins ({told}). Those rows are judged, too."


def _players(players: Sequence[Player]) -> Table:
    table = _table("Losses and luck, in percent of a win", "player")
    for name in ("games", "won", "decisions", "right", "lost per decision", "lost per game", "luck per game"):
        table.add_column(name, justify="right")
    for player in players[:MOST_PLAYERS]:
        right = _percent(player.right / player.choices, 1) if player.choices else ""
        counts = (player.games, player.won, player.choices)
        losses = _percent(player.lost_a_decision), _percent(player.lost_a_game)
        table.add_row(
            escape(player.name), *map(str, counts), right, *losses, _percent(player.luck_a_game, 2, "+")
        )
    return table


def _wins(players: Sequence[Player]) -> Table:
    table = _table("Where the wins come from", "player")
    for name in ("seat", "own dice", "other's dice", "own errors", "other's errors", "total"):
        table.add_column(name, justify="right")
    for player in players[:MOST_PLAYERS]:
        own = player.account
        parts = (own.own_luck, own.other_luck, own.own_losses, own.other_losses)
        table.add_row(
            escape(player.name),
            f"{own.start:.2f}",
            *(_number(part, sign="+") for part in parts),
            f"{own.end:.2f}",
        )
    return table


def _worst(report: Report, worst: Sequence[tuple[JudgedGame, Judged]]) -> Table:
    shown = worst[:MOST_WORST]
    table = _table(f"The costliest of {some(len(worst), 'error')}", "line")
    for name in ("game", "player", "scores", "at risk", "played", "best"):
        table.add_column(name)
    table.add_column("lost", justify="right")
    for game, one in shown:
        row = one.decided.row
        table.add_row(
            str(row.line),
            escape(row.game),
            escape(game.played.players[one.player]),
            f"{row.banked}-{row.opponent}",
            str(row.turn_total),
            *(escape(report.name_of(one, place)) for place in (one.decided.place, one.best)),
            _percent(one.loss),
        )
    return table


def _regions(report: Report, players: Sequence[Player]) -> Table:
    table = _table("Errors by region", "player")
    for name in ("error", "at risk", "score"):
        table.add_column(name)
    for name in ("times", "lost per game"):
        table.add_column(name, justify="right")
    games = {player.name: player.games for player in players}
    regions = report.regions
    for region in regions[:MOST_REGIONS]:
        where = region.where
        table.add_row(
            escape(region.player),
            where.error.value,
            where.turn_total,
            where.score,
            str(region.times),
            _percent(region.lost / games[region.player]),
        )
    if len(regions) > MOST_REGIONS:
        table.add_row("...", f"{len(regions) - MOST_REGIONS} more; --json lists all")
    return table


def _table(title: str, first: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first)
    return table


def _percent(chance: float, digits: int = 2, sign: str = "") -> str:
    return f"{_number(100.0 * chance, digits, sign)} %"


def _number(number: float, digits: int = 2, sign: str = "") -> str:
    """A number with fixed decimals; 0 has no minus sign."""
    return f"{round(number, digits) + 0.0:{sign}.{digits}f}"

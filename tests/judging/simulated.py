"""Games that are played with plain dice by plain rules, written down as a log; nothing of `flows` is used."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from solvers.games import pig

COLUMNS = ("game", "player", "seat", "banked", "opponent", "turn_total", "position", "action")
# What may be decided, in words, and the points given up and the throw that it leads to; None to hold.
Choice = tuple[str, tuple[int, int] | None]
# Function of the banked score, the other's, the turn total and the choices that gives one of these.
Player = Callable[[int, int, int, Sequence[Choice]], Choice]


class Game(NamedTuple):
    """A game: its rows without the header, and who won, 0 or 1."""

    rows: list[tuple[str, ...]]
    winner: int


def hold_at(hold: int) -> Player:
    """Who holds at a turn total, and throws the first thing there is below it."""

    def decide(banked: int, other: int, turn_total: int, choices: Sequence[Choice]) -> Choice:
        return choices[0] if choices[0][1] is None and turn_total >= hold else choices[-1]

    return decide


def at_random(chance: random.Random) -> Player:
    """Who does anything."""

    def decide(banked: int, other: int, turn_total: int, choices: Sequence[Choice]) -> Choice:
        return chance.choice(choices)

    return decide


def by_table(rolls: Any) -> Player:
    """Who throws where int8[banked, opponent, turn_total] says so."""

    def decide(banked: int, other: int, turn_total: int, choices: Sequence[Choice]) -> Choice:
        return choices[int(rolls[banked, other, turn_total])] if turn_total else choices[0]

    return decide


def play(
    turn: Any,
    goal: int,
    players: Sequence[Player],
    chance: random.Random,
    game: str = "1",
    names: Sequence[str] = ("", ""),
) -> Game:
    """A game of a turn, as plain data."""
    scores, mover, rows = [0, 0], 0, list[tuple[str, ...]]()
    while True:
        own, other = scores[mover], scores[1 - mover]
        total, position = 0, None
        choices: list[Choice] = [(turn.throws[opening].name, (0, opening)) for opening in turn.openings]
        while True:
            chosen = players[mover](own, other, total, choices)
            several = position is not None and len(turn.positions) > 1
            where = turn.positions[position].name if several else ""
            numbers = map(str, (mover + 1, own, other, total))
            rows.append((game, names[mover], *numbers, where, chosen[0]))
            if chosen[1] is None:
                scores[mover] += total
                break
            given_up, throw = chosen[1]
            result = fallen(turn.throws[throw], chance)
            if result is None or result == "wipe":
                scores[mover] = 0 if result else own + turn.least_score
                break
            total += result.gain - given_up
            position = result.position
            must = turn.positions[position].must_throw
            choices = [] if must or own + total < turn.entry else [("hold", None)]
            if must or own + total < goal:
                choices += [
                    (named(turn.throws[way.throw].name, way.given_up), (way.given_up, way.throw))
                    for way in turn.positions[position].ways
                ]
        if scores[mover] >= goal:
            return Game(rows, mover)
        mover = 1 - mover


def named(throw: str, given_up: int) -> str:
    """What a way is called."""
    return f"{throw} for {given_up} less" if given_up else throw


def fallen(throw: Any, chance: random.Random) -> Any:
    """An outcome, "wipe", or None for a bust."""
    left = chance.random()
    for outcome in throw.outcomes:
        left -= float(outcome.probability)
        if left < 0:
            return outcome
    return "wipe" if left < throw.wipe else None


def text(games: Sequence[Game]) -> str:
    """A log of games."""
    rows = [COLUMNS, *(row for game in games for row in game.rows)]
    return "".join(",".join(f'"{cell}"' if "," in cell else cell for cell in row) + "\n" for row in rows)


def written(games: Sequence[Game], path: Path) -> str:
    """The path of a log of games."""
    path.write_text(text(games), encoding="utf-8")
    return str(path)


def example() -> str:
    """The log that comes along: Ann holds at 20, Ben at 25, and they begin in turn."""
    chance = random.Random(7)
    seats = [(hold_at(20), hold_at(25)), (hold_at(25), hold_at(20))]
    names = [("Ann", "Ben"), ("Ben", "Ann")]
    games = (play(pig.turn(), 100, seats[n % 2], chance, str(n + 1), names[n % 2]) for n in range(20))
    return text(
        [Game([(*row[:-1], row[-1].replace("die", "roll")) for row in own.rows], own.winner) for own in games]
    )

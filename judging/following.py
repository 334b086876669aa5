"""Reconstruct games from the rows of a log: what the dice did between two rows, and whether that is possible.

After a hold the opponent moves. After a roll that scored the next row is of the same seat, otherwise of the
opponent: busts and wipes have no row of their own. So each row follows from the one before, or is a mistake.
Only the first mistake of a game is reported, as later ones may follow from it.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace

from configs.errors import shown
from judging.actions import Names
from judging.decided import Decided, Played
from judging.log import Log, Row
from judging.mistakes import Mistake, Refused, refuse
from playing.state import Rules, State
from playing.throwing import BUST, WIPE
from solvers.games.turn import HOLD
from solvers.wording.counts import either, some

MOST_NAMED = 12
EVERY = "Write a row for every roll and every hold of both players."


def games_of(log: Log, rules: Rules) -> list[Played]:
    """Return the games of a log, in the order in which they begin; their rows may be interleaved.

    Parameters
    ----------
    log : from `read_log`
    rules : rules of the game

    Raises
    ------
    LogError
        if a cell is impossible, or a row does not follow from the one before; one line for each such cell,
        and one for each such game
    """
    rows: dict[str, list[Row]] = {}
    for row in log.rows:
        rows.setdefault(row.game, []).append(row)
    following, names = _Following(rules), {row.player for row in log.rows if row.player}
    games: list[Played] = []
    mistakes = [*log.mistakes]
    for name, own in rows.items():
        try:
            games.append(Played(name, _players(own, names), following.decided(own)))
        except Refused as refused:
            mistakes.append(refused.mistake)
    refuse(log.path, mistakes)
    return games


def _players(rows: Sequence[Row], names: Set[str]) -> tuple[str, str]:
    """The players of both seats; if the log has two players, the one without a row has the other seat."""
    seats: dict[int, Row] = {}
    for row in rows:
        known = seats.setdefault(row.seat, row)
        if row.player != known.player:
            rule = f"{shown(known.player)}, who has seat {row.seat} in line {known.line}"
            remedy = "A player keeps one seat for a whole game."
            raise Refused(Mistake(row.line, "player", rule, shown(row.player), remedy))
    other = names - {row.player for row in seats.values()}
    absent = next(iter(other)) if len(names) == 2 and len(other) == 1 else ""
    found = [seats[seat].player if seat in seats else absent for seat in (1, 2)]
    return found[0] or "seat 1", found[1] or "seat 2"


class _Following:
    """Follows the rows of games, one after the other."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._turn, self._names = rules, rules.turn, Names(rules)

    def decided(self, rows: Iterable[Row]) -> tuple[Decided, ...]:
        """Return the decisions of a game and their results."""
        found: list[Decided] = []
        for row in rows:
            if found:
                state = self._next(found[-1], row)
                found[-1] = replace(found[-1], after=state)
            else:
                remedy = "A log holds each game from its first turn."
                state = _met(row, [State()], "at the start of a game", remedy)
                _check_opens(row)
            found.append(self._taken(row, state))
        return (*found[:-1], self._last(found[-1]))

    def _taken(self, row: Row, state: State) -> Decided:
        """The decision of a row; the next row shows the result of a roll."""
        place = self._names.called(state).get(row.action.casefold())
        if place is None:
            raise Refused(self._impossible(row, [state]))
        return Decided(row, state, place, self._rules.held(state) if place == HOLD else None)

    def _last(self, last: Decided) -> Decided:
        """The last decision: there is no row after a bust that scores the last points needed."""
        if last.place == HOLD:
            return last
        won = [after for after in self._lost(last.state, last.place) if after.winner is not None]
        return replace(last, after=won[0] if won else None)

    def _lost(self, state: State, place: int) -> list[State]:
        """Possible states after a roll that did not score."""
        throw = self._turn.throws[self._rules.throw(state, place)]
        results = [result for result, chance in ((BUST, throw.bust), (WIPE, throw.wipe)) if chance]
        return list(dict.fromkeys(self._rules.thrown(state, place, (), result) for result in results))

    def _next(self, before: Decided, row: Row) -> State:
        """The state in a row that follows another."""
        line = before.row.line
        if before.place != HOLD and row.seat == before.row.seat:
            same = replace(before.state, turn_total=row.turn_total)
            _met(row, [same], f"as in line {line} of the same turn", EVERY)
            return self._scored(before, row)
        if before.after is not None:
            ends, why = [before.after], f"after the hold in line {line}"
            remedy = EVERY
        else:
            ends = self._lost(before.state, before.place)
            why = f"after the roll in line {line}, which lost the turn"
            remedy = "Write a row for every hold, and for the first roll of every turn."
        if all(state.winner is not None for state in ends):
            wrong = f"{shown(row.game)} ended in line {line} and cannot have another row"
            raise Refused(Mistake(row.line, "game", wrong, "", "Give each game its own name."))
        after = _met(row, ends, why, remedy)
        _check_opens(row)
        return after

    def _scored(self, before: Decided, row: Row) -> State:
        """The state after a roll that has scored."""
        at_risk = self._rules.before(before.state, before.place)
        throw = self._turn.throws[self._rules.throw(before.state, before.place)]
        gain = row.turn_total - at_risk
        led = sorted({outcome.position for outcome in throw.outcomes if outcome.gain == gain})
        if not led:
            totals = sorted({at_risk + outcome.gain for outcome in throw.outcomes})
            rule = f"{_listed(list(map(str, totals)))} after the roll in line {before.row.line}"
            remedy = "After a roll that loses the turn, the next row is of the other seat."
            raise Refused(Mistake(row.line, "turn_total", rule, str(row.turn_total), remedy))
        states = [replace(before.state, turn_total=row.turn_total, position=position) for position in led]
        if row.position:
            states = [own for own in states if self._name(own).casefold() == row.position.casefold()]
            if not states:
                names = _listed([shown(self._turn.positions[place].name) for place in led])
                rule = f"{names}, after a gain of {gain} in line {before.row.line}"
                raise Refused(Mistake(row.line, "position", rule, shown(row.position)))
        return self._only(row, states)

    def _only(self, row: Row, states: Sequence[State]) -> State:
        """The one of several possible positions in which the decision is possible."""
        fitting = [own for own in states if row.action.casefold() in self._names.called(own)]
        if not fitting:
            raise Refused(self._impossible(row, states))
        at = [self._turn.positions[own.position or 0] for own in fitting]
        ways = {(position.ways, position.must_throw) for position in at}
        if len(ways) > 1 and self._rules.goes_on(fitting[0]):
            names = _listed([shown(self._name(own)) for own in fitting])
            got = shown(row.position) if row.position else "nothing"
            remedy = "The roll before can lead to each of them, so write which."
            raise Refused(Mistake(row.line, "position", names, got, remedy))
        return fitting[0]

    def _impossible(self, row: Row, states: Sequence[State]) -> Mistake:
        """The error for an action of the game that is impossible here."""
        names = list(dict.fromkeys(name for own in states for name in self._names.called(own)))
        reached = states[0].banked + states[0].turn_total >= self._rules.goal
        why = f", as the goal of {self._rules.goal} is reached" if reached else " here"
        return Mistake(row.line, "action", f"{_listed(names)}{why}", shown(row.action))

    def _name(self, state: State) -> str:
        return self._turn.positions[state.position or 0].name


def _met(row: Row, states: Sequence[State], why: str, remedy: str) -> State:
    """The one of several states that fits a row."""
    columns: tuple[tuple[str, int, Callable[[State], int]], ...] = (
        ("seat", row.seat, lambda state: state.mover + 1),
        ("banked", row.banked, lambda state: state.banked),
        ("opponent", row.opponent, lambda state: state.other),
        ("turn_total", row.turn_total, lambda state: state.turn_total),
    )
    for column, got, of in columns:
        met = [state for state in states if of(state) == got]
        if not met:
            right = _listed(list(dict.fromkeys(str(of(state)) for state in states)))
            raise Refused(Mistake(row.line, column, f"{right} {why}", str(got), remedy))
        states = met
    return states[0]


def _check_opens(row: Row) -> None:
    """Refuse a position before a turn's first roll."""
    if row.position:
        rule = "nothing at the start of a turn"
        raise Refused(Mistake(row.line, "position", rule, shown(row.position), "Empty this cell."))


def _listed(names: Sequence[str]) -> str:
    """Names or numbers in a sentence, at most as many as fit."""
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:MOST_NAMED])} or {some(len(names) - MOST_NAMED, 'other')}"
    return either(names)

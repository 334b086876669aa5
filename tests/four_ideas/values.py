"""What each standing is worth to every seat: choices, their linear equations, then better choices."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any, Literal

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from solvers.games.turn import Turn
from tests.four_ideas.contests import BUST, Contest, Ended, Result, Standing
from tests.four_ideas.turns import Ends, Number, chances, ends, far, results

# What a player does who plays as is best among equals, whoever the others are.
OPTIMAL: Literal["optimal"] = "optimal"
# Who plays as wins most against the others, where something else is counted.
REPLY: Literal["reply"] = "reply"
# A player: None chooses what is worth most to it; a rule says by standing and turn total whether it holds.
Player = Callable[[Standing, int], bool] | Literal["optimal", "reply"] | None
Worth = tuple[Number, ...]
MOST_ROUNDS = 60
# Who plays as among equals must take the same one of equal choices as solvers do, which floats blur.
DIGITS = 12


def hold_at(points: int) -> Player:
    """The player who holds at a turn total."""
    return lambda standing, total: total >= points


class NoChoicesStay(Exception):
    """Better choices lead to better ones for ever, as they may among three."""


class Values:
    """What standings are worth, those of the whole contest that can be reached from some.

    Parameters
    ----------
    turn, contest : the game
    players : by seat
    wanted : the standings that are asked about
    number : Fraction, or float
    digits : how many decimals tell choices apart; of equal ones the first is taken, which is to hold
    """

    def __init__(
        self,
        turn: Turn,
        contest: Contest,
        players: tuple[Player, ...],
        wanted: Iterable[Standing],
        number: type = float,
        digits: int | None = None,
    ) -> None:
        self.digits = digits
        self.turn, self.contest, self.players, self.number = turn, contest, players, number
        self.far, self.known = far(turn), dict[Standing, Worth]()
        self.throws = chances(turn, number)
        # Each end of a turn is come by again and again, and each turn looks as far as many others.
        self.after, self.results = cache(self._after), cache(partial(results, turn))
        self.played = cache(partial(self._ends, value=None))
        # Where those who play for something else choose as they do.
        self.played_for: dict[Player, Values] = {}
        if OPTIMAL in players:
            self.played_for[OPTIMAL] = among_equals(turn, contest.played_for, len(players), number)
        if REPLY in players:
            replying = tuple(None if player == REPLY else player for player in players)
            self.played_for[REPLY] = Values(turn, contest.played_for, replying, [], number, DIGITS)
        self._solve_all(list(wanted))

    def __getitem__(self, standing: Standing) -> Worth:
        """What it is worth to each seat."""
        return self.known[standing]

    def backup(self, standing: Standing, known: Callable[[Standing], Worth]) -> Worth:
        """What a standing is worth if the next ones are worth so much."""
        parts = self._ends(standing, known) if self._chooses(standing) else self.played(standing)
        return self._mean(standing, parts, known)

    def _chooses(self, standing: Standing) -> bool:
        return self.players[standing.mover] is None

    def _mean(self, standing: Standing, parts: Ends, known: Callable[[Standing], Worth]) -> Worth:
        rows = [(chance, self._worth(standing, result, known)) for result, chance in parts.items()]
        each = self.contest.each_turn
        return tuple(
            each + sum(chance * row[seat] for chance, row in rows) for seat in range(len(rows[0][1]))
        )

    def _after(self, standing: Standing, result: Any) -> Standing | Ended:
        """Where a turn leads, in numbers of the type that is asked for."""
        after = self.contest.after(standing, result)
        return Ended(tuple(map(self.number, after.won))) if isinstance(after, Ended) else after

    def _worth(self, standing: Standing, result: Any, known: Callable[[Standing], Worth]) -> Worth:
        after = self.after(standing, result)
        return after.won if isinstance(after, Ended) else known(after)

    def _ends(self, standing: Standing, value: Callable[[Standing], Worth] | None) -> Ends:
        """How a turn ends; of a player who chooses, by what comes after it."""
        player, to_beat = self.players[standing.mover], self.contest.to_beat(standing)
        if player in self.played_for:
            return self._ends_as_in(self.played_for[player], standing)
        entry = self.contest.lacks(standing, self.turn.entry)
        enough = max(self.contest.enough(standing, self.far), entry)

        def worth(result: Result) -> Number:
            return 0 if value is None else self._worth(standing, result, value)[standing.mover]

        def holds(total: int) -> bool:
            if to_beat is not None:
                return total >= to_beat
            assert callable(player)
            return self.contest.is_won(standing, total) or player(standing, total)

        found = ends(
            self.turn,
            self.throws,
            enough,
            entry,
            worth=cache(worth),
            holds=None if player is None else holds,
            digits=self.digits,
        )
        passed = self.turn.least_score or BUST
        if self.contest.may_pass and worth(passed) > sum(part * worth(end) for end, part in found.items()):
            return {passed: 1}
        return found

    def _ends_as_in(self, other: "Values", standing: Standing) -> Ends:
        other._solve_all([standing])
        return other._ends(standing, other.known.__getitem__)

    def _next(self, standing: Standing) -> set[Standing]:
        if self._chooses(standing):
            entry = self.contest.lacks(standing, self.turn.entry)
            found = self.results(max(self.contest.enough(standing, self.far), entry))
            if self.contest.may_pass:
                found = found | {self.turn.least_score or BUST}
        else:
            found = set(self.played(standing))
        leads = (self.after(standing, result) for result in found)
        return {after for after in leads if isinstance(after, Standing)}

    def _solve_all(self, waiting: list[Standing]) -> None:
        """One cluster of standings that lead to each other after the other, the last ones first."""
        waiting = [standing for standing in waiting if standing not in self.known]
        if not waiting:
            return
        leads: dict[Standing, set[Standing]] = {}
        while waiting:
            if (standing := waiting.pop()) not in leads:
                leads[standing] = self._next(standing)
                waiting += leads[standing]
        place = {standing: index for index, standing in enumerate(leads)}
        edges = [(place[one], place[other]) for one, after in leads.items() for other in after]
        rows, columns = zip(*edges, strict=True) if edges else ((), ())
        graph = csr_array((np.ones(len(edges)), (rows, columns)), shape=(len(leads), len(leads)))
        label = connected_components(graph, connection="strong")[1]
        clusters: dict[int, list[Standing]] = {}
        for standing, index in place.items():
            clusters.setdefault(label[index], []).append(standing)

        def solve(own: int) -> None:
            for standing in clusters[own]:
                for after in leads[standing]:
                    if after not in self.known and label[place[after]] != own:
                        solve(label[place[after]])
            self._solve(clusters[own], any(after in clusters[own] for after in leads[clusters[own][0]]))

        for own in clusters:
            if clusters[own][0] not in self.known:
                solve(own)

    def _solve(self, cluster: list[Standing], leads_back: bool) -> None:
        if not leads_back:
            (standing,) = cluster
            self.known[standing] = self.backup(standing, self.known.__getitem__)
            return
        seats = len(cluster[0].scores)
        guess = {standing: (self.number(Fraction(1, seats)),) * seats for standing in cluster}
        before: list[Ends] = []
        for _ in range(MOST_ROUNDS):
            known = _Both(guess, self.known)
            chosen = [
                self._ends(standing, known.__getitem__) if self._chooses(standing) else self.played(standing)
                for standing in cluster
            ]
            if chosen == before:
                self.known.update(guess)
                return
            before, last, guess = chosen, guess, self._linear(cluster, chosen)
            # Floats may prefer now one and now the other of choices that are worth the same.
            if self.number is float and _change(last, guess) < 1e-15:
                self.known.update(guess)
                return
        raise NoChoicesStay(cluster)

    def _linear(self, cluster: list[Standing], chosen: list[Ends]) -> dict[Standing, Worth]:
        """What a cluster is worth with these choices."""
        seats, place = len(cluster[0].scores), {standing: index for index, standing in enumerate(cluster)}
        rows = []
        nothing = (self.number(0),) * seats
        for index, (standing, parts) in enumerate(zip(cluster, chosen, strict=True)):
            row = [self.number(0)] * len(cluster)
            row[index] += 1
            for result, chance in parts.items():
                after = self.after(standing, result)
                if after in place:
                    row[place[after]] -= chance
            outside = _Both(dict.fromkeys(cluster, nothing), self.known)
            rows.append(row + list(self._mean(standing, parts, outside.__getitem__)))
        found = eliminate(rows) if self.number is Fraction else _with_numpy(rows)
        return {standing: tuple(found[place[standing]]) for standing in cluster}


@lru_cache(maxsize=1)
def among_equals(turn: Turn, contest: Contest, seats: int, number: type) -> Values:
    """All play for the win; what a standing is worth is found when it is asked for."""
    return Values(turn, contest, (None,) * seats, [], number, DIGITS)


def _change(last: dict[Standing, Worth], now: dict[Standing, Worth]) -> Number:
    return max(
        abs(one - other) for at, worth in now.items() for one, other in zip(worth, last[at], strict=True)
    )


class _Both(dict[Standing, Worth]):
    """A guess, and what is known besides."""

    def __init__(self, guess: dict[Standing, Worth], known: dict[Standing, Worth]) -> None:
        super().__init__(guess)
        self.known = known

    def __missing__(self, standing: Standing) -> Worth:
        return self.known[standing]


def _with_numpy(rows: list[list[float]]) -> list[list[float]]:
    system = np.array(rows)
    return np.linalg.solve(system[:, : len(rows)], system[:, len(rows) :]).tolist()


def eliminate(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Solve linear equations, each a row of coefficients and right sides."""
    count = len(rows)
    for pivot in range(count):
        first = rows[pivot][pivot]
        # Most of a row is 0, of which fractions take as long to say that it stays.
        rows[pivot] = [number / first if number else number for number in rows[pivot]]
        for other in range(count):
            if other != pivot and (factor := rows[other][pivot]):
                rows[other] = [
                    own - factor * part if part else own
                    for own, part in zip(rows[other], rows[pivot], strict=True)
                ]
    return [row[count:] for row in rows]

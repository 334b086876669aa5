"""The solvers by themselves: ours, the C floor, and what else can do the job."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from solvers.alone.one_turn import best_turn
from solvers.at_once.any_rule import best_response_any_rule
from solvers.at_once.best_response import best_response
from solvers.at_once_equilibrium.solve import equilibrium
from solvers.fixed.hold_at_pairs import hold_at_pairs
from solvers.games import pig, ten_thousand
from solvers.in_turn import best
from solvers.in_turn.pairs import new_row
from solvers.in_turn.seat import Seats, in_the_ring, race_seat
from solvers.matrix_games import matrix_game
from solvers.race import solve as race
from solvers.race.certificate import residual
from solvers.race_of_many import solve as race_of_many
from tests.bench import peers
from tests.bench.contest import Called, Contest
from tests.bench.floor import COMPILER, FLOOR, Floor, build
from tests.bench.samples import OURS

PIG = pig.turn()
TEN_THOUSAND = ten_thousand.turn()
Way = Callable[[], float]
ALL = range(1, 101)


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : an empty directory, where the floor is built
    left_out : is told who cannot take part, and why
    """
    floor = build(scratch)
    if floor is None:
        left_out.append(f"{FLOOR}: expected a compiler, got no {COMPILER} on the path.")
    left_out += peers.not_installed()
    return [*_with_floor(floor), *_with_peers(floor), *_alone()]


def race_kernel(goal: int) -> Way:
    """The kernel alone: no compiled rules, no workspace, no certificate in the time."""
    seat, row = race_seat(PIG, goal), new_row(goal)
    alike = in_the_ring(seat)
    seats = Seats(alike, alike)

    def solve() -> float:
        unsettled = best._solve(goal, True, False, seats, None, row)
        return 1.0 - float(seat.handed[0, 0]) if unsettled <= 0.0 else float("nan")

    return solve


def race_certificate(goal: int) -> Way:
    """The certificate alone; its answer is the residual."""
    value = race.optimal_play(PIG, goal).value
    return lambda: residual(PIG, goal, value)


def _race(goal: int) -> Way:
    return lambda: race.optimal_play(PIG, goal).win_probability


def _response(goal: int, *hold_at: int) -> Way:
    return lambda: best_response(PIG, goal, hold_at).win_probability


def _beside(
    floor: Floor | None, ours: Way, theirs: Callable[[Floor], float], others: Mapping[str, Way]
) -> dict[str, Called]:
    """Ours, the floor if there is one, and others."""
    ways = {OURS: ours, **({} if floor is None else {FLOOR: lambda: theirs(floor)}), **others}
    return {name: Called(way) for name, way in ways.items()}


def _with_floor(floor: Floor | None) -> list[Contest]:
    """What the floor does, too; without one ours stands alone."""

    def raced(goal: int, way: Way, how: str) -> Contest:
        return Contest(f"race to {goal}, {how}", _beside(floor, way, lambda floor: floor.race(goal), {}))

    def answered(to: str, *hold_at: int) -> Contest:
        who = _beside(floor, _response(100, *hold_at), lambda floor: floor.response(100, hold_at), {})
        return Contest(f"response to {to}, certified", who)

    to_each = _beside(
        floor,
        lambda: sum(best_response(PIG, 100, (n,)).win_probability for n in ALL),
        lambda floor: sum(floor.response(100, (n,)) for n in ALL),
        {},
    )
    return [
        raced(100, race_kernel(100), "kernel"),
        raced(500, race_kernel(500), "kernel"),
        raced(100, _race(100), "certified"),
        raced(500, _race(500), "certified"),
        answered("one, hold at 25", 25),
        answered("two, hold at 25 and 25", 25, 25),
        answered("two, hold at 20 and 30", 20, 30),
        Contest("responses to one, hold at 1 to 100, certified", to_each),
    ]


def _with_peers(floor: Floor | None) -> list[Contest]:
    """What solvers of any Markov decision process, or of any matrix game, can do."""
    payoff = np.random.default_rng(0).random((50, 50))
    races, responses = peers.races(PIG, 40), peers.responses(PIG, 40, 25)
    game = Called(lambda: float(matrix_game.solve(payoff).value))
    return [
        Contest(
            "race to 10, certified",
            _beside(floor, _race(10), lambda floor: floor.race(10), peers.small_races(10)),
        ),
        Contest("race to 40, certified", _beside(floor, _race(40), lambda floor: floor.race(40), races)),
        Contest(
            "response to one to 40, hold at 25, certified",
            _beside(floor, _response(40, 25), lambda floor: floor.response(40, (25,)), responses),
        ),
        Contest(
            "matrix game, 50 by 50 random numbers",
            {OURS: game, **{name: Called(way) for name, way in peers.matrix_games(payoff).items()}},
        ),
    ]


def _alone() -> list[Contest]:
    """What nothing else does that we know of, without a program written for it."""
    ways: dict[str, Way] = {
        "race to 100, certificate by itself": race_certificate(100),
        "any stopping rule to two, hold at 25 and 25, certified": lambda: (
            best_response_any_rule(PIG, 100, (25, 25)).win_probability
        ),
        "hold at 1 to 100 against hold at 1 to 100, certified": lambda: float(
            hold_at_pairs(PIG, 100).win_probability[24, 24]
        ),
        "equilibrium of simultaneous Pig to 100, certified": lambda: equilibrium(PIG, 100).win_probability,
        "race of three to 100, certified": lambda: float(
            race_of_many.optimal_play(PIG, 100).win_probability[0]
        ),
        "Ten Thousand, one turn, certified": lambda: best_turn(TEN_THOUSAND).expected_score,
        "Ten Thousand, race to 10 000, certified": lambda: (
            race.optimal_play(TEN_THOUSAND, 200).win_probability
        ),
    }
    return [Contest(what, {OURS: Called(way)}) for what, way in ways.items()]

"""The best response to a plan in a race of any turn, and what a plan gives away.

The recursion is that of `race_response`: with V and U the responder's chances to win if it, or the plan, is
about to move, the plan's turn makes U = constant + stay V of the same state, stay its chance to bust, and the
turn kernel makes V = F(U). Only where the plan's turns come from is another: they are played out before, by
what the plan lacks to the goal.
"""

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.errors import expected
from solvers.fixed.given_away import GivenAway
from solvers.fixed.newton import Scratch, new_scratch, newton
from solvers.fixed.race_response import RaceResponse
from solvers.fixed.settling import settle
from solvers.games.plan import Plan
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.plans.head_to_head import head_to_head
from solvers.race.policy import Turns
from solvers.race.solve import optimal_play
from solvers.turns.backward import LANES, choose, rows
from solvers.turns.certificate_of_fixed import response_residual
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, looks_at_other, played


def best_response(opponent: Plan, goal: int) -> RaceResponse:
    """Solve the best response to a plan.

    Parameters
    ----------
    opponent : the plan to respond to
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS
        rounds

    Examples
    --------
    >>> from solvers.plans.plans import hold_at
    >>> from solvers.games import pig
    >>> response = best_response(hold_at(pig.turn(), 20), 100)
    >>> print(round(response.wins_first, 4), round(1 - response.wins_second, 4))  # Neller & Presser 2004
    0.5874 0.4776
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    turn = opponent.turn
    value, waiting = respond(turn, opponent.name, played(opponent, goal))
    return RaceResponse(
        turn, opponent, value[None], waiting[None], response_residual(turn, opponent, value, waiting)
    )


def respond(turn: Turn, name: str, turns: PlayedTurns) -> tuple[Array, Array]:
    """The best response to somebody whose turns have been played out.

    Parameters
    ----------
    turn : the game
    name : who is responded to, for an error
    turns : theirs

    Returns
    -------
    value, waiting : float64[banked, opponent], the responder's chance to win if it, or the other, is about to
        move

    Raises
    ------
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS
        rounds
    """
    goal = turns.row.shape[0]
    compiled = tables(turn, goal, every_way=looks_at_other(turns))
    scratch = new_scratch(turn, compiled, goal)
    hold, value = rows(goal, goal + LANES)[None], np.zeros((1, goal, goal))
    settle(
        turn,
        name,
        hold,
        value,
        lambda: _solve(compiled, turn.least_score, turns, scratch, hold[0], value[0]),
    )
    who = f"best response to {name}"
    return chances(value[0], who), chances(np.ascontiguousarray(hold[0, :, :goal]), who)


def given_away(plan: Plan, goal: int) -> GivenAway:
    """Solve both contests against a plan: the best response, and optimal play.

    Raises
    ------
    InvalidRules
        if the goal is less than 2
    NotConverged
        if a solver does not converge
    """
    return GivenAway(best_response(plan, goal), head_to_head(optimal_play(plan.turn, goal), plan, goal))


def openings(response: RaceResponse) -> Shorts:
    """Which of the turn's openings is best, int16[banked, opponent]; of equally good ones the first."""
    turns, choices = _turns(response), list(response.turn.openings)
    goal = response.value.shape[1]
    return np.stack(
        [turns.throws(banked)[:, banked, choices].argmax(axis=1) for banked in range(goal)]
    ).astype(np.int16)


def first_turn(response: RaceResponse) -> Flags:
    """What to do against the plan while nobody has scored, int8[turn_total, position]; a tie holds.

    The numbers are codes of the turn's actions.
    """
    return choose(response.turn, response.waiting_value[0, :, 0], _turns(response).throws(0)[0])[1]


def _turns(response: RaceResponse) -> Turns:
    return Turns(response.turn, response.value.shape[1], response.waiting_value[0])


@jit
def _solve(
    tables: TurnArrays, least: int, turns: PlayedTurns, scratch: Scratch, out_hold: Array, out_value: Array
) -> float:
    """Solve all states, by diagonals of equal i + j.

    Parameters
    ----------
    tables : the turn
    least : what a turn scores at least
    turns : those of the plan, played out
    scratch : memory for one diagonal
    out_hold : float64[i, j], becomes U; comes with guesses of the values after a wipe
    out_value : float64[i, j], becomes V; comes with guesses of the values after a wipe

    Returns
    -------
    How much a value still rose on a diagonal that did not converge, else 0.
    """
    goal = out_value.shape[0]
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        for q in range(high - low + 1):
            i = high - q
            j = low + q
            row = turns.row[j, i]
            worth = turns.wipe[row] * out_value[i, 0]
            stay = turns.bust[row]
            leave = turns.wipe[row] + turns.wins[row]
            for gain in range(turns.span[row, 0], turns.span[row, 1]):
                worth += turns.gain[row, gain] * out_value[i, j + gain]
                leave += turns.gain[row, gain]
            if least > 0:
                worth += stay * (out_value[i, j + least] if j + least < goal else 0.0)
                stay = 0.0
                leave = 1.0
            scratch.constant[q] = worth
            scratch.stay[q] = stay
            scratch.leave[q] = leave
        rising = newton(tables, least, low, high, scratch, out_hold, out_value)
        if rising > 0.0:
            return rising
    return 0.0

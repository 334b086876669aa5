"""The best response to a plan in a race of any turn, and what a plan gives away.

The recursion is that of `race_response`: with V and U the responder's chances to win if it, or the plan, is
about to move, the plan's turn makes U = constant + stay V of the same state, stay its chance to bust, and the
turn kernel makes V = F(U). Only where the plan's turns come from is another: they are played out before, by
what the plan lacks to the goal.
"""

from solvers.arrays import Flags, Shorts
from solvers.errors import expected
from solvers.fixed.given_away import GivenAway
from solvers.fixed.race_response import RaceResponse, respond
from solvers.games.plan import Plan
from solvers.in_turn.inside import Inside, in_a_race
from solvers.plans.head_to_head import head_to_head
from solvers.race.solve import optimal_play
from solvers.turns.certificate_of_fixed import response_residual
from solvers.turns.played import played


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
    return _inside(response).openings()


def first_turn(response: RaceResponse) -> Flags:
    """What to do against the plan while nobody has scored, int8[turn_total, position]; a tie holds.

    The numbers are codes of the turn's actions.
    """
    return _inside(response).turn_at(0, 0)[1]


def _inside(response: RaceResponse) -> Inside:
    return in_a_race(response.turn, response.value.shape[1], response.waiting_value[0])

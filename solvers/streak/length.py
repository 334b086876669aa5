"""Length of optimal play where busts in a row cost points, in a race and with equal turns.

Once the contest is solved, optimal play is a fixed rule: its turns are played out by both numbers of busts.
"""

import numpy as np

from solvers.arrays import Array
from solvers.contests.streak import Rule
from solvers.contests.tie import Tie
from solvers.games.turn import Turn
from solvers.in_turn.lasting.answer import Lasting, proved_by
from solvers.in_turn.lasting.forwards import IN_A_RACE, LastTurns, Seated, seated, turns_to_the_end
from solvers.in_turn.lasting.with_busts import turns_to_come
from solvers.streak import equal_turns
from solvers.streak import solve as race
from solvers.streak.certificate_of_length import residual, residual_of_equal_turns
from solvers.streak.policy import in_a_race, with_equal_turns


def length(turn: Turn, goal: int, rule: Rule, most_turns: int) -> Lasting:
    """Return the length of a race with two optimal players.

    Parameters
    ----------
    turn : a game's turn in which busts score nothing
    goal : points to win, 2 or more
    rule : what busts in a row cost
    most_turns : length of the distribution

    Raises
    ------
    InvalidRules, NotConverged
        as `solvers.streak.solve.optimal_play`; the latter also if games hardly ever end

    Examples
    --------
    >>> from solvers.games import pig
    >>> dear, none = (length(pig.turn(), 50, Rule(2, cost), 100) for cost in (10, 0))
    >>> print(round(dear.expected_turns, 2), round(none.expected_turns, 2))
    9.16 8.35
    """
    solved = race.optimal_play(turn, goal, rule)
    turns = in_a_race(solved).played(goal)
    left, distribution = _lasts(seated(0, turns, turns, *rule), IN_A_RACE, most_turns, goal)
    return proved_by(
        lambda stored: residual(turn, goal, rule, stored), (solved.value, solved.value), left, distribution
    )


def length_of_equal_turns(turn: Turn, goal: int, rule: Rule, tie: Tie, most_turns: int) -> Lasting:
    """Return the length of a contest with equal turns and two optimal players.

    Parameters
    ----------
    turn, goal, rule : as of `length`
    tie : who wins ties; not `again`
    most_turns : as of `length`

    Raises
    ------
    InvalidRules, NotConverged
        as `solvers.streak.equal_turns.optimal_play`; the latter also if games hardly ever end
    """
    solved = equal_turns.optimal_play(turn, goal, rule, tie)
    first, second = with_equal_turns(solved)
    far = solved.beyond.top + turn.longest_gain
    players = seated(0, first.played(far), second.played(goal), *rule)
    after = LastTurns(np.ones(far + 1), np.zeros(far + 1), np.ones(2), np.zeros((2, 2)))
    left, distribution = _lasts(players, after, most_turns, goal)
    return proved_by(
        lambda stored: residual_of_equal_turns(turn, goal, rule, tie, stored),
        (solved.value, solved.second_value),
        left,
        distribution,
    )


def _lasts(
    players: Seated, after: LastTurns, most_turns: int, goal: int
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Expected turns to come in both seats, and probabilities to end with a turn, and to last longer.

    Parameters
    ----------
    players : the players
    after : what follows the goal
    most_turns : as of `length`
    goal : points to reach
    """
    # Ties are not played on, so one turn follows the goal.
    left = turns_to_come(players, after.ends, f"{players.busts} busts in a row, to {goal}")
    first, second = (np.ascontiguousarray(own.transpose(2, 3, 0, 1)) for own in left)
    return (first, second), turns_to_the_end(players, after, most_turns)

"""Parts of questions about the length of contests of two."""

from collections.abc import Callable

import numpy as np

from solvers.errors import expected
from solvers.outputs import chances, fairness, lengths, proofs, tables
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.questions.dimension import Dimension
from solvers.questions.following import ahead, first_of, starts
from solvers.questions.game import Game
from solvers.questions.parameter import Parameter, Parameters

MOST_TURNS = Parameter(
    "most_turns",
    int,
    "Longest game whose chance is listed, its length in turns; `tail_probability` has the longer ones.",
    "turns",
    1,
    2000,
    200,
)
TURNS = Dimension(
    "turns",
    "turns",
    "Turns of a game, both players' together.",
    lambda given: np.arange(int(given["most_turns"]) + 1),
    words="game turns",
)
DISTRIBUTION = (
    lengths.tail_probability(follows=lambda given, longer: longer[-1], follows_from=("longer_probability",)),
    lengths.longer_probability(proved=True),
    lengths.ending_probability(proved=True),
)
EXPECTED = lengths.expected_turns(**first_of("turns_left"))
# Turns of all states are played out: a number for each gain at each pair of scores and of counts.
MOST_GOAL = 200
MOST_GAINS = 4e7
# Seconds to follow one game for one turn, for each state and score that it may lead to, and as many to play
# its turns out twice, measured on one core of 3 GHz.
SECONDS_A_TURN, SECONDS_TO_PLAY = 1.3e-9, 2.5e-9


def outputs(state: tuple[str, ...], two_seats: bool) -> tuple[Output, ...]:
    """Outputs about the length, and the first player's chance to win.

    Parameters
    ----------
    state : dimensions of the state in which a turn begins
    two_seats : whether the second player has tables of its own
    """
    second = (
        tables.second_value(dims=state, proved=True),
        lengths.second_turns_left(dims=state, proved=True),
    )
    return (
        EXPECTED,
        *DISTRIBUTION,
        lengths.turns_left(dims=state, proved=True),
        chances.win_probability(**first_of("value")),
        fairness.first_player_advantage(follows=ahead, follows_from=("value",)),
        tables.value(dims=state, proved=True),
        *(second if two_seats else ()),
        proofs.residual(),
    )


def in_both_seats(state: tuple[str, ...]) -> tuple[Output, ...]:
    """Outputs about the length of a best response's games, see `LastingInSeats`.

    Parameters
    ----------
    state : dimensions of the state in which a turn begins, the seat first
    """
    tables = lengths.turns_left, lengths.waiting_turns_left
    return (
        lengths.expected_turns(**first_of("turns_left")),
        lengths.expected_turns_by_seat(**starts("turns_left", "waiting_turns_left", 1)),
        *(table.of(RESPONSE)(dims=state, proved=True) for table in tables),
    )


def refuse_many(given: Parameters) -> None:
    """Refuse more states than can be played out.

    Raises
    ------
    InvalidRules
        if there are more
    """
    goal, busts = int(given["goal"]), int(given["busts"])
    if (goal * busts) ** 2 * goal > MOST_GAINS:
        most = int((MOST_GAINS / goal) ** 0.5) // goal
        remedy = "Ask for chances to win, which take more."
        raise expected("busts", f"at most {most} with a goal of {goal} for the length", busts, remedy)


def seconds(
    game: Game, solved: Callable[[Parameters], float], given: Parameters, seats: float, counts: float = 1.0
) -> float:
    """Estimated seconds: the contest is solved, its turns are played out twice, and games are followed.

    Parameters
    ----------
    game : the game
    solved : estimated seconds to solve the contest
    given : parameters of the case
    seats : 1 if both are equal, else 2
    counts : number of pairs of counts of busts
    """
    goal = float(given["goal"])
    ends = min(goal, 10.0 + game.threshold(given))
    follow = SECONDS_A_TURN * 3.0 * seats * float(given["most_turns"]) * goal**2 * ends
    play = SECONDS_TO_PLAY * seats * game.width * game.steps(given) * goal**3
    return 0.01 + solved(given) + counts * (follow + play)

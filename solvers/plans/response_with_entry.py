"""The best response to somebody whose turns have been played out, where the least score that may be banked is
given: an *entry*.

The responder's turns are played out, too, as optimal ones are, against what waiting was worth in the round
before; then both players are fixed, and their race is solved. What the responder wins never falls from one
round to the next, and there are finitely many ways to play, so it ends (policy iteration). Where it does, the
turns are the best ones against what they are worth themselves; `response_residual` proves it by one backup.
"""

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.in_turn.pair import race_of
from solvers.race.policy import played_optimally
from solvers.race.solve import Race
from solvers.turns.played import PlayedTurns, looks_at_other

# Rounds; four to eight are usual.
MOST_ROUNDS = 200


def respond_with_entry(turn: Turn, name: str, turns: PlayedTurns, begun: PlayedTurns) -> tuple[Array, Array]:
    """The best response to somebody.

    Parameters
    ----------
    turn : the game
    name : who is responded to, for an error
    turns : theirs
    begun : turns that the response is begun from, such as those of optimal play

    Returns
    -------
    value, waiting : float64[banked, opponent], the responder's chance to win if it, or the other, is about to
        move

    Raises
    ------
    NotConverged
        if hardly anybody ever wins, or the turns still change after MOST_ROUNDS rounds
    """
    goal, own, before = turns.row.shape[0], begun, -np.inf
    who, every_way = f"best response to {name}", looks_at_other(turns)
    for _ in range(MOST_ROUNDS):
        value, waiting = race_of(turn, who, own, turns)
        # Rounding alone may exchange two turns that are as good as one another for ever.
        if not (worth := float(value.sum() + waiting.sum())) > before:
            return value, waiting
        # As if the other's turn were worth to it what the responder lacks while waiting.
        seen = Race(turn, goal, 1.0 - waiting.T, residual=np.nan)
        before, own = worth, played_optimally(seen, every_way)
    raise NotConverged(
        f"{who}: expected turns that stay within {MOST_ROUNDS} rounds, got others (race to {goal})."
    )

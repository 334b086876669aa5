"""The turns of a rule of thumb with equal turns, played out.

Below the goal a rule plays as in a race, and it holds at the goal. In the last turn it rolls until it is
ahead, or until level if it wins ties, and takes the rule's ways. In further rounds it plays as with both
scores 0, without an entry.
"""

from functools import cache

import numpy as np

from solvers.contests.tie import Tie
from solvers.games.turn import Turn
from solvers.players.last_turns import until_ahead_by
from solvers.players.played import FirstOfRound, Last, Player
from solvers.players.ruled import Ruled
from solvers.players.turns_by_rule import played_by_rule
from solvers.turns.played import FlatTurn, PlayedTurns, flat, play, unplayed


def player_by_rule(ruled: Ruled, tie: Tie, rules: FlatTurn | None = None) -> Player:
    """Return the turns of a rule of thumb.

    Parameters
    ----------
    ruled : the rule
    tie : who wins ties
    rules : the game's turn as flat arrays, if already made
    """
    turn, way = ruled.rule.turn, ruled.rule.way
    known = flat(turn) if rules is None else rules
    turns = played_by_rule(ruled.rule, known, turn.longest_gain)

    @cache
    def last(far: int, level_after_wipe: bool) -> Last:
        return until_ahead_by(turn, known, way, far, tie, level_after_wipe)

    @cache
    def first_of_round() -> FirstOfRound:
        plan = ruled.first_of_round
        # Large enough for any turn's gain.
        end = len(plan.way) + turn.longest_gain
        out = unplayed(1, 1, end)
        play(known, plan.opening, plan.way, end, 0, np.zeros((end + 1, known.bust.size)), out)
        return of_round(turn, out)

    # A further round's first turn does not depend on the scores.
    return Player(ruled.rule.name, turns, turns, last, lambda at_zero: first_of_round())


def of_round(turn: Turn, played: PlayedTurns) -> FirstOfRound:
    """Return the only row of played turns as the first turn of a round; a bust adds the least score.

    Parameters
    ----------
    turn : the game's turn
    played : turns with one row, of a player with score 0
    """
    gains = np.concatenate((played.gain[0], np.zeros(turn.least_score)))
    gains[turn.least_score] += played.bust[0]
    return FirstOfRound(gains, float(played.wipe[0]))

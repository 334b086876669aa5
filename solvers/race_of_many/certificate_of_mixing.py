"""Certificate of an equilibrium of several players in turn: what deviations gain, in plain NumPy.

Turns are played by the rules as they were written. All players play best responses to the value, and ties
hold, except in the states given as mixed. There the mover is indifferent at one or more turn totals. With a
given probability, its *share*, it plays the rest of the turn *boldly*: of equal choices, the one that busts
more often. Otherwise it plays cautiously. With the value given, no states depend on each other. The
*residual* compares the value of all seats with one such turn. The *exploitability* is the most that a mover
gains by the best turn and, within a mixed turn, by the better of equal choices.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Position, Turn
from solvers.race_of_many.certificate import backup

# In a mixed turn, values with smaller differences are equal.
TIED = 1e-11


def certify(turn: Turn, value: Array, scores: Integers, share: Array) -> tuple[float, float]:
    """Return exploitability and residual.

    Parameters
    ----------
    turn : the game's turn
    value : float64[mover, next, after, seat], win probability of each seat
    scores : int64[cluster, seat], scores of clusters in which players may mix
    share : float64[cluster, seat], probability of the player with that score to play boldly; 0 if it does not
        mix
    """
    states, shares = mixed_states(scores, share)
    backed = backup(turn, len(value), value)
    gain = float((backed[..., 0] - value[..., 0]).max())
    if len(states):
        at = tuple(states.T)
        # The best turn from these states is compared above; this is the turn as it is played.
        backed[at], lost = mixed_turns(turn, value, states, shares)
        gain = float(np.maximum(gain, lost))
    # np.maximum, as Python's max can lose a NaN.
    difference = np.maximum(np.abs(backed - value).max(), improper(shares))
    return float(np.maximum(0.0, gain)), float(difference)


def mixed_turns(turn: Turn, value: Array, states: Integers, shares: Array) -> tuple[Array, float]:
    """Return the values of mixed turns, float64[state, seat], and the most that other choices in them gain.

    Parameters
    ----------
    turn : the game's turn
    value : float64[mover, next, ..., seat], win probability of each seat
    states : int64[state, seat], scores in the order of moving
    shares : float64[state], probability of the mover to play boldly
    """
    cautious, lost = turns(turn, value, states, bold=False)
    bold, also_lost = turns(turn, value, states, bold=True)
    worth = ((1.0 - shares) * cautious + shares * bold)[: states.shape[1]].T
    return worth, float(np.maximum(lost, also_lost))


def loss_of_shares(turn: Turn, value: Array, scores: Integers, share: Array) -> Array:
    """Return the difference of values from those by the shares, or what the shares lose if that is more.

    Parameters
    ----------
    turn : the game's turn
    value : float64[mover, next, ..., seat], win probability of each seat
    scores : int64[cluster, seat], scores of clusters in which players may mix; -1 in unused rows
    share : float64[cluster, seat], probability of the player with that score to play boldly; 0 if it does not
        mix

    Returns
    -------
    float64[cluster, seat]; infinity for a share outside [0, 1], in an unused row, or without two equal
    choices
    """
    loss = np.where((share == 0.0), 0.0, np.inf)
    players = scores.shape[1]
    mixing = np.any(share > 0.0, axis=1, keepdims=True)
    cluster, seat = np.nonzero((scores >= 0) & mixing)
    if not len(cluster):
        return loss
    turned = [scores[cluster, (seat + ahead) % players] for ahead in range(players)]
    states, shares = np.stack(turned, axis=1), share[cluster, seat]
    cautious, lost = turns(turn, value, states, bold=False)
    bold, also_lost = turns(turn, value, states, bold=True)
    worth = ((1.0 - shares) * cautious + shares * bold)[:players].T
    found = np.maximum(np.abs(worth - value[tuple(states.T)]).max(axis=1), max(lost, also_lost))
    nothing = (shares > 0.0) & (np.abs(bold[-1] - cautious[-1]) <= TIED)
    loss[cluster, seat] = np.where(nothing | ~((shares >= 0.0) & (shares <= 1.0)), np.inf, found)
    return loss


def indifferent_at(turn: Turn, value: Array, states: Integers) -> Integers:
    """Return the least turn total that a mover reaches and where it is indifferent, int64[state]; else -1.

    Parameters
    ----------
    turn : the game's turn
    value : float64[mover, next, ..., seat], win probability of each seat
    states : int64[state, seat], scores in the order of moving
    """
    mover, *others = states.T
    hold = np.concatenate(
        [value[tuple(others)][..., -1].T, np.ones((turn.longest_gain, len(states)))], axis=0
    )
    goal, lanes = len(value), np.arange(len(states))
    bust, throws, taken = hold[mover, lanes], dict[tuple[int, int], Array](), dict[tuple[int, int], Array]()
    stood = {(x, 0): hold[x] for x in range(goal, len(hold))}
    depths = [position.most_given_up for position in turn.positions]
    for x in range(goal - 1, -1, -1):
        for index, throw in enumerate(turn.throws):
            gains = [(float(at.probability), x + at.gain, at.position) for at in throw.outcomes]
            throws[x, index] = float(throw.bust) * bust + sum(
                chance * (stood[at, position] if at < goal else hold[at]) for chance, at, position in gains
            )
        for index, position in enumerate(turn.positions):
            # Delayed until the throw after the position's deepest way is known.
            at = x + depths[index]
            if at < goal:
                ways = [throws[at - way.given_up, way.throw] for way in position.ways]
                worth = np.stack([hold[at], *ways])
                stood[at, index] = worth.max(axis=0)
                taken[at, index] = worth > stood[at, index] - TIED
    return _first_tie(turn, goal, mover, taken)


def _first_tie(turn: Turn, goal: int, mover: Integers, taken: dict[tuple[int, int], Array]) -> Integers:
    """The least turn total that best choices reach and where two are equal, int64[state].

    Parameters
    ----------
    turn : the game's turn
    goal : points to win
    mover : int64[state], banked scores
    taken : by x and index of a position, bool[choice, state], the best choices; the first is to hold
    """
    thrown = np.zeros((goal, len(turn.throws), len(mover)), np.bool_)
    thrown[mover, turn.openings[0], np.arange(len(mover))] = True
    least, known = np.full(len(mover), goal), -1
    while thrown.sum() > known:
        known = int(thrown.sum())
        for x, index in np.argwhere(thrown.any(axis=2)):
            for outcome in turn.throws[index].outcomes:
                at, position = int(x) + outcome.gain, turn.positions[outcome.position]
                if at < goal:
                    choices = taken[at, outcome.position] & thrown[x, index]
                    tied = choices.sum(axis=0) > 1
                    least = np.where(tied, np.minimum(least, at - mover), least)
                    for way, again in zip(position.ways, choices[1:], strict=True):
                        thrown[at - way.given_up, way.throw] |= again
    return np.where(least < goal, least, -1)


def improper(shares: Array) -> float:
    """Return how far shares are outside [0, 1]: the values that they give may fit nonetheless."""
    return float(np.maximum(shares - 1.0, -shares).max(initial=0.0))


def mixed_states(scores: Integers, share: Array) -> tuple[Integers, Array]:
    """Return the states whose mover mixes, int64[state, seat], and its share, float64[state].

    Equal scores are one state.
    """
    players = scores.shape[1]
    cluster, seat = np.nonzero(share)
    turned = [scores[cluster, (seat + ahead) % players] for ahead in range(players)]
    states = np.stack(turned, axis=1).reshape(-1, players)
    states, first = np.unique(states, axis=0, return_index=True)
    return states, share[cluster, seat][first]


def turns(turn: Turn, value: Array, states: Integers, bold: bool) -> tuple[Array, float]:
    """Return the values of turns in some states, if movers play equal choices boldly or cautiously.

    Parameters
    ----------
    turn : the game's turn
    value : float64[mover, next, ..., seat], win probability of each seat
    states : int64[state, seat], scores in the order of moving
    bold : whether the mover takes, of equal choices, the one that busts more often; else less often

    Returns
    -------
    float64[seat + 1, state], values to each seat, with the probabilities to bust in the last row; and the
    most that a mover gains by the better of equal choices, at any turn total
    """
    goal, players = value.shape[-2:]
    mover, *others = states.T
    hold = np.zeros((players + 1, goal, len(states)))
    hold[:players] = np.roll(value[tuple(others)], 1, axis=-1).transpose(2, 1, 0)
    bust = hold[:, mover, np.arange(len(states))]
    bust[players] = 1.0
    won = np.zeros((players + 1, len(states)))
    won[0] = 1.0
    throws: dict[tuple[int, int], Array] = {}
    positions = {
        (x, index): won for x in range(goal, goal + turn.longest_gain) for index in range(len(turn.positions))
    }
    depths = [position.most_given_up for position in turn.positions]
    lost = 0.0
    for x in range(goal - 1, int(mover.min()) - 1, -1):
        for index, throw in enumerate(turn.throws):
            ahead = [
                float(outcome.probability) * positions[x + outcome.gain, outcome.position]
                for outcome in throw.outcomes
            ]
            throws[x, index] = float(throw.bust) * bust + sum(ahead)
        for index, depth in enumerate(depths):
            # Delayed until the throw after the position's deepest way is known.
            if x + depth < goal:
                positions[x + depth, index], gain = _stand(
                    turn.positions[index], x + depth, hold, throws, bold
                )
                lost = max(lost, float(np.where(mover < x + depth, gain, 0.0).max()))
    worth = np.stack([throws[x, 0][:, lane] for lane, x in enumerate(mover)], axis=1)
    return worth, lost


def _stand(
    position: Position, x: int, hold: Array, throws: dict[tuple[int, int], Array], bold: bool
) -> tuple[Array, Array]:
    """Values at a position by the choice taken, float64[seat + 1, state], and its loss, float64[state].

    Parameters
    ----------
    position : the position
    x : banked score plus turn total
    hold : float64[seat + 1, x, state], value of banking x
    throws : float64[seat + 1, state], by x and index of the throw
    bold : whether the mover takes, of equal choices, the one that busts more often
    """
    played, best = hold[:, x], hold[0, x]
    for way in position.ways:
        ahead = throws[x - way.given_up, way.throw]
        riskier = ahead[-1] > played[-1]
        tied = np.abs(ahead[0] - played[0]) <= TIED
        taken = np.where(tied, riskier if bold else ahead[-1] < played[-1], ahead[0] > played[0])
        best = np.maximum(best, ahead[0])
        played = np.where(taken, ahead, played)
    return played, best - played[0]

"""Certificate of an equilibrium of several players in turn: what a deviation gains, in plain NumPy.

Turns are played on the rules as they were written. Everybody plays the best reply to the value, ties holding,
but at the states given as mixed: there the mover is indifferent at one turn total or more, plays the rest of
the turn *boldly* (of what is tied, that which busts more often) with a chance that is given, its *share*, and
else cautiously. With the value given nothing is coupled. The *residual* compares the value, of all seats,
with one turn played so. The *exploitability* is the most that a mover gains by the best turn, and inside a
mixed turn by the better of what is tied.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Position, Turn
from solvers.race_of_many.certificate import backup

# What differs by less is tied, in a mixed turn.
TIED = 1e-11


def certify(turn: Turn, value: Array, scores: Integers, share: Array) -> tuple[float, float]:
    """Exploitability and residual.

    Parameters
    ----------
    turn : any turn
    value : float64[mover, next, after, seat], chance of each seat to win
    scores : int64[cluster, seat], scores of clusters in which somebody may mix
    share : float64[cluster, seat], chance of the player with that score to play boldly; 0 where it does not
        mix
    """
    states, shares = mixed_states(scores, share)
    backed = backup(turn, len(value), value)
    gain = float((backed[..., 0] - value[..., 0]).max())
    if len(states):
        at = tuple(states.T)
        # The best that could be made of these turns is compared above; what follows is what is made of them.
        backed[at], lost = mixed_turns(turn, value, states, shares)
        gain = float(np.maximum(gain, lost))
    # Of the built-in max a NaN may get lost.
    difference = np.maximum(np.abs(backed - value).max(), improper(shares))
    return float(np.maximum(0.0, gain)), float(difference)


def mixed_turns(turn: Turn, value: Array, states: Integers, shares: Array) -> tuple[Array, float]:
    """What the turns of those who mix are worth, float64[state, seat], and what other play of them gains.

    Parameters
    ----------
    turn : any turn
    value : float64[mover, next, ..., seat], chance of each seat to win
    states : int64[state, seat], scores in the order of moving
    shares : float64[state], chance of the mover to play boldly
    """
    cautious, lost = turns(turn, value, states, bold=False)
    bold, also_lost = turns(turn, value, states, bold=True)
    worth = ((1.0 - shares) * cautious + shares * bold)[: states.shape[1]].T
    return worth, float(np.maximum(lost, also_lost))


def loss_of_shares(turn: Turn, value: Array, scores: Integers, share: Array) -> Array:
    """How far values are from what shares make of them, or what these lose if more, float64[cluster, seat].

    Parameters
    ----------
    turn : any turn
    value : float64[mover, next, ..., seat], chance of each seat to win
    scores : int64[cluster, seat], scores of clusters in which somebody may mix; -1 in rows that are of none
    share : float64[cluster, seat], chance of the player with that score to play boldly; 0 where it does not
        mix

    Returns
    -------
    infinity for shares that are no chances, of no cluster, or of nothing to choose from
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
    """The least turn total that a mover may come to and at which it is indifferent, int64[state]; -1 if none.

    Parameters
    ----------
    turn : any turn
    value : float64[mover, next, ..., seat], chance of each seat to win
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
            # A position waits until the throw after its deepest way is known.
            at = x + depths[index]
            if at < goal:
                ways = [throws[at - way.given_up, way.throw] for way in position.ways]
                worth = np.stack([hold[at], *ways])
                stood[at, index] = worth.max(axis=0)
                taken[at, index] = worth > stood[at, index] - TIED
    return _first_tie(turn, goal, mover, taken)


def _first_tie(turn: Turn, goal: int, mover: Integers, taken: dict[tuple[int, int], Array]) -> Integers:
    """The least turn total that comes up by choices that are taken and at which there are two, int64[state].

    Parameters
    ----------
    turn : any turn
    goal : points to win
    mover : int64[state], banked scores
    taken : by x and index of a position bool[choice, state], which are as good as any; the first is to hold
    """
    thrown = np.zeros((goal, len(turn.throws), len(mover)), np.bool_)
    thrown[mover, turn.openings[0], np.arange(len(mover))] = True
    least, known = np.full(len(mover), goal), -1
    while thrown.sum() > known:
        known = thrown.sum()
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
    """How far any share is outside of 0 to 1: no chance then, though the values that it makes may fit."""
    return float(np.maximum(shares - 1.0, -shares).max(initial=0.0))


def mixed_states(scores: Integers, share: Array) -> tuple[Integers, Array]:
    """The states whose mover mixes, int64[state, seat], and its chance to play boldly, float64[state].

    Equal scores are one state.
    """
    players = scores.shape[1]
    cluster, seat = np.nonzero(share)
    turned = [scores[cluster, (seat + ahead) % players] for ahead in range(players)]
    states = np.stack(turned, axis=1).reshape(-1, players)
    states, first = np.unique(states, axis=0, return_index=True)
    return states, share[cluster, seat][first]


def turns(turn: Turn, value: Array, states: Integers, bold: bool) -> tuple[Array, float]:
    """What the turns of some states are worth, if their movers play what is tied boldly or cautiously.

    Parameters
    ----------
    turn : any turn
    value : float64[mover, next, ..., seat], chance of each seat to win
    states : int64[state, seat], scores in the order of moving
    bold : whether of what is tied that is played which busts more often, else that which busts less

    Returns
    -------
    float64[seat + 1, state], what the turns are worth to each seat, in the last row their chances to bust;
    and the most that a mover gains by the better of what is tied, at any turn total
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
            # A position waits until the throw after its deepest way is known.
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
    """Standing at x: what is played, float64[seat + 1, state], and its loss, float64[state].

    Parameters
    ----------
    position : where the turn stands
    x : banked score and turn total
    hold : float64[seat + 1, x, state], value of banking x
    throws : float64[seat + 1, state] by x and index of the throw
    bold : whether of what is tied that is played which busts more often
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

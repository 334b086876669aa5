"""Certificates of fixed players in a race: one backup, by the rules as they were written.

All states are backed up at once. A turn is evaluated backwards over x = banked + turn total, outcome by
outcome, where the solver plays it out forwards; nothing is solved for, since all values are given, those of a
bust and of a wipe among them.

The values come in layers. The first layer decides, unless a player's choices are known, and the last one is
what is asked for. A best response decides by what it is worth, and there is one layer. Optimal play decides
by what it is worth against its equal, and is worth something else against a fixed player: there are two.

A player may count its scoring turns. Then it is several, of whom one plays after each number of them, and so
are the tables. To bank leads to the next number, a bust to the same and a wipe to 0.
"""

from collections.abc import Sequence

import numpy as np

from solvers.arrays import Array
from solvers.games.house_rules import BARRED, with_entry
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.turns import certificate_of_turns
from solvers.turns.certificate_of_turns import Ends


def head_to_head_residual(
    turn: Turn, own: Sequence[Fixed] | Array, other: Sequence[Fixed], value: Array, waiting: Array
) -> float:
    """Sup-norm of one backup of both values of a head-to-head minus the values.

    Parameters
    ----------
    turn : any turn
    own, other : what the two do, by the scoring turns that they have had; of optimal play its value against
        its equal, float64[banked, opponent]
    value, waiting : float64[own scored, other scored, banked, opponent], own's chance to win if own, or
        other, is about to move; without dimensions of players who do not count
    """
    shape = 1 if isinstance(own, np.ndarray) else len(own), len(other), *value.shape[-2:]
    value, waiting = value.reshape(shape), waiting.reshape(shape)
    one = _by_scored(turn, _handing_over(own), waiting) - value
    return float(np.maximum(np.abs(one).max(), _off(turn, other, value, waiting)))


def response_residual(turn: Turn, opponent: Sequence[Fixed], value: Array, waiting: Array) -> float:
    """Sup-norm of one backup of both values of a best response minus the values.

    Parameters
    ----------
    turn : any turn
    opponent : what it responds to, by the scoring turns that the other has had
    value, waiting : float64[scored, banked, opponent], the responder's chance to win if it, or the other, is
        about to move; without the first dimension where the other does not count
    """
    shape = 1, len(opponent), *value.shape[-2:]
    value, waiting = value.reshape(shape), waiting.reshape(shape)
    best = _by_scored(turn, None, waiting) - value
    return float(np.maximum(np.abs(best).max(), _off(turn, opponent, value, waiting)))


def waiting_residual(turn: Turn, opponent: Sequence[Fixed], value: Array, waiting: Array) -> float:
    """Sup-norm of one backup of the turns of a fixed player, whoever it meets, minus their values.

    Parameters
    ----------
    turn : any turn
    opponent, value, waiting : as in `response_residual`
    """
    shape = 1, len(opponent), *value.shape[-2:]
    return _off(turn, opponent, value.reshape(shape), waiting.reshape(shape))


def turns_residual(
    turn: Turn, own: Sequence[Fixed] | Array, other: Sequence[Fixed], left: Array, waiting: Array
) -> float:
    """Largest difference between turns still to come and one backup of them; of more than 1 as a share of it.

    Parameters
    ----------
    turn : any turn
    own : what own does, by the scoring turns that it has had; of who plays for the win what it is worth to it
        to hand over the turn, float64[other's scored, banked, opponent], one table where that is the same
    other : what other does, by the scoring turns that it has had
    left, waiting : float64[own scored, other scored, banked, opponent], turns of both still to come if own,
        or other, is about to move; without dimensions of players who do not count
    """
    shape = 1 if isinstance(own, np.ndarray) else len(own), len(other), *left.shape[-2:]
    left, waiting = left.reshape(shape), waiting.reshape(shape)
    exchanged = left.transpose(1, 0, 3, 2)
    backed = _by_scored(turn, other, exchanged, won=0.0).transpose(1, 0, 3, 2)
    pairs = (_by_scored(turn, own, waiting, won=0.0), left), (backed, waiting)
    return float(np.max([relative(1.0 + one, told).max() for one, told in pairs]))


def relative(backed: Array, told: Array) -> Array:
    """Differences of counts, as shares of what is above 1."""
    return np.abs(backed - told) / np.maximum(1.0, np.abs(told))


def lasting_residual(
    wins: float, turn: Turn, own: Sequence[Fixed], other: Sequence[Fixed], left: Array, waiting: Array
) -> float:
    """What a head-to-head's chances and turns still to come are off, whichever is more, of turns as a share.

    In games that wipe it is a bound on the error: the residual times the most turns still to come, see
    `solvers.in_turn.certificate_of_pair`.

    Parameters
    ----------
    wins : the residual of the chances, see `head_to_head_residual`
    turn, own, other, left, waiting : as in `turns_residual`
    """
    found = np.maximum(wins, turns_residual(turn, own, other, left, waiting))
    return float(found * max(np.max(left), np.max(waiting)) if turn.wipes else found)


def _handing_over(player: Sequence[Fixed] | Array) -> Sequence[Fixed] | Array:
    """What decides: choices, or of optimal play what it is worth to hand over the turn, one table."""
    return 1.0 - player.T[None] if isinstance(player, np.ndarray) else player


def _off(turn: Turn, other: Sequence[Fixed], value: Array, waiting: Array) -> float:
    """What the turns of the other are off, with value and waiting of all dimensions.

    What it wins is what the first loses, with the two players exchanged.
    """
    handed, own = (1.0 - table.transpose(1, 0, 3, 2) for table in (value, waiting))
    return float(np.abs(_by_scored(turn, other, handed) - own).max())


def _by_scored(turn: Turn, players: Sequence[Fixed] | Array | None, handed: Array, won: float = 1.0) -> Array:
    """What turns are worth, float64[scored, other's scored, banked, opponent].

    Parameters
    ----------
    turn : any turn
    players : what the mover does, by its scoring turns; None for what is best; of who does what is best by
        something else what handing over is worth by that, float64[other's scored, banked, opponent]
    handed : float64[scored, other's scored, banked, opponent], value to the mover of handing over the turn
    won : of the goal
    """
    decides, plans = (players, None) if isinstance(players, np.ndarray) else (None, players)
    out, count = np.empty(handed.shape), len(handed)
    for scored, other in np.ndindex(*handed.shape[:2]):
        plan = None if plans is None else plans[scored]
        first = [] if decides is None else [decides[min(other, len(decides) - 1)]]
        held = np.stack([*first, handed[min(scored + 1, count - 1), other]])
        if count == 1:
            out[scored, other] = turns_worth(turn, plan, held, won=won)
            continue
        beyond = np.full((turn.least_score, handed.shape[-1]), won)
        bust = np.concatenate((handed[scored, other], beyond))[None, turn.least_score :]
        out[scored, other] = turns_worth(turn, plan, held, bust, wiped=handed[0, other, 0], won=won)
    return out


def turns_worth(
    turn: Turn,
    plan: Fixed | None,
    handed: Array,
    busting: Array | None = None,
    ends: tuple[int, int] | None = None,
    wiped: Array | None = None,
    won: float = 1.0,
) -> Array:
    """What turns are worth by a plan, or by the best choices, float64[banked, opponent].

    Parameters
    ----------
    turn : any turn
    plan : what decides, None for the first layer
    handed : float64[layer, score, opponent], value to the mover of handing over the turn; instead of the
        opponent's score it may be something else that a turn does not change
    busting : float64[layer, banked, opponent], value of a bust, and of stopping with nothing gained; None
        where that is to hand over the turn
    ends : what banked scores are less than, and the score from which on everybody holds, one throw from below
        which `handed` goes; in a race None, where the goal is the end of `handed`, and who has it has won
    wiped : float64[opponent], value of a wipe; None where that is to hand over the turn with the score 0
    won : of the goal in a race; in layers before the last it is 1
    """
    layers, goal, others = handed.shape
    if ends is None:
        beyond = np.ones((layers, turn.longest_gain, others))
        beyond[-1] = won
        handed = np.concatenate((handed, beyond), axis=1)
        ends = goal, goal
    goal, top = ends
    after = _side_by_side(handed[:, : top + turn.longest_gain])
    # Whose choices are known does not hold with less.
    held = with_entry(turn, after) if plan is None else after
    bust, nothing = after[turn.least_score :][:goal], held[:goal]
    if busting is not None:
        bust = _side_by_side(busting)
        nothing = with_entry(turn, bust) if plan is None else bust
    if layers > 1:
        # Nobody stops with nothing, not even where rounding says that it is as good.
        nothing = nothing.copy()
        nothing[:, :others] = BARRED
    return certificate_of_turns.turns_worth(
        turn, Ends(held, nothing, bust, after[0] if wiped is None else wiped), fixed=plan, layers=layers
    )


def _side_by_side(layers: Array) -> Array:
    """Layers beside each other, float64[score, lane] of float64[layer, score, opponent]."""
    return layers.transpose(1, 0, 2).reshape(layers.shape[1], -1)

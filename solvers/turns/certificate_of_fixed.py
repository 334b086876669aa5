"""Certificates of fixed players in a race: one backup by the rules as they were written.

All states are backed up at once. A turn is evaluated backwards over x = banked + turn total, outcome by
outcome, whereas the solver plays it out forwards. No equation is solved, as all values are given, also those
of busts and wipes.

Values have layers: the first one determines the choices, unless they are known, and the last one is checked.
A best response chooses by its own values, so there is one layer. Optimal play chooses by its values against
itself, and has other values against a fixed player, so there are two.

A player may count its scoring turns. Then it has one plan for each number of them, and tables have a
dimension for it. Banking leads to the next number, a bust to the same one and a wipe to 0.
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
    """Return the residual of both values of a head-to-head: the sup-norm of one backup minus the values.

    Parameters
    ----------
    turn : the game's turn
    own, other : the plans of the two players by their scoring turns; for optimal play, its value against
        itself, float64[banked, opponent]
    value, waiting : float64[own scored, other scored, banked, opponent], own's win probability if own, or
        other, is about to move; without the dimensions of players who do not count
    """
    shape = 1 if isinstance(own, np.ndarray) else len(own), len(other), *value.shape[-2:]
    value, waiting = value.reshape(shape), waiting.reshape(shape)
    one = _by_scored(turn, _handing_over(own), waiting) - value
    return float(np.maximum(np.abs(one).max(), _off(turn, other, value, waiting)))


def response_residual(turn: Turn, opponent: Sequence[Fixed], value: Array, waiting: Array) -> float:
    """Return the residual of both values of a best response: the sup-norm of one backup minus the values.

    Parameters
    ----------
    turn : the game's turn
    opponent : the fixed player's plans by its scoring turns
    value, waiting : float64[scored, banked, opponent], the responder's win probability if it, or the fixed
        player, is about to move; without the first dimension if the fixed player does not count
    """
    shape = 1, len(opponent), *value.shape[-2:]
    value, waiting = value.reshape(shape), waiting.reshape(shape)
    best = _by_scored(turn, None, waiting) - value
    return float(np.maximum(np.abs(best).max(), _off(turn, opponent, value, waiting)))


def waiting_residual(turn: Turn, opponent: Sequence[Fixed], value: Array, waiting: Array) -> float:
    """Return the residual of the fixed player's turns, against whatever opponent has these values.

    Parameters
    ----------
    turn : the game's turn
    opponent, value, waiting : as in `response_residual`
    """
    shape = 1, len(opponent), *value.shape[-2:]
    return _off(turn, opponent, value.reshape(shape), waiting.reshape(shape))


def turns_residual(
    turn: Turn, own: Sequence[Fixed] | Array, other: Sequence[Fixed], left: Array, waiting: Array
) -> float:
    """Return the residual of the expected turns to come; relative for values above 1.

    Parameters
    ----------
    turn : the game's turn
    own : own's plans by its scoring turns; for a player who plays to win, its value of handing over the turn,
        float64[other's scored, banked, opponent], or one table if that does not depend on `scored`
    other : other's plans by its scoring turns
    left, waiting : float64[own scored, other scored, banked, opponent], expected turns of both to come if
        own, or other, is about to move; without the dimensions of players who do not count
    """
    shape = 1 if isinstance(own, np.ndarray) else len(own), len(other), *left.shape[-2:]
    left, waiting = left.reshape(shape), waiting.reshape(shape)
    exchanged = left.transpose(1, 0, 3, 2)
    backed = _by_scored(turn, other, exchanged, won=0.0).transpose(1, 0, 3, 2)
    pairs = (_by_scored(turn, own, waiting, won=0.0), left), (backed, waiting)
    return float(np.max([relative(1.0 + one, told).max() for one, told in pairs]))


def relative(backed: Array, told: Array) -> Array:
    """Return differences of counts, relative for counts above 1."""
    return np.abs(backed - told) / np.maximum(1.0, np.abs(told))


def lasting_residual(
    wins: float, turn: Turn, own: Sequence[Fixed], other: Sequence[Fixed], left: Array, waiting: Array
) -> float:
    """Return the greater residual of a head-to-head's win probabilities and its expected turns.

    In games with wipes it is a bound on the error: the residual times the greatest expected number of turns
    to come, see `solvers.in_turn.certificate_of_pair`.

    Parameters
    ----------
    wins : residual of the win probabilities, see `head_to_head_residual`
    turn, own, other, left, waiting : as in `turns_residual`
    """
    found = np.maximum(wins, turns_residual(turn, own, other, left, waiting))
    return float(found * max(np.max(left), np.max(waiting)) if turn.wipes else found)


def _handing_over(player: Sequence[Fixed] | Array) -> Sequence[Fixed] | Array:
    """What determines the choices: plans, or for optimal play its values of handing over the turn."""
    return 1.0 - player.T[None] if isinstance(player, np.ndarray) else player


def _off(turn: Turn, other: Sequence[Fixed], value: Array, waiting: Array) -> float:
    """The residual of the other player's turns, for values with all dimensions.

    Its win probability is 1 minus own's, with the players exchanged.
    """
    handed, own = (1.0 - table.transpose(1, 0, 3, 2) for table in (value, waiting))
    return float(np.abs(_by_scored(turn, other, handed) - own).max())


def _by_scored(turn: Turn, players: Sequence[Fixed] | Array | None, handed: Array, won: float = 1.0) -> Array:
    """The values of turns, float64[scored, other's scored, banked, opponent].

    Parameters
    ----------
    turn : the game's turn
    players : the mover's plans by its scoring turns; None for the best choices; for choices that are best by
        other values, those of handing over the turn, float64[other's scored, banked, opponent]
    handed : float64[scored, other's scored, banked, opponent], value to the mover of handing over the turn
    won : value of reaching the goal
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
    """Return the values of turns by a plan, or by the best choices, float64[banked, opponent].

    Parameters
    ----------
    turn : the game's turn
    plan : the plan; None if the first layer determines the choices
    handed : float64[layer, score, opponent], value to the mover of handing over the turn; the last dimension
        may be anything that is constant during a turn
    busting : float64[layer, banked, opponent], value of a bust, and of holding with nothing gained; None if
        that is to hand over the turn
    ends : upper limit of banked scores, and score from which all players hold, beyond which `handed` extends
        by one throw; None in a race, where the goal is the end of `handed` and wins
    wiped : float64[opponent], value of a wipe; None if that is to hand over the turn with score 0
    won : value of the goal in a race; in layers before the last it is 1
    """
    layers, goal, others = handed.shape
    if ends is None:
        beyond = np.ones((layers, turn.longest_gain, others))
        beyond[-1] = won
        handed = np.concatenate((handed, beyond), axis=1)
        ends = goal, goal
    goal, top = ends
    after = _side_by_side(handed[:, : top + turn.longest_gain])
    # A plan never holds below the entry by itself.
    held = with_entry(turn, after) if plan is None else after
    bust, nothing = after[turn.least_score :][:goal], held[:goal]
    if busting is not None:
        bust = _side_by_side(busting)
        nothing = with_entry(turn, bust) if plan is None else bust
    if layers > 1:
        # A player must roll at least once, even if rounding makes holding look as good.
        nothing = nothing.copy()
        nothing[:, :others] = BARRED
    return certificate_of_turns.turns_worth(
        turn, Ends(held, nothing, bust, after[0] if wiped is None else wiped), fixed=plan, layers=layers
    )


def _side_by_side(layers: Array) -> Array:
    """Layers side by side, float64[score, lane], from float64[layer, score, opponent]."""
    return layers.transpose(1, 0, 2).reshape(layers.shape[1], -1)

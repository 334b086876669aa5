"""Which equilibrium of a stage game is played, where there are several.

In a zero-sum game each player's optimal strategies are its own affair: any of one player and any of the other
make an equilibrium. So each plays the least turn total that is optimal alone, if there is one, and only else
the mixture that the double oracle ended with. An optimal turn total is among the best responses to whatever
optimal strategy the other has, so only those that tie there need to be tried. A pair of turn totals that are
optimal alone is a saddle point, and the least one. At equal scores the game is the same for both and its
value 1/2: there, too, any two optimal strategies make an equilibrium, so both play the one that is stored.
"""

from solvers.arrays import Array
from solvers.at_once_equilibrium.stage_game import (
    SAFE,
    SOLVED,
    TOO_MANY,
    Stage,
    against,
    keep,
    respond,
    scale,
)
from solvers.jit import jit
from solvers.turns.forward import HoldAt


@jit
def select(gains: HoldAt, wins: Array, game: Stage, value: float) -> int:
    """Put the chosen equilibrium into the mixtures of a stage game that is solved.

    Parameters
    ----------
    gains : of `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all scores that come from these
    game : the solved game; `mix` is written, and turn totals may be added
    value : of the game to player 0

    Returns
    -------
    SOLVED or TOO_MANY
    """
    for player in range(2):
        own = value if player == 0 else 1.0 - value
        hold = _least_safe(gains, wins, game, player, own)
        if hold > 0 and not _play_only(gains, wins, game, player, hold):
            return TOO_MANY
    return SOLVED


@jit
def _least_safe(gains: HoldAt, wins: Array, game: Stage, player: int, value: float) -> int:
    """The least turn total that is optimal alone, 0 if there is none.

    Parameters
    ----------
    gains : of `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all scores that come from these
    game : the solved game; `worth`, `tried`, `line_tried` and `after` are written over
    player : whose turn total it is
    value : of the game to this player
    """
    respond(gains, game, player, value)
    count = wins.shape[0] - game.score[player]
    for x in range(count):
        game.tried[x] = game.worth[x]
    safe = SAFE * scale(gains, game, player)
    for k in range(1, count + 1):
        if game.tried[k - 1] >= -safe and _is_safe(gains, wins, game, player, k, value):
            return k
    return 0


@jit
def _is_safe(gains: HoldAt, wins: Array, game: Stage, player: int, hold: int, value: float) -> bool:
    """Whether no turn total of the other player gets more than its share against one of this.

    Parameters
    ----------
    gains : of `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all scores that come from these
    game : the solved game; `worth`, `line_tried` and `after` are written over
    player : whose turn total it is
    hold : the turn total
    value : of the game to this player
    """
    against(gains, wins, game, player, hold, game.line_tried)
    safe = SAFE * min(1.0, gains.score[1] + gains.score[hold])
    for x in range(wins.shape[0] - game.score[1 - player]):
        leave = gains.score[x + 1] + gains.bust[x + 1] * gains.score[hold]
        if game.line_tried[x] - (1.0 - value) * leave > safe:
            return False
    return True


@jit
def _play_only(gains: HoldAt, wins: Array, game: Stage, player: int, hold: int) -> bool:
    """Play one turn total and no other.

    Parameters
    ----------
    gains : of `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all scores that come from these
    game : the solved game; `mix` is written, and the turn total kept if it was not
    player : whose turn total it is
    hold : the turn total

    Returns
    -------
    False if there is no room for it
    """
    at = -1
    for index in range(game.kept[player]):
        game.mix[player, index] = 0.0
        if game.hold[player, index] == hold:
            at = index
    if at < 0:
        at = game.kept[player]
        if not keep(gains, wins, game, player, hold):
            return False
    game.mix[player, at] = 1.0
    return True

"""Choice among several equilibria of a stage game.

In a zero-sum game any optimal strategy of one player and any of the other form an equilibrium. So each player
gets the least turn total that is optimal by itself, if there is one, and otherwise the mixture that the
double oracle found. An optimal turn total is among the best responses to any optimal strategy of the other,
so only those that tie there are tried. A pair of such turn totals is a saddle point, and the least one. At
equal scores the game is symmetric with value 1/2, and any two optimal strategies form an equilibrium, so both
players get the stored one.
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
    """Write the chosen equilibrium into the mixtures of a solved stage game.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all scores that follow these
    game : the solved game; `mix` is written, and turn totals may be added
    value : value of the game to player 0

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
    """The least turn total that is optimal by itself, 0 if there is none.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all scores that follow these
    game : the solved game; `worth`, `tried`, `line_tried` and `after` are overwritten
    player : index of the player
    value : value of the game to this player
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
    """Whether no turn total of the other player wins more than its value against this turn total.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all scores that follow these
    game : the solved game; `worth`, `line_tried` and `after` are overwritten
    player : index of the player
    hold : the turn total
    value : value of the game to this player
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
    """Replace a player's mixture by one turn total.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    wins : float64[opponent, own], chance to win, known for all scores that follow these
    game : the solved game; `mix` is written, and the turn total added if it is new
    player : index of the player
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

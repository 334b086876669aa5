"""How far a best response goes on beyond the goal against the last turns of a fixed policy (see `solve`)."""

from solvers.arrays import Array
from solvers.equal_turns.beyond import held_from, throws_that_go_on
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.players.played import Player

# Largest total gain by further throws beyond the score to hold at; rounding is a hundred times as large.
LEAST = 2.0**-60
# Greatest number of points behind for which last turns are computed.
FARTHEST = 2**19


def held_against(turn: Turn, fixed: Player, safe: Array, least: float, most: float, far: int) -> int:
    """The score from which on holding is optimal against the policy's last turns.

    Parameters
    ----------
    turn : the game
    fixed : the policy
    safe : float64[score], lower bound of the policy's chance to win after a bust or a wipe, by its score
    least, most : bounds on the value of a tie to the second player
    far : a score; the search goes up to twice that, and farther if needed
    """
    lost = min((float(throw.bust + throw.wipe) for throw in throws_that_go_on(turn)), default=1.0)
    enough = False
    while not enough:
        far *= 2
        ends = fixed.last(far + turn.longest_gain, False)
        last, low = (ends.win + ends.level * worth for worth in (most, least))
        enough = bool(last[far] <= lost * safe.min())
        if far >= FARTHEST and not enough:
            remedy = "Its rolls lose too seldom: a player would go on for too long beyond the goal."
            raise expected("turn", f"one that seldom gains {FARTHEST} points", turn.name, remedy)
    return held_from(turn, last, low, safe)

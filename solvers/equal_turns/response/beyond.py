"""How far a best response goes on beyond the goal against the last turns of a fixed policy, see `solve`."""

from solvers.arrays import Array
from solvers.equal_turns.beyond import held_from, throws_that_go_on
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.players.played import Player

# What throws beyond the score to hold at may gain in sum: rounding takes a hundred times as much.
LEAST = 2.0**-60
# Points behind up to which last turns are looked at, for which there is room.
FARTHEST = 2**19


def held_against(turn: Turn, fixed: Player, safe: Array, least: float, most: float, far: int) -> int:
    """The score from which on to hold is best against the policy's last turns.

    Parameters
    ----------
    turn : the game
    fixed : the policy
    safe : float64[score], what the policy with that score wins at least after a bust or a wipe
    least, most : what a tie is worth to the second player, at least and at most
    far : a score; as far as twice that it is looked for, and farther if need be
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

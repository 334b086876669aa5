"""Who leads: the player with more banked points after a turn; after a tie, the player who led last.

The lead *changes* if the leader after a turn differs from the one before. So neither a tie nor the first lead
of a game is a change. Breaking a tie is one if the other player led before, and so is winning from behind.
"""

# Who led last, seen by the player about to move.
NOBODY, MOVER, OTHER = 0, 1, 2
LEADERS = ("nobody", "mover", "opponent")

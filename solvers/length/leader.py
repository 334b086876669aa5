"""Who leads: the player with strictly more banked points after a turn; as long as both have equally many, the
one who led last.

The lead *changes* when the leader after a turn is another than before it. So a tie changes nothing, nor does
the first lead of a game; a tie that is broken by the one who did not lead before is a change, and so is a
game that is won from behind.
"""

# Who led last, as the player about to move sees it.
NOBODY, MOVER, OTHER = 0, 1, 2
LEADERS = ("nobody", "mover", "opponent")

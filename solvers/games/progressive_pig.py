"""Progressive Pig: Pig, but a turn that busts still scores a point.

Rules: Neller, Russell & Markov 2012, section 2.2. No state comes twice, so one pass solves every contest.
"""

from dataclasses import replace

from solvers.games import pig
from solvers.games.turn import Turn


def turn(sides: int = 6, bust_face: int = 1) -> Turn:
    """The turn of Progressive Pig.

    Raises
    ------
    InvalidRules
        if the die has fewer than two sides or no such face

    Examples
    --------
    >>> turn().least_score
    1
    """
    return replace(pig.turn(sides, bust_face), name="progressive pig", least_score=1)

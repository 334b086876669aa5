"""Examples of scoring dice, for games whose rules need more than a sentence.

The points of each example come from the game itself, so other rules show other points.
"""

from dataclasses import dataclass

from browsing.play.drawing import Face, faces
from playing.match import Match
from playing.pieces import Faces

SIDES = range(1, 7)
SINGLES_AND_TRIPLES: list[Faces] = [(1,), (5,), *((side,) * 3 for side in SIDES)]
LARGER_SETS: list[Faces] = [
    (2,) * 4,
    (2,) * 5,
    (2,) * 6,
    tuple(SIDES),
    (2, 2, 3, 3, 4, 4),
    (2, 2, 2, 3, 3, 3),
]
# Pigs on the right, on the left, and in the four ways that score by themselves.
RIGHT, LEFT, SCORING = 1, 2, range(3, 7)
PIGS: list[Faces] = [
    (RIGHT, LEFT),
    (RIGHT, RIGHT),
    *((one, LEFT) for one in SCORING),
    *((one, one) for one in SCORING),
]
EXAMPLES = {
    "ten_thousand": SINGLES_AND_TRIPLES,
    "farkle": SINGLES_AND_TRIPLES + LARGER_SETS,
    "pass_the_pigs": [*PIGS, (5, 6)],
}

# What examples alone do not show.
REST = {
    "farkle": "Four and more of a kind, three pairs and two triplets count with any faces.",
    "pass_the_pigs": "Left and right count alike; two that differ score the sum of both.",
}


@dataclass(frozen=True)
class Scored:
    """Dice, and their points.

    Attributes
    ----------
    dice : an example
    points : points on paper, 0 if it busts
    """

    dice: list[Face]
    points: int


def examples(match: Match) -> list[Scored]:
    """Return examples; empty for a game whose rules are complete without.

    Parameters
    ----------
    match : of the game
    """
    playable, thrower = match.setup.playable, match.thrower
    return [
        Scored(faces(thrower.piece, dice), thrower.read(0, dice).gain * playable.point)
        for dice in EXAMPLES.get(playable.game.name, [])
    ]


def rest(match: Match) -> str:
    """Return what examples leave out, in a sentence; "" for nothing.

    Parameters
    ----------
    match : of the game
    """
    return REST.get(match.setup.playable.game.name, "")

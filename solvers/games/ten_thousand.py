"""Ten Thousand: five dice; ones, fives and triples score, and scoring dice may be thrown again.

Rules: Crocce & Mordecki 2014, section 2. Gains are in chips of 50 points. A roll has a *configuration* [f, o,
t]: f fives, o ones and three of a kind of t = 2, 3, 4 or 6 (0 if none); three fives or three ones score more
than three times one. If all rolled dice score, the player holds or rolls all five again. Otherwise the player
holds, rolls the dice that did not score ("roll"), or makes a *move*: gives up some scoring dice, keeps at
least one, and rolls the others.

The paper's Table 3 names the moves. Two allowed moves never add up to a third one, as a player rolls after
each move.
"""

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

from solvers.errors import expected
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way

DICE = 5
Configuration = tuple[int, int, int]
# What each move gives up; m51 is a five and a one, mt2 three twos. Triples of fives and ones count as fives
# and ones.
MOVES: dict[str, Configuration] = {
    "m5": (1, 0, 0),
    "m1": (0, 1, 0),
    "m55": (2, 0, 0),
    "m51": (1, 1, 0),
    "m11": (0, 2, 0),
    "m551": (2, 1, 0),
    "m511": (1, 2, 0),
    "mt1": (0, 3, 0),
    "mt2": (0, 0, 2),
    "mt3": (0, 0, 3),
    "mt4": (0, 0, 4),
    "mt5": (3, 0, 0),
    "mt6": (0, 0, 6),
}
ACTIONS = ("hold", "roll", *MOVES)
TRIPLES = tuple(name for name in MOVES if name.startswith("mt"))


def turn(moves: Collection[str] = tuple(MOVES)) -> Turn:
    """The turn of Ten Thousand with some of its moves.

    Parameters
    ----------
    moves : names from MOVES; all by default

    Raises
    ------
    InvalidRules
        if a move is unknown

    Examples
    --------
    >>> turn().critical_threshold()  # Crocce & Mordecki 2014, equation 6
    56
    """
    for name in moves:
        if name not in MOVES:
            raise expected("moves", "names among " + ", ".join(MOVES), name)
    states = [
        (scored, left)
        for left in range(DICE - 1, 0, -1)
        for scored in configurations(DICE - left)
        if dice(scored) <= DICE - left
    ]
    positions = [_position(scored, left, moves) for scored, left in states]
    hot = len(positions)
    positions.append(Position("all score, 5 left", (Way(ROLL, 0, 0),)))
    throws = []
    for thrown in range(DICE, 0, -1):
        outcomes, bust = [], Fraction(0)
        for scored, frequency in frequencies(thrown).items():
            if not any(scored):
                bust += Fraction(frequency, 6**thrown)
            else:
                index = hot if dice(scored) == thrown else states.index((scored, thrown - dice(scored)))
                outcomes.append(Outcome(Fraction(frequency, 6**thrown), score(scored), index))
        throws.append(Throw(f"{thrown} dice", bust, tuple(outcomes)))
    return Turn("ten thousand", tuple(throws), tuple(positions), ACTIONS)


def score(scored: Configuration) -> int:
    """Chips of a configuration: s(i) of section 2.1."""
    fives, ones, triple = scored
    return fives + 7 * (fives >= 3) + 2 * ones + 14 * (ones >= 3) + 2 * triple


def dice(scored: Configuration) -> int:
    """Scoring dice of a configuration: d(i) of section 2.1."""
    return scored[0] + scored[1] + 3 * (scored[2] > 0)


def configurations(thrown: int) -> list[Configuration]:
    """All configurations that score with at most this many dice."""
    return [scored for scored in frequencies(thrown) if any(scored)]


def frequencies(thrown: int) -> dict[Configuration, int]:
    """Number of the 6^n rolls of n dice with each configuration, the paper's Table 5.

    (0, 0, 0) scores nothing.
    """
    counted: dict[Configuration, int] = {}
    for faces in combinations_with_replacement(range(1, 7), thrown):
        counts = [faces.count(face) for face in range(7)]
        triple = next((face for face in (2, 3, 4, 6) if counts[face] >= 3), 0)
        ways = factorial(thrown)
        for count in counts:
            ways //= factorial(count)
        scored = counts[5], counts[1], triple
        counted[scored] = counted.get(scored, 0) + ways
    return counted


def _position(scored: Configuration, left: int, moves: Collection[str]) -> Position:
    """The position after a configuration was kept and `left` dice did not score."""
    ways = [Way(ROLL, 0, DICE - left)]
    for name, kept in _kept(scored, moves):
        ways.append(
            Way(ACTIONS.index(name), score(scored) - score(kept), DICE - left - dice(scored) + dice(kept))
        )
    return Position(f"{_label(scored)}, {left} left", tuple(ways))


def _kept(scored: Configuration, moves: Collection[str]) -> Iterator[tuple[str, Configuration]]:
    """The allowed moves from a configuration, each with the configuration that it keeps."""
    for name, (fives, ones, triple) in MOVES.items():
        kept = scored[0] - fives, scored[1] - ones, 0 if triple else scored[2]
        if name in moves and min(kept) >= 0 and triple in (0, scored[2]) and any(kept):
            yield name, kept


def _label(scored: Configuration) -> str:
    fives, ones, triple = scored
    return " ".join(["5"] * fives + ["1"] * ones + [str(triple)] * 3 * (triple > 0))

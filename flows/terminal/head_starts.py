"""The fairest head start of an answer, in a sentence."""

from solvers.wording.counts import some


def fairest_head_start(points: float, unit: str, wins: float) -> str:
    """Who gets how many points, and what the first player then wins.

    Parameters
    ----------
    points : head start of the second player; below 0 it is the first player's
    unit : of the points, in the plural: "points" or "units of 50 points"
    wins : chance of the first player with it

    Examples
    --------
    >>> fairest_head_start(4, "points", 0.501594)
    'Fairest head start: 4 points for the second player. With it the first player wins 50.16 %.'
    >>> fairest_head_start(-1, "units of 50 points", 0.4985)
    'Fairest head start: 1 unit of 50 points for the first player. With it the first player wins 49.85 %.'
    >>> fairest_head_start(0, "points", 0.5012)
    'Fairest without a head start: the first player wins 50.12 %.'
    """
    if points == 0:
        return f"Fairest without a head start: the first player wins {100 * wins:.2f} %."
    seat = "second" if points > 0 else "first"
    first, *more = unit.split(" ")
    head_start = " ".join([some(abs(round(points)), first.removesuffix("s")), *more])
    said = f"Fairest head start: {head_start} for the {seat} player."
    return f"{said} With it the first player wins {100 * wins:.2f} %."

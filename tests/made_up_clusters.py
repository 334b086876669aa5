"""Clusters of three with candidates as no game need have them, in which somebody often has to mix."""

from fractions import Fraction
from random import Random

import numpy as np

from solvers.in_turn_of_many.clusters.candidates import Candidates, candidates
from tests.oracle_race_of_three import Piece


def clusters(count: int) -> list[list[list[Piece]]]:
    """Lists of candidates as no game need have them: each bolder than the one before, with limits in the
    order of bust values.
    """
    random = Random(count)
    return [[rotation(random) for _ in range(3)] for _ in range(count)]


def rotation(random: Random) -> list[Piece]:
    """Candidates that serve one of the others, then the next, in turns: so somebody often has to mix."""
    limits = sorted(random.sample(range(25, 50), random.randint(1, 3)))
    edges = [
        Fraction(-1),
        *(Fraction(limit, 100) + Fraction(random.randint(1, 999), 10**6) for limit in limits),
        Fraction(2),
    ]
    busts, own, serves, pieces = (
        Fraction(random.randint(1, 20), 100),
        Fraction(45, 100),
        random.randint(0, 1),
        [],
    )
    for at in range(len(edges) - 1):
        if at:
            more = Fraction(random.randint(1, 12), 100)
            # At the limit the bolder candidate is worth as much.
            own, busts = own - more * edges[at], busts + more
        part = Fraction(random.randint(0, 100) + 900 * ((at + serves) % 2), 1000)
        rest = 1 - own - busts
        pieces.append(Piece((own, part * rest, (1 - part) * rest), busts, edges[at], edges[at + 1]))
    return pieces


def listed(pieces: list[list[Piece]]) -> tuple[Candidates, np.ndarray]:
    """As the kernels have them."""
    out = candidates(3)
    for rotation, own in enumerate(pieces):
        out.counts[rotation] = len(own)
        for at, piece in enumerate(own):
            out.worth[rotation, :, at] = [float(number) for number in (*piece.worth, piece.busts)]
            out.limits[rotation, :, at] = float(piece.low), float(piece.high)
    return out, np.arange(out.limits.shape[2]) < out.counts[:, np.newaxis]

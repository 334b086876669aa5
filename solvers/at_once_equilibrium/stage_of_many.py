"""One state of simultaneous play of n players who draw turn totals to hold at, equal scores alike.

Players with equal scores form a group g. With mixes x_g, a player of group g who holds at h wins

    U_h(x, v) = sum over own gains y of P(h gains y) E_g(y) + P(h gains nothing) w_g v_g.

E_g is the expected value over the turns of the n - 1 others, without the case that nobody gains; w_g is the
chance that none of them gains; and v_g is the group's value of this state. An equilibrium has U_h <= v_g,
with equality where x_g uses h. Newton's method for this complementarity problem (Josephy's) solves in each
step the one that is linear in x and v. Each row is divided by 1 - P(h gains nothing) w_g. The result is a
polymatrix game, in which each player's value is a sum over the groups, and Lemke's method solves it (Howson
1972).
"""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit
from solvers.linear.elimination import eliminate
from solvers.matrix_games.pivoting import lemke

Mixes = list[Array]
# A rule with a probability up to this does not belong to the support.
LEAST_PLAYED = 1e-9


class Linear(NamedTuple):
    """U = slope x + constant + loop v, with the rules of all groups in one vector.

    Attributes
    ----------
    slope : float64[rule, rule]
    constant : float64[rule]
    loop : float64[rule], chance that nobody gains, the factor of the v of the rule's group
    """

    slope: Array
    constant: Array
    loop: Array


class Stage:
    """The game of one state.

    Parameters
    ----------
    table : float64[own score, score of another, ...], value to a player, the goal among the scores; values of
        the states that follow are known
    ends : for each score below the goal, float64[rule, gain], chances of the gains up to the goal; gains
        beyond it may be merged
    scores : the players' scores, ascending

    Attributes
    ----------
    groups : the different scores, with the number of players that have each
    """

    def __init__(self, table: Array, ends: Sequence[Array], scores: tuple[int, ...]) -> None:
        self.table, self.scores = table, scores
        self.groups = [(score, scores.count(score)) for score in sorted(set(scores))]
        self.ends = [ends[score] for score, _ in self.groups]
        self._others = [_without(scores, score) for score, _ in self.groups]

    def set_values(self, values: Array) -> None:
        """Write the groups' values of this state into the table."""
        for (score, _), others, value in zip(self.groups, self._others, values, strict=True):
            for order in set(permutations(others)):
                self.table[(score, *order)] = value

    def values(self, mixes: Mixes) -> Array:
        """Value of each group if this state is played with these mixes until it is left, float64[group].

        It is also written into the table.
        """
        self.set_values(np.zeros(len(self.groups)))
        found = np.empty(len(self.groups))
        for g, (ends, mix) in enumerate(zip(self.ends, mixes, strict=True)):
            played = _times(ends.T, mix)
            found[g] = (played * self._expected(g, mixes)).sum() / (1.0 - played[0] * self._nothing(g, mixes))
        self.set_values(found)
        return found

    def gains(self, mixes: Mixes, values: Array) -> Array:
        """Gain of each group's best rule over its value, float64[group].

        Parameters
        ----------
        mixes : for each group, float64[rule]
        values : float64[group], also in the table
        """
        return np.array(
            [_times(ends, self._expected(g, mixes)).max() - values[g] for g, ends in enumerate(self.ends)]
        )

    def linear(self, mixes: Mixes, values: Array) -> Linear:
        """U near these mixes, linear in the mixes x and the values v.

        Parameters
        ----------
        mixes : for each group, float64[rule]
        values : float64[group], also in the table
        """
        sizes = [len(ends) for ends in self.ends]
        start = np.concatenate([[0], np.cumsum(sizes)])
        slope, constant, loop = np.zeros((start[-1], start[-1])), np.empty(start[-1]), np.empty(start[-1])
        for g, ends in enumerate(self.ends):
            own = slice(start[g], start[g + 1])
            loop[own] = ends[:, 0] * self._nothing(g, mixes)
            constant[own] = _times(ends, self._expected(g, mixes)) - loop[own] * values[g]
            for other, (score, count) in enumerate(self.groups):
                if score in self._others[g]:
                    block = slice(start[other], start[other + 1])
                    pairs = _products(_products(ends, self._expected(g, mixes, other)), self.ends[other].T)
                    slope[own, block] = (count - (other == g)) * pairs
        return Linear(slope, constant - _times(slope, np.concatenate(mixes)), loop)

    def split(self, flat: Array) -> Mixes:
        """Probabilities of all rules by group; those of a group add up to 1."""
        parts = np.split(flat.clip(min=0.0), np.cumsum([len(ends) for ends in self.ends])[:-1])
        return [part / part.sum() for part in parts]

    def step(self, mixes: Mixes, values: Array) -> Mixes | None:
        """The equilibrium of the linear problem, by Lemke's method; None if it finds none."""
        slope, constant, loop = self.linear(mixes, values)
        member = self._members()
        # Constants are added to the coefficients of the own group's probabilities, which add up to 1.
        worth = (slope + constant[:, None] * _products(member, member.T)) / (1.0 - loop)[:, None]
        losses = worth.max() - worth + 0.1
        rules, groups = member.shape
        matrix = np.block([[losses, -member], [member.T, np.zeros((groups, groups))]])
        right = np.concatenate([np.zeros(rules), -np.ones(groups)])
        found = lemke(matrix, right)
        flat = np.asarray(found.z[:rules])
        return self.split(flat) if found.success and (_times(member.T, flat) > 0.0).all() else None

    def polished(self, mixes: Mixes, values: Array) -> Mixes:
        """One step of Newton's method for the equations on the support.

        The mixes are returned unchanged if the equations are singular.
        """
        slope, constant, loop = self.linear(mixes, values)
        flat, member = np.concatenate(mixes), self._members()
        used = np.flatnonzero(flat > LEAST_PLAYED)
        groups = member.shape[1]
        equations, right = np.zeros((used.size + groups, used.size + groups)), np.ones(used.size + groups)
        equations[: used.size, : used.size] = slope[np.ix_(used, used)]
        equations[: used.size, used.size :] = (loop[used] - 1.0)[:, None] * member[used]
        equations[used.size :, : used.size] = member[used].T
        right[: used.size] = -constant[used]
        if not eliminate(equations, right):
            return mixes
        flat = np.zeros_like(flat)
        flat[used] = right[: used.size]
        return self.split(flat) if bool((flat >= 0.0).all()) else mixes

    def _members(self) -> Array:
        """1 if a rule belongs to a group, else 0, float64[rule, group]."""
        of = np.repeat(np.arange(len(self.ends)), [len(ends) for ends in self.ends])
        return np.asarray(of[:, None] == np.arange(len(self.ends)), float)

    def _nothing(self, g: int, mixes: Mixes) -> float:
        """Chance that none of the others gains."""
        chance = 1.0
        for score in self._others[g]:
            chance *= float(_times(self._ends_of(score)[:, :1].T, self._mix_of(score, mixes))[0])
        return chance

    def _expected(self, g: int, mixes: Mixes, kept: int | None = None) -> Array:
        """Expected value over the others' turns by the own gain, float64[gain].

        With a group `kept`, the turn of one of its players is left out: float64[gain, its gain].
        """
        others = self._others[g]
        rest = others if kept is None else _without(others, self.groups[kept][0])
        first = [self.groups[own][0] for own in (g, kept) if own is not None]
        found = self.table[tuple(slice(score, None) for score in (*first, *rest))]
        for score in reversed(rest):
            played = _times(self._ends_of(score).T, self._mix_of(score, mixes))
            found = _times(found.reshape(-1, played.size), played).reshape(found.shape[:-1])
        return np.ascontiguousarray(found)

    def _group(self, score: int) -> int:
        """Index of the group with this score."""
        return [own for own, _ in self.groups].index(score)

    def _ends_of(self, score: int) -> Array:
        """Chances of the gains of the players with a score, float64[rule, gain]."""
        return self.ends[self._group(score)]

    def _mix_of(self, score: int, mixes: Mixes) -> Array:
        """Probabilities of the rules of the players with a score, float64[rule]."""
        return mixes[self._group(score)]


def _without(scores: tuple[int, ...], score: int) -> tuple[int, ...]:
    """The scores without one player that has `score`."""
    place = scores.index(score)
    return (*scores[:place], *scores[place + 1 :])


def _times(matrix: Array, vector: Array) -> Array:
    """A matrix times a vector, summed in a fixed order."""
    out = np.zeros(matrix.shape[0])
    _add_times(np.ascontiguousarray(matrix), vector, out)
    return out


def _products(first: Array, second: Array) -> Array:
    """A matrix times a matrix, summed in a fixed order."""
    out = np.zeros((first.shape[0], second.shape[1]))
    _add_products(np.ascontiguousarray(first), np.ascontiguousarray(second), out)
    return out


@jit
def _add_times(matrix: Array, vector: Array, out: Array) -> None:
    """Add a matrix times a vector.

    Parameters
    ----------
    matrix : float64[row, column]
    vector : float64[column]
    out : float64[row], added to
    """
    for row in range(matrix.shape[0]):
        for column in range(vector.size):
            out[row] += matrix[row, column] * vector[column]


@jit
def _add_products(first: Array, second: Array, out: Array) -> None:
    """Add the product of two matrices.

    Parameters
    ----------
    first : float64[row, middle]
    second : float64[middle, column]
    out : float64[row, column], added to
    """
    for row in range(first.shape[0]):
        for middle in range(first.shape[1]):
            if first[row, middle] != 0.0:
                for column in range(second.shape[1]):
                    out[row, column] += first[row, middle] * second[middle, column]

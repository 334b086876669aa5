"""Slow and obvious: what a policy of one player alone for some turns is worth, how often play comes where,
and what decisions give away, in fractions. Nothing of the project is imported.

A policy is a function of (turns left, banked, turn total) that says whether to throw again. Every way that
play can go is gone, throw by throw.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tests.oracle_policies import Number, Rules

Policy = Callable[[int, int, int], bool]
Decision = tuple[int, int, int]


class Alone:
    """One player alone who wants a goal."""

    def __init__(self, rules: Rules, goal: int, policy: Policy) -> None:
        self.rules, self.goal, self.policy = rules, goal, policy
        self.best = cache(self._best)
        self.own = cache(self._own)

    def _thrown(self, worth: Callable[[Decision], Number], left: int, banked: int, total: int) -> Number:
        """What a throw is worth, if standing somewhere is worth so much."""
        rules = self.rules
        lost = rules.bust * self._begun(worth, left - 1, banked + rules.least)
        lost += rules.wipe * self._begun(worth, left - 1, 0)
        return lost + sum(chance * worth((left, banked, total + gain)) for gain, chance in rules.gains)

    def _begun(self, worth: Callable[[Decision], Number], left: int, banked: int) -> Number:
        """What it is worth to be about to begin a turn."""
        if banked >= self.goal:
            return Fraction(1)
        return self._thrown(worth, left, banked, 0) if left else Fraction(0)

    def _choices(self, worth: Callable[[Decision], Number], at: Decision) -> tuple[Number, Number]:
        """What holding and throwing are worth."""
        left, banked, total = at
        return self._begun(worth, left - 1, banked + total), self._thrown(worth, *at)

    def _best(self, at: Decision) -> Number:
        return Fraction(1) if at[1] + at[2] >= self.goal else max(self._choices(self.best, at))

    def _own(self, at: Decision) -> Number:
        if at[1] + at[2] >= self.goal:
            return Fraction(1)
        return self._choices(self.own, at)[self.policy(*at)]

    def values(self, left: int, banked: int) -> tuple[Number, Number]:
        """Chances to reach the goal of optimal play and of the policy."""
        return self._begun(self.best, left, banked), self._begun(self.own, left, banked)

    def regret(self, at: Decision) -> Number:
        """What the policy's decision gives away, if optimal play follows."""
        choices = self._choices(self.best, at)
        return max(choices) - choices[self.policy(*at)]

    def visits(self, turns: int) -> dict[Decision, Number]:
        """How often play comes there; at turn total 0 a turn begins, and without turns left all is over."""
        found: dict[Decision, Number] = {}

        def stand(left: int, banked: int, total: int, chance: Number) -> None:
            if banked + total >= self.goal:
                return
            found[left, banked, total] = found.get((left, banked, total), 0) + chance
            if left == 0:
                return
            if total and not self.policy(left, banked, total):
                stand(left - 1, banked + total, 0, chance)
                return
            rules = self.rules
            for lost, after in ((rules.bust, banked + rules.least), (rules.wipe, 0)):
                if lost:
                    stand(left - 1, after, 0, chance * lost)
            for gain, probability in rules.gains:
                stand(left, banked, total + gain, chance * probability)

        stand(turns, 0, 0, Fraction(1))
        return found

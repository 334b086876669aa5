"""Solved opponents: what they decide, and the person's win probabilities against them.

Each returns its reasons with its decision (`Decision`). Each has the values of a best response to it: of
handing over the turn or, if both play at once, of a round.
"""

from dataclasses import dataclass
from typing import Protocol

from playing.pieces import MIXING, Luck
from playing.state import OPPONENT, Rules, State
from playing.worth import AtOnce, InTurn, Worths, mixture
from solvers.arrays import Array
from solvers.deviations.strategy import Strategy
from solvers.fixed.race_response import RaceResponse
from solvers.games.plan import Plan
from solvers.games.turn import HOLD
from solvers.players.rule import RuleOfThumb
from solvers.race.solve import Race
from solvers.turns.backward import TIE


@dataclass(frozen=True)
class Decision:
    """A decision of an opponent, and the reasons.

    Attributes
    ----------
    place : HOLD, or the place of an opening or a way
    worth : its win probability by place, if it plays to win
    rule : the rule that it follows, in words; "" for none
    drawn : the turn total to hold at that it drew for this round, if it plays a mixture
    drawn_from : the mixture: turn totals and their probabilities
    """

    place: int
    worth: Worths | None = None
    rule: str = ""
    drawn: int | None = None
    drawn_from: tuple[tuple[int, float], ...] = ()


class Opponent(Protocol):
    """An opponent of the person."""

    def decide(self, state: State, luck: Luck) -> Decision:
        """Return its decision.

        Parameters
        ----------
        state : the state, with the opponent as mover
        luck : random numbers of the game, for mixtures
        """

    def your_worths(self, state: State) -> Worths:
        """Return the person's win probability by choice, under a best response, with the person as mover."""

    def your_wait(self, state: State) -> float:
        """Return the person's win probability in a state in which the opponent's turn opens."""


class Optimal:
    """Optimal play of a race.

    Parameters
    ----------
    rules : rules of the game
    race : the solved race
    """

    def __init__(self, rules: Rules, race: Race) -> None:
        self._rules = rules
        # Both players have the same table of values of handing over.
        self._worth = InTurn(rules, 1.0 - race.value.T)

    def decide(self, state: State, luck: Luck) -> Decision:
        """Return the best choice; ties hold, or take the first choice."""
        worth = self._worth.of_choices(state)
        return Decision(best_place(worth), worth)

    def your_worths(self, state: State) -> Worths:
        """Return the person's win probability by choice."""
        return self._worth.of_choices(state)

    def your_wait(self, state: State) -> float:
        """Return the person's win probability when the opponent's turn opens."""
        return float(self._worth.handed[state.other, state.banked])


class Follower:
    """A player with a rule of thumb.

    Parameters
    ----------
    rules : rules of the game
    response : the best response to the rule
    """

    def __init__(self, rules: Rules, response: RaceResponse) -> None:
        self._rules, self._rule = rules, response.opponent
        # One table for each number of scoring turns that the rule distinguishes.
        self._worth = [InTurn(rules, handed) for handed in response.waiting_value]

    def decide(self, state: State, luck: Luck) -> Decision:
        """Return what the rule does."""
        if not state.opens and not self._rules.may_hold(state):
            return Decision(1, rule=self._rule.name)
        if isinstance(self._rule, Plan):
            return Decision(self._planned(self._rule, state), rule=self._rule.name)
        return Decision(_by_rule(self._rule.after(state.scored[state.mover]), state), rule=self._rule.name)

    def your_worths(self, state: State) -> Worths:
        """Return the person's win probability by choice."""
        return self._against(state).of_choices(state)

    def your_wait(self, state: State) -> float:
        """Return the person's win probability when the opponent's turn opens."""
        return float(self._against(state).handed[state.other, state.banked])

    def _against(self, state: State) -> InTurn:
        return self._worth[min(state.scored[OPPONENT], len(self._worth) - 1)]

    def _planned(self, plan: Plan, state: State) -> int:
        if state.position is None:
            return self._rules.turn.openings.index(plan.opening) + 1
        holds = state.turn_total >= len(plan.way)
        return HOLD if holds else int(plan.way[state.turn_total, state.position])


class Mixer:
    """A player who draws a turn total to hold at in each round, unseen, where both roll at the same time.

    Parameters
    ----------
    rules : rules of the game
    name : name in words
    strategy : the mixtures
    value : float64[banked, opponent], the person's win probability at the start of a round, under a best
        response
    """

    def __init__(self, rules: Rules, name: str, strategy: Strategy, value: Array) -> None:
        self._name, self._strategy = name, strategy
        self._worth = AtOnce(rules, strategy, value)

    def decide(self, state: State, luck: Luck) -> Decision:
        """Hold at the turn total that it drew for this round."""
        drawn_from = mixture(self._strategy, state.banked, state.other)
        drawn, part = drawn_from[-1][0], luck.part(MIXING, state.round)
        for hold_at, chance in drawn_from:
            part -= chance
            if part < 0.0:
                drawn = hold_at
                break
        place = HOLD if not state.opens and state.turn_total >= drawn else 1
        return Decision(place, rule=self._name, drawn=drawn, drawn_from=tuple(drawn_from))

    def your_worths(self, state: State) -> Worths:
        """Return the person's win probability by choice."""
        return self._worth.of_choices(state)

    def your_wait(self, state: State) -> float:
        """Return the person's win probability after the person's turn of the round."""
        return self._worth.ended(state.other, state.banked, state.waiting or 0)


def best_place(worth: Worths) -> int:
    """Return the best choice; ties, up to rounding, hold or take the first choice."""
    places = iter(worth)
    best = next(places)
    for place in places:
        if worth[place] > worth[best] + TIE * abs(worth[best]):
            best = place
    return best


def _by_rule(rule: RuleOfThumb, state: State) -> int:
    if state.position is None:
        return 1
    return int(rule.at(state.banked, state.other)[state.turn_total, state.position])

"""Opponents as they play, once what they need is solved: what they decide, and what you can win against them.

Each says what its decision rests on (`Decision`), and knows your best answer to it: what handing over the
turn is worth to you, or what a round is worth where both play at once.
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
    """What an opponent decides, and why.

    Attributes
    ----------
    place : HOLD, or the place of an opening or a way
    worth : its chance to win by place, if it plays for the win
    rule : the rule that it follows, in words; "" if it follows none
    drawn : the turn total to hold at that it has drawn for this round, if it draws
    drawn_from : all that it may have drawn, with the chances
    """

    place: int
    worth: Worths | None = None
    rule: str = ""
    drawn: int | None = None
    drawn_from: tuple[tuple[int, float], ...] = ()


class Opponent(Protocol):
    """Somebody to play against."""

    def decide(self, state: State, luck: Luck) -> Decision:
        """What it does where it has to decide.

        Parameters
        ----------
        state : with the opponent as mover
        luck : of the game, for what it leaves to chance
        """

    def your_worths(self, state: State) -> Worths:
        """What your choices are worth to you if you play your best against it; with you as mover."""

    def your_wait(self, state: State) -> float:
        """What a state in which its turn opens is worth to you."""


class Optimal:
    """Plays a race for the win.

    Parameters
    ----------
    rules : of the game
    race : its answer
    """

    def __init__(self, rules: Rules, race: Race) -> None:
        self._rules = rules
        # It and you play the same game: what handing over is worth is one table.
        self._worth = InTurn(rules, 1.0 - race.value.T)

    def decide(self, state: State, luck: Luck) -> Decision:
        """The best; a tie holds, or takes what is named first."""
        worth = self._worth.of_choices(state)
        return Decision(best_place(worth), worth)

    def your_worths(self, state: State) -> Worths:
        """What your choices are worth to you."""
        return self._worth.of_choices(state)

    def your_wait(self, state: State) -> float:
        """What the opening of its turn is worth to you."""
        return float(self._worth.handed[state.other, state.banked])


class Follower:
    """Follows a rule of thumb, whatever that is worth.

    Parameters
    ----------
    rules : of the game
    response : your best response to the rule
    """

    def __init__(self, rules: Rules, response: RaceResponse) -> None:
        self._rules, self._rule = rules, response.opponent
        # One table for each number of its scoring turns that its rule tells apart.
        self._worth = [InTurn(rules, handed) for handed in response.waiting_value]

    def decide(self, state: State, luck: Luck) -> Decision:
        """What the rule says; where one may not hold there is nothing to say."""
        if not state.opens and not self._rules.may_hold(state):
            return Decision(1, rule=self._rule.name)
        if isinstance(self._rule, Plan):
            return Decision(self._planned(self._rule, state), rule=self._rule.name)
        return Decision(_by_rule(self._rule.after(state.scored[state.mover]), state), rule=self._rule.name)

    def your_worths(self, state: State) -> Worths:
        """What your choices are worth to you."""
        return self._against(state).of_choices(state)

    def your_wait(self, state: State) -> float:
        """What the opening of its turn is worth to you."""
        return float(self._against(state).handed[state.other, state.banked])

    def _against(self, state: State) -> InTurn:
        return self._worth[min(state.scored[OPPONENT], len(self._worth) - 1)]

    def _planned(self, plan: Plan, state: State) -> int:
        if state.position is None:
            return self._rules.turn.openings.index(plan.opening) + 1
        holds = state.turn_total >= len(plan.way)
        return HOLD if holds else int(plan.way[state.turn_total, state.position])


class Mixer:
    """Draws a turn total to hold at each round, unseen, where both throw at the same time.

    Parameters
    ----------
    rules : of the game
    name : in words
    strategy : what it draws from
    value : float64[banked, opponent], your chance to win at the start of a round, if you play your best
    """

    def __init__(self, rules: Rules, name: str, strategy: Strategy, value: Array) -> None:
        self._name, self._strategy = name, strategy
        self._worth = AtOnce(rules, strategy, value)

    def decide(self, state: State, luck: Luck) -> Decision:
        """Hold at what it has drawn for this round."""
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
        """What your choices are worth to you."""
        return self._worth.of_choices(state)

    def your_wait(self, state: State) -> float:
        """What it is worth to you to have ended your turn of the round."""
        return self._worth.ended(state.other, state.banked, state.waiting or 0)


def best_place(worth: Worths) -> int:
    """The best choice; up to rounding, a tie holds, or takes what is named first."""
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

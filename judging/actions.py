"""Names of decisions in a log.

Holding is `hold`. Going on is named as the rules name the action, or by what is thrown: `m5`, `4 dice`; if
there is one way to go on, it is also `throw` or `roll`. If several ways of one name differ in what they give
up, the name alone is the one that gives up nothing, and the others say it: `throw 1 for 5 less`.
"""

from collections.abc import Iterator, Mapping

from playing.state import Rules, State
from solvers.games.turn import HOLD, ROLL, Turn

ANY_THROW = ("throw", "roll")
# What a choice leads to: the throw, and the points given up; None for holding.
Effect = tuple[int, int] | None


def possible(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the possible choices; only holding if the goal is reached, or nothing else is left."""
    return rules.places(state) if rules.goes_on(state) else (HOLD,)


class Names:
    """The possible decisions in a game, by name.

    Parameters
    ----------
    rules : rules of the game

    Examples
    --------
    >>> from solvers.games import ten_thousand
    >>> names = Names(Rules(ten_thousand.turn(), 200, at_once=False))
    >>> sorted(names.called(State(turn_total=2, position=6)))
    ['3 dice', '4 dice', '4 dice for 1 less', 'hold', 'm5', 'm5 for 1 less', 'roll']
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        # Cached by what is possible: scores matter only at the goal, or at an entry.
        self._called: dict[tuple[int | None, tuple[int, ...]], Mapping[str, int]] = {}

    def called(self, state: State) -> Mapping[str, int]:
        """Return the choices in a state, by all unambiguous names."""
        key = state.position, possible(self._rules, state)
        if key not in self._called:
            self._called[key] = _called(self._rules, state)
        return self._called[key]

    def of(self, state: State, place: int) -> str:
        """Return the shortest unambiguous name of a decision in its state.

        Parameters
        ----------
        state : state of the decision
        place : the choice
        """
        known, effect = self.called(state), _effect(self._rules, state, place)
        names = [name for name, _ in _names(self._rules, state, place)]
        for name in names:
            meant = known.get(name.casefold())
            if meant is not None and _effect(self._rules, state, meant) == effect:
                return name
        return names[-1]


def all_names(turn: Turn) -> frozenset[str]:
    """Return every name of a decision anywhere in a game."""
    names = {*ANY_THROW, *turn.actions, *(throw.name for throw in turn.throws)}
    for way in (way for position in turn.positions for way in position.ways if way.given_up):
        for name in (turn.actions[way.action], turn.throws[way.throw].name):
            names.add(_cheaper(name, way.given_up))
    return frozenset(name.casefold() for name in names)


def _called(rules: Rules, state: State) -> Mapping[str, int]:
    meant: dict[bool, dict[str, dict[Effect, int]]] = {False: {}, True: {}}
    places = possible(rules, state)
    for place in places:
        effect = _effect(rules, state, place)
        for name, whole in _names(rules, state, place):
            meant[whole].setdefault(name.casefold(), {}).setdefault(effect, place)
    throws = [place for place in places if place != HOLD]
    if len(throws) == 1:
        for name in ANY_THROW:
            meant[True].setdefault(name, {_effect(rules, state, throws[0]): throws[0]})
    found = meant[True] | {name: own for name, own in meant[False].items() if name not in meant[True]}
    return {name: next(iter(own.values())) for name, own in found.items() if len(own) == 1}


def _effect(rules: Rules, state: State, place: int) -> Effect:
    if place == HOLD:
        return None
    return rules.throw(state, place), state.turn_total - rules.before(state, place)


def _names(rules: Rules, state: State, place: int) -> Iterator[tuple[str, bool]]:
    """Names of a choice, the usual first, and whether each is complete: it may omit the points given up."""
    if place == HOLD:
        yield "hold", True
        return
    way, turn = rules.way(state, place), rules.turn
    thrown = turn.throws[rules.throw(state, place)].name
    if way is None:
        if len(turn.openings) == 1:
            yield turn.actions[ROLL], True
        yield thrown, True
        return
    names = list(dict.fromkeys((turn.actions[way.action], thrown)))
    yield from ((name, way.given_up == 0) for name in names)
    if way.given_up:
        yield from ((_cheaper(name, way.given_up), True) for name in names)


def _cheaper(name: str, given_up: int) -> str:
    return f"{name} for {given_up} less"

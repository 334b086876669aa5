"""What decisions are called in a log.

To hold is `hold`. To throw on is called as the rules call the action, or by what is thrown: `m5`, `4 dice`;
it is `throw` or `roll` where there is one way to throw on. Where several ways of one name differ in what they
give up, the name alone is the one that gives up nothing, and others are told apart: `throw 1 for 5 less`.
"""

from collections.abc import Iterator, Mapping

from playing.state import Rules, State
from solvers.games.turn import HOLD, ROLL, Turn

ANY_THROW = ("throw", "roll")
# What a place leads to: the throw, and the points given up; None for holding.
Effect = tuple[int, int] | None


def possible(rules: Rules, state: State) -> tuple[int, ...]:
    """Places that may be decided; holding alone where the goal is reached, or nothing else is left."""
    return rules.places(state) if rules.goes_on(state) else (HOLD,)


class Names:
    """What may be decided in a game, by name.

    Parameters
    ----------
    rules : of the game

    Examples
    --------
    >>> from solvers.games import ten_thousand
    >>> names = Names(Rules(ten_thousand.turn(), 200, at_once=False))
    >>> sorted(names.called(State(turn_total=2, position=6)))
    ['3 dice', '4 dice', '4 dice for 1 less', 'hold', 'm5', 'm5 for 1 less', 'roll']
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        # Scores matter as far as they reach the goal, or an entry.
        self._called: dict[tuple[int | None, tuple[int, ...]], Mapping[str, int]] = {}

    def called(self, state: State) -> Mapping[str, int]:
        """The place of each name that means one thing in a state."""
        key = state.position, possible(self._rules, state)
        if key not in self._called:
            self._called[key] = _called(self._rules, state)
        return self._called[key]

    def of(self, state: State, place: int) -> str:
        """The shortest name of a decision that means nothing else in its state.

        Parameters
        ----------
        state : where it was decided
        place : what was decided
        """
        known, effect = self.called(state), _effect(self._rules, state, place)
        names = [name for name, _ in _names(self._rules, state, place)]
        for name in names:
            meant = known.get(name.casefold())
            if meant is not None and _effect(self._rules, state, meant) == effect:
                return name
        return names[-1]


def all_names(turn: Turn) -> frozenset[str]:
    """Every name that a decision may have somewhere in a game."""
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
    """What a place may be called, the usual first, and whether that says all: not what it gives up."""
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

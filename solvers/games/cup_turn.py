"""The turn of a game of dice from a cup.

The state of a turn is which dice are aside, which are in hand, and how often each face that busts has been
shown. States become positions of the turn; a throw draws dice and rolls the hand.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import comb, lcm
from operator import add, lt
from typing import NamedTuple

from solvers.errors import expected
from solvers.games.cup import Cup, Face, TurnOfCup
from solvers.games.turn import ROLL, Outcome, Position, Throw, Way

# Most outcomes of all throws: such games are solved in minutes and fit into memory.
MOST_OUTCOMES = 500_000
# Most steps to count the outcomes: Zombie Dice takes 400 000, in a few seconds.
MOST_STEPS = 3_000_000
# Most hands that differ in their numbers of dice of each kind.
MOST_HANDS = 10_000
FEWER = "Have fewer dice, fewer kinds of them, fewer faces, or fewer dice in hand."
Counts = tuple[int, ...]


# All counts of a state packed into one integer: one addition adds them all, and the integers sort like the
# states. Zombie Dice adds a quarter of a million times.
Packed = int


class _State(NamedTuple):
    """The state of a turn.

    Attributes
    ----------
    back : int[kind], dice aside that return to a cup with too few dice
    out : int[kind], dice aside that do not return
    shown : int[face that busts], number of times it has been shown
    again : int[kind], dice in hand that are rolled again
    """

    back: Counts
    out: Counts
    shown: Counts
    again: Counts


class _Hand(NamedTuple):
    """The possible results of a hand with given faces that bust.

    Attributes
    ----------
    shown : int[face that busts], number of times it is shown
    results : the other results of such hands: gain, state of the hand's dice alone, and number of ways
    """

    shown: Counts
    results: list[tuple[int, Packed, int]]


# Cached, as the plan of a sweep asks for the same turn with each case.
@lru_cache(maxsize=16)
def turn(cup: Cup) -> TurnOfCup:
    """The turn of a cup.

    Raises
    ------
    InvalidRules
        if there are too many outcomes, or no game can be played by it

    Examples
    --------
    >>> from solvers.games.cup import Kind
    >>> coins = Cup(
    ...     name="two coins, one thrown",
    ...     hand=1,
    ...     kinds=(Kind("coin", 2, ("heads", "tails")),),
    ...     faces=(Face("heads", gain=1, returns=True), Face("tails", bust_at=1)),
    ... )
    >>> for throw in turn(coins).throws:
    ...     print(throw.name, throw.bust, [one.gain for one in throw.outcomes])
    nothing yet 1/2 [1]
    1 coin to return 1/2 [1]
    """
    return _Maker(cup).turn()


class _Maker:
    """Makes the turn, starting from its opening throw."""

    def __init__(self, cup: Cup) -> None:
        self.cup = cup
        self.steps = 0
        if comb(cup.hand + len(cup.kinds) - 1, cup.hand) > MOST_HANDS:
            raise expected("cup", f"at most {MOST_HANDS} different hands", "more", FEWER)
        self.busts = [face for face in cup.faces if face.bust_at]
        # Ways are whole numbers of 1 / parts of a die, as kinds may differ in their number of faces.
        self.parts = lcm(*(len(kind.faces) for kind in cup.kinds))
        self.limits = [face.bust_at for face in self.busts]
        # No count exceeds the number of dice.
        self.bits = sum(kind.number for kind in cup.kinds).bit_length()
        # There are few different hands, but many outcomes that lead to the same state.
        self.hands = lru_cache(maxsize=None)(self._hands)
        self.apart = lru_cache(maxsize=None)(self._apart)
        self.filled = lru_cache(maxsize=None)(self._filled)

    def turn(self) -> TurnOfCup:
        """The turn, with all throws and all positions that they lead to."""
        nothing = 0
        found, waiting, outcomes = dict[Packed, Counter[tuple[int, Packed]]](), [nothing], 0
        while waiting:
            state = waiting.pop()
            if state in found:
                continue
            found[state] = self._thrown(state)
            outcomes += len(found[state])
            if outcomes > MOST_OUTCOMES:
                raise expected("cup", f"at most {MOST_OUTCOMES} outcomes of all throws", "more", FEWER)
            ahead = (self.filled(stood) for _, stood in found[state])
            waiting += {after for after in ahead if after is not None and after not in found}
        # A throw without a gain takes dice out or enlarges the hand rolled again, so throws can be ordered.
        throws = sorted(found, key=self._order)
        place = {state: index for index, state in enumerate(throws)}
        positions = sorted({stood for thrown in found.values() for _, stood in thrown})
        stands = {state: index for index, state in enumerate(positions)}
        return TurnOfCup(
            name=self.cup.name,
            throws=tuple(self._throw(state, found[state], stands) for state in throws),
            positions=tuple(Position(self._name(stood), self._ways(stood, place)) for stood in positions),
            openings=(place[nothing],),
            cup=self.cup,
        )

    def _order(self, state: Packed) -> tuple[int, int, Packed]:
        """Sort key of a throw."""
        apart = self.apart(state)
        return sum(apart.out), sum(apart.again), state

    def _throw(self, state: Packed, thrown: Counter[tuple[int, Packed]], stands: dict[Packed, int]) -> Throw:
        """A throw, conditional on a change of state: a roll that changes nothing is repeated."""
        apart, same = self.apart(state), (0, state)
        every = comb(sum(self._inside(apart)), self.cup.hand - sum(apart.again)) * self.parts**self.cup.hand
        left = every - thrown[same]
        if not left:
            stuck = f"{self._listed(apart.again)}, of which every face is thrown again"
            raise expected("cup", "a hand that can score or bust", stuck, "Give these dice another face.")
        chances = {ways: Fraction(ways, left) for ways in set(thrown.values())}
        outcomes = [
            Outcome(chances[ways], gain, stands[stood])
            for (gain, stood), ways in thrown.items()
            if (gain, stood) != same
        ]
        in_order = sorted(outcomes, key=lambda outcome: (outcome.gain, outcome.position))
        return Throw(self._name(state), Fraction(every - sum(thrown.values()), left), tuple(in_order))

    def _ways(self, state: Packed, place: dict[Packed, int]) -> tuple[Way, ...]:
        """The way to go on: roll with a full hand, if it can be filled."""
        after = self.filled(state)
        return () if after is None else (Way(ROLL, 0, place[after]),)

    def _inside(self, state: _State) -> Counts:
        """Dice in the cup, by kind."""
        aside = zip(self.cup.kinds, state.back, state.out, state.again, strict=True)
        return tuple(kind.number - back - out - again for kind, back, out, again in aside)

    def _filled(self, state: Packed) -> Packed | None:
        """The state with enough dice in the cup to fill the hand; None if there are too few."""
        apart = self.apart(state)
        lacking = self.cup.hand - sum(apart.again)
        if sum(self._inside(apart)) >= lacking:
            return state
        returned = apart._replace(back=(0,) * len(apart.back))
        return self._packed(returned) if sum(self._inside(returned)) >= lacking else None

    def _thrown(self, state: Packed) -> Counter[tuple[int, Packed]]:
        """Number of ways to each gain and next state, without those that bust."""
        found = Counter[tuple[int, Packed]]()
        apart = self.apart(state)
        aside = self._packed(apart._replace(again=(0,) * len(apart.again)))
        for drawn, draws in _drawn(self._inside(apart), self.cup.hand - sum(apart.again)):
            for shown, results in self.hands(_sum(apart.again, drawn)):
                self._count(len(results))
                if all(map(lt, _sum(apart.shown, shown), self.limits)):
                    for gain, stood, ways in results:
                        found[gain, aside + stood] += draws * ways
        return found

    def _hands(self, hand: Counts) -> list[_Hand]:
        """Possible results of a hand, by how often its dice show faces that bust."""
        found = Counter({(0, 0): 1})
        for kind, dice in enumerate(hand):
            faces = Counter(self.cup.kinds[kind].faces)
            part = self.parts // faces.total()
            lands = [(face.gain, self._one(kind, face), part * faces[face.name]) for face in self.cup.faces]
            for _ in range(dice):
                self._count(len(found) * len(lands))
                more = Counter[tuple[int, Packed]]()
                for (gain, state), ways in found.items():
                    for own, one, parts in lands:
                        more[gain + own, state + one] += ways * parts
                found = more
        hands: dict[Counts, list[tuple[int, Packed, int]]] = {}
        for (gain, state), ways in found.items():
            if ways:
                hands.setdefault(self.apart(state).shown, []).append((gain, state, ways))
        return [_Hand(shown, results) for shown, results in hands.items()]

    def _count(self, steps: int) -> None:
        """Refuse a cup that would take too long to count."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise expected("cup", f"at most {MOST_STEPS} steps to count what it throws", "more", FEWER)

    def _one(self, kind: int, face: Face) -> Packed:
        """The state of one die of a kind that shows a face."""
        none = (0,) * len(self.cup.kinds)
        one = tuple(int(place == kind) for place in range(len(self.cup.kinds)))
        shown = tuple(int(face is other) for other in self.busts)
        if face.bust_at:
            return self._packed(_State(none, one, shown, none))
        if face.returns:
            return self._packed(_State(one, none, shown, none))
        if face.gain:
            return self._packed(_State(none, one, shown, none))
        return self._packed(_State(none, none, shown, one))

    def _packed(self, state: _State) -> Packed:
        """A state packed into one integer, its first count most significant."""
        packed = 0
        for count in chain.from_iterable(state):
            packed = packed << self.bits | count
        return packed

    def _apart(self, packed: Packed) -> _State:
        """The counts of a packed state."""
        kinds, mask = len(self.cup.kinds), (1 << self.bits) - 1
        places = range(3 * kinds + len(self.busts) - 1, -1, -1)
        counts = tuple(packed >> place * self.bits & mask for place in places)
        return _State(counts[:kinds], counts[kinds : 2 * kinds], counts[2 * kinds : -kinds], counts[-kinds:])

    def _name(self, packed: Packed) -> str:
        """A label for the state, in words."""
        state = self.apart(packed)
        where = ((state.back, "to return"), (state.out, "out"), (state.again, "again"))
        parts = [f"{self._listed(dice)} {place}" for dice, place in where if any(dice)]
        # If only one face takes dice out, those dice say how often it was shown.
        if len(self.busts) > 1 or any(face.gain and not face.returns for face in self.cup.faces):
            counted = zip(state.shown, self.busts, strict=True)
            parts += [f"{count} {face.name}" for count, face in counted if count]
        return "; ".join(parts) or "nothing yet"

    def _listed(self, dice: Counts) -> str:
        """Numbers of dice by kind, in words."""
        named = zip(dice, self.cup.kinds, strict=True)
        return ", ".join(f"{count} {kind.name}" for count, kind in named if count)


def _sum(one: Counts, other: Counts) -> Counts:
    """Elementwise sum."""
    return tuple(map(add, one, other))


def _drawn(inside: Counts, lacking: int) -> Iterator[tuple[Counts, int]]:
    """All draws from the cup, as numbers of dice by kind, and in how many ways each comes.

    Parameters
    ----------
    inside : dice in the cup, by kind
    lacking : number of dice to draw
    """
    if not inside:
        yield (), 1
        return
    others = sum(inside[1:])
    for taken in range(max(0, lacking - others), min(inside[0], lacking) + 1):
        for rest, ways in _drawn(inside[1:], lacking - taken):
            yield (taken, *rest), comb(inside[0], taken) * ways

"""Dice from a cup, without replacement within the turn: Zombie Dice and its like.

A cup holds dice of several *kinds*, which differ in their faces. So many are in hand at a throw. A face that
is shown scores, or counts towards a bust, and its die is set aside; or its die is thrown again. To go on,
dice are drawn from the cup until the hand is full. If the cup has too few, the dice aside whose faces
*return* go back into it first, and what they have scored stays; if there are too few then, too, one must
hold.

What has happened in a turn is which dice are aside and in hand, and how often each face that busts has been
shown. These are positions like others, made here: a throw is a draw and what its dice show.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from operator import add, lt
from typing import NamedTuple

from solvers.errors import expected
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way

# Of all throws: what solves in minutes and fits into a memory.
MOST_OUTCOMES = 500_000
# Of counting them: Zombie Dice takes 400 000, in some seconds.
MOST_STEPS = 3_000_000
# Hands that differ by how many dice of each kind they have.
MOST_HANDS = 10_000
FEWER = "Have fewer dice, fewer kinds of them, fewer faces, or fewer dice in hand."
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """Dice that are alike.

    Parameters
    ----------
    name : as a label, "green"
    number : how many of them the cup holds
    faces : names of the faces of each, one as likely as the other
    """

    name: str
    number: int
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Face:
    """What a face means. One that neither scores nor busts has its die thrown again.

    Parameters
    ----------
    name : as a label, "brain"
    gain : points that it scores
    returns : whether its die, which is aside, goes back into a cup that has too few dice
    bust_at : how many of it in one turn bust; 0 for a face that does not
    """

    name: str
    gain: int = 0
    returns: bool = False
    bust_at: int = 0


@dataclass(frozen=True)
class Cup:
    """All rules of a game of dice from a cup.

    Parameters
    ----------
    name : of the game
    hand : how many dice a throw has
    kinds : dice that the cup holds
    faces : what each face means

    Raises
    ------
    InvalidRules
        if there are fewer dice than a hand has, a face means nothing or more than one thing, or comes on no
        die
    """

    name: str
    hand: int
    kinds: tuple[Kind, ...]
    faces: tuple[Face, ...]

    def __post_init__(self) -> None:
        """Refuse a cup that nobody can throw from."""
        names = [face.name for face in self.faces]
        for kind in self.kinds:
            if kind.number < 1:
                raise expected(f"{kind.name}: number", "1 or more", kind.number)
            unknown = [face for face in kind.faces if face not in names]
            if unknown or not kind.faces:
                got = unknown[0] if unknown else "none"
                raise expected(f"{kind.name}: faces", f"some of {', '.join(names)}", got)
        dice = sum(kind.number for kind in self.kinds)
        if not 1 <= self.hand <= dice:
            raise expected("hand", f"1 to {dice}, as many dice as there are", self.hand)
        for face in self.faces:
            if all(face.name not in kind.faces for kind in self.kinds):
                raise expected(f"{face.name}: face", "one that some die has", "none", "Remove it.")
            if min(face.gain, face.bust_at) < 0 or (face.gain > 0) + (face.bust_at > 0) > 1:
                got = f"gain {face.gain} and bust_at {face.bust_at}"
                raise expected(f"{face.name}: face", "a gain, or a number that busts", got)
            if face.returns and not face.gain:
                raise expected(f"{face.name}: returns", "a face that gains", "one that does not")


@dataclass(frozen=True)
class TurnOfCup(Turn):
    """A turn that knows the cup it was made from, which says the same in fewer words.

    Parameters
    ----------
    cup : the cup
    """

    cup: Cup | None = field(default=None, repr=False)


class _State(NamedTuple):
    """What has happened in a turn.

    Attributes
    ----------
    back : int[kind], dice aside that return to a cup with too few
    out : int[kind], dice aside that stay there
    shown : int[face that busts], how often it has been shown
    again : int[kind], dice in hand that are thrown again
    """

    back: Counts
    out: Counts
    shown: Counts
    again: Counts


# The plan of a sweep asks for it again with each case.
@lru_cache(maxsize=16)
def turn(cup: Cup) -> TurnOfCup:
    """The turn of a cup.

    Raises
    ------
    InvalidRules
        if there are too many outcomes, or no game can be played by it

    Examples
    --------
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
    """Makes the turn, from the opening on."""

    def __init__(self, cup: Cup) -> None:
        self.cup = cup
        self.steps = 0
        if comb(cup.hand + len(cup.kinds) - 1, cup.hand) > MOST_HANDS:
            raise expected("cup", f"at most {MOST_HANDS} different hands", "more", FEWER)
        self.busts = [face for face in cup.faces if face.bust_at]
        # Dice with different numbers of faces are counted in parts of one.
        self.parts = lcm(*(len(kind.faces) for kind in cup.kinds))
        self.limits = [face.bust_at for face in self.busts]
        none = (0,) * len(cup.kinds)
        self.nothing = _State(none, none, (0,) * len(self.busts), none)
        # There are few different hands, and as many throws as states.
        self.shown = lru_cache(maxsize=None)(self._shown)

    def turn(self) -> TurnOfCup:
        """All throws, and all positions that they lead to."""
        found, waiting, outcomes = dict[_State, Counter[tuple[int, _State]]](), [self.nothing], 0
        while waiting:
            state = waiting.pop()
            if state in found:
                continue
            found[state] = self._thrown(state)
            outcomes += len(found[state])
            if outcomes > MOST_OUTCOMES:
                raise expected("cup", f"at most {MOST_OUTCOMES} outcomes of all throws", "more", FEWER)
            ahead = (self._filled(stood) for _, stood in found[state])
            waiting += {after for after in ahead if after is not None and after not in found}
        # Without a gain either more dice are out, or the hand that is thrown again is full and was not.
        throws = sorted(found, key=lambda state: (sum(state.out), sum(state.again), state))
        place = {state: index for index, state in enumerate(throws)}
        positions = sorted({stood for thrown in found.values() for _, stood in thrown})
        stands = {state: index for index, state in enumerate(positions)}
        return TurnOfCup(
            name=self.cup.name,
            throws=tuple(self._throw(state, found[state], stands) for state in throws),
            positions=tuple(Position(self._name(stood), self._ways(stood, place)) for stood in positions),
            openings=(place[self.nothing],),
            cup=self.cup,
        )

    def _throw(self, state: _State, thrown: Counter[tuple[int, _State]], stands: dict[_State, int]) -> Throw:
        """A throw, without what leaves all as it was: it is made until something else comes."""
        draws = comb(sum(self._inside(state)), self.cup.hand - sum(state.again))
        every, same = draws * self.parts**self.cup.hand, (0, state)
        left = every - thrown[same]
        if not left:
            stuck = f"{self._listed(state.again)}, of which every face is thrown again"
            raise expected("cup", "a hand that can score or bust", stuck, "Give these dice another face.")
        outcomes = [
            Outcome(Fraction(ways, left), gain, stands[stood])
            for (gain, stood), ways in thrown.items()
            if (gain, stood) != same
        ]
        in_order = sorted(outcomes, key=lambda outcome: (outcome.gain, outcome.position))
        return Throw(self._name(state), Fraction(every - sum(thrown.values()), left), tuple(in_order))

    def _ways(self, state: _State, place: dict[_State, int]) -> tuple[Way, ...]:
        """To throw with a full hand, if it can be filled."""
        after = self._filled(state)
        return () if after is None else (Way(ROLL, 0, place[after]),)

    def _inside(self, state: _State) -> Counts:
        """The dice in the cup."""
        aside = zip(self.cup.kinds, state.back, state.out, state.again, strict=True)
        return tuple(kind.number - back - out - again for kind, back, out, again in aside)

    def _filled(self, state: _State) -> _State | None:
        """With dice enough in the cup to fill the hand; None where there are too few."""
        lacking = self.cup.hand - sum(state.again)
        if sum(self._inside(state)) >= lacking:
            return state
        returned = state._replace(back=(0,) * len(state.back))
        return returned if sum(self._inside(returned)) >= lacking else None

    def _thrown(self, state: _State) -> Counter[tuple[int, _State]]:
        """In how many ways which gain leads where, those left out that bust."""
        found = Counter[tuple[int, _State]]()
        lacking = self.cup.hand - sum(state.again)
        for drawn, draws in _drawn(self._inside(state), lacking):
            hand = self.shown(_sum(state.again, drawn))
            self._count(len(hand))
            for gain, (back, out, shown, again), ways in hand:
                counts = _sum(state.shown, shown)
                if all(map(lt, counts, self.limits)):
                    after = _State(_sum(state.back, back), _sum(state.out, out), counts, again)
                    found[gain, after] += draws * ways
        return found

    def _shown(self, hand: Counts) -> list[tuple[int, _State, int]]:
        """What a hand may show: the gain, where its dice go, and in how many ways."""
        found = Counter({(0, self.nothing): 1})
        for kind, dice in enumerate(hand):
            faces = Counter(self.cup.kinds[kind].faces)
            part = self.parts // faces.total()
            for _ in range(dice):
                self._count(len(found) * len(self.cup.faces))
                more = Counter[tuple[int, _State]]()
                for (gain, state), ways in found.items():
                    for face in self.cup.faces:
                        after = gain + face.gain, self._with(state, kind, face)
                        more[after] += ways * part * faces[face.name]
                found = more
        return [(gain, state, ways) for (gain, state), ways in found.items() if ways]

    def _count(self, steps: int) -> None:
        """Refuse what would take for ever."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise expected("cup", f"at most {MOST_STEPS} steps to count what it throws", "more", FEWER)

    def _with(self, state: _State, kind: int, face: Face) -> _State:
        """With a die of a kind more that shows a face."""
        one = tuple(int(place == kind) for place in range(len(self.cup.kinds)))
        if face.bust_at:
            counted = tuple(int(face is other) for other in self.busts)
            return state._replace(out=_sum(state.out, one), shown=_sum(state.shown, counted))
        if face.returns:
            return state._replace(back=_sum(state.back, one))
        if face.gain:
            return state._replace(out=_sum(state.out, one))
        return state._replace(again=_sum(state.again, one))

    def _name(self, state: _State) -> str:
        """As a person would say it."""
        where = ((state.back, "to return"), (state.out, "out"), (state.again, "again"))
        parts = [f"{self._listed(dice)} {place}" for dice, place in where if any(dice)]
        # Where one face alone takes dice out, these are it.
        if len(self.busts) > 1 or any(face.gain and not face.returns for face in self.cup.faces):
            counted = zip(state.shown, self.busts, strict=True)
            parts += [f"{count} {face.name}" for count, face in counted if count]
        return "; ".join(parts) or "nothing yet"

    def _listed(self, dice: Counts) -> str:
        """Numbers of dice by kind."""
        named = zip(dice, self.cup.kinds, strict=True)
        return ", ".join(f"{count} {kind.name}" for count, kind in named if count)


def _sum(one: Counts, other: Counts) -> Counts:
    """Entry by entry."""
    return tuple(map(add, one, other))


def _drawn(inside: Counts, lacking: int) -> Iterator[tuple[Counts, int]]:
    """The dice that may be drawn, by kind, and in how many ways.

    Parameters
    ----------
    inside : dice in the cup, by kind
    lacking : how many are drawn
    """
    if not inside:
        yield (), 1
        return
    others = sum(inside[1:])
    for taken in range(max(0, lacking - others), min(inside[0], lacking) + 1):
        for rest, ways in _drawn(inside[1:], lacking - taken):
            yield (taken, *rest), comb(inside[0], taken) * ways

"""What hypothesis draws: rules, goals, thresholds, sets of moves, and turns of games that nobody plays."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st

from solvers.games import pig, ten_thousand
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way

# Solving and its oracle take some milliseconds; the first call of a kernel loads its machine code.
# How many random games a property is tried on; `make fuzz` draws as many others as there is time for.
FEW = settings(max_examples=10, deadline=None)
MANY = settings(max_examples=50, deadline=None)


@st.composite
def pig_rules(draw: st.DrawFn, most_sides: int = 8) -> tuple[int, int]:
    """(sides, bust face)."""
    sides = draw(st.integers(2, most_sides))
    return sides, draw(st.integers(1, sides))


def pigs(most_sides: int = 8) -> st.SearchStrategy[Turn]:
    """Pig by any rules."""
    return pig_rules(most_sides).map(lambda rules: pig.turn(*rules))


def goals(most: int) -> st.SearchStrategy[int]:
    """Points to win."""
    return st.integers(2, most)


def thresholds(players: int, most: int) -> st.SearchStrategy[tuple[int, ...]]:
    """A turn total to hold at for each opponent."""
    return st.tuples(*[st.integers(1, most)] * players)


def move_sets() -> st.SearchStrategy[frozenset[str]]:
    """Some moves of Ten Thousand."""
    return st.frozensets(st.sampled_from(sorted(ten_thousand.MOVES)))


@st.composite
def turns(draw: st.DrawFn, full: bool = False) -> Turn:
    """Several throws, positions with several ways to go on or none, ways that give points up; in full, also
    wipes, several openings, and turns that score at least something.
    """
    throws = draw(st.integers(1, 3))
    way = st.builds(Way, action=st.just(ROLL), given_up=st.integers(0, 2), throw=st.integers(0, throws - 1))
    ways = draw(st.lists(st.lists(way, max_size=3), min_size=1, max_size=3))
    positions = tuple(Position(f"position {index}", tuple(own)) for index, own in enumerate(ways))
    made = tuple(draw(_throw(f"throw {index}", positions, full)) for index in range(throws))
    if not full:
        return Turn("any", made, positions)
    openings = draw(st.lists(st.integers(0, throws - 1), min_size=1, max_size=3, unique=True))
    return Turn("any", made, positions, openings=tuple(openings), least_score=draw(st.integers(0, 1)))


@st.composite
def turns_that_lead_on(draw: st.DrawFn) -> Turn:
    """As `turns`, with throws that gain nothing and lead to throws further down the list."""
    turn = draw(turns())
    last, gaining = Throw("last", Fraction(1, 3), (Outcome(Fraction(2, 3), 1, 0),)), turn.throws
    count, made = len(gaining) + 1, list[Throw]()
    positions = list(turn.positions)
    if any(way.given_up for way in positions[0].ways):
        last = replace(last, outcomes=(Outcome(Fraction(2, 3), 3, 0),))
    for place, throw in enumerate(gaining):
        after = st.integers(place + 1, count - 1)
        own = draw(st.lists(st.lists(after, min_size=1, max_size=2, unique=True), max_size=2))
        chance = Fraction(draw(st.integers(1, 3)), 4) / max(1, len(own))
        outcomes = [
            replace(one, probability=one.probability * (1 - len(own) * chance)) for one in throw.outcomes
        ]
        for ahead in own:
            outcomes.append(Outcome(chance, 0, len(positions)))
            positions.append(
                Position(f"on {len(positions)}", tuple(Way(ROLL, 0, throw) for throw in sorted(ahead)))
            )
        bust = throw.bust * (1 - len(own) * chance)
        made.append(replace(throw, bust=bust, outcomes=tuple(outcomes)))
    return Turn("any", (*made, last), tuple(positions))


@st.composite
def _throw(draw: st.DrawFn, name: str, positions: Sequence[Position], wipes: bool) -> Throw:
    weights = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    bust, wipe = draw(st.integers(1, 8)), draw(st.integers(0, 3)) if wipes else 0
    total = sum(weights) + bust + wipe
    outcomes = []
    for weight in weights:
        position = draw(st.integers(0, len(positions) - 1))
        given_up = max((way.given_up for way in positions[position].ways), default=0)
        outcomes.append(Outcome(Fraction(weight, total), given_up + draw(st.integers(1, 4)), position))
    return Throw(name, Fraction(bust, total), tuple(outcomes), Fraction(wipe, total))


@st.composite
def turns_that_must_throw(draw: st.DrawFn, most: Fraction = Fraction(1)) -> Turn:
    """As `turns` in full, with outcomes after which one must throw on; the first of each throw is not one.

    Parameters
    ----------
    draw : of hypothesis
    most : the chance, of each throw, that one must throw on
    """
    turn = draw(turns(full=True))
    positions, made = list(turn.positions), list[Throw]()
    for throw in turn.throws:
        outcomes, chance = list(throw.outcomes[:1]), Fraction(0)
        for outcome in throw.outcomes[1:]:
            must = draw(st.booleans()) and chance + outcome.probability <= most
            chance += must * outcome.probability
            outcomes.append(replace(outcome, position=len(positions)) if must else outcome)
            if must:
                way = Way(ROLL, 0, draw(st.integers(0, len(turn.throws) - 1)))
                positions.append(Position(f"must {len(positions)}", (way,), must_throw=True))
        made.append(replace(throw, outcomes=tuple(outcomes)))
    return replace(turn, throws=tuple(made), positions=tuple(positions))


@st.composite
def turns_with_entry(draw: st.DrawFn, goal: int) -> Turn:
    """As `turns`, with an entry of up to the goal, and a way on from everywhere."""
    turn = draw(turns())
    way = Way(ROLL, 0, 0)
    positions = tuple(replace(position, ways=position.ways or (way,)) for position in turn.positions)
    return replace(turn, positions=positions, entry=draw(st.integers(1, goal)))


@st.composite
def wiping_turns(draw: st.DrawFn) -> Turn:
    """One throw, made again or held, that may bust, wipes, and gains 1 to 4 points; a bust may score one."""
    weights = draw(st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any))
    bust, wipe = draw(st.integers(0, 4)), draw(st.integers(1, 4))
    total = sum(weights) + bust + wipe
    outcomes = tuple(
        Outcome(Fraction(weight, total), gain, 0) for gain, weight in enumerate(weights, 1) if weight
    )
    throw = Throw("dice", Fraction(bust, total), outcomes, Fraction(wipe, total))
    position = Position("after dice", (Way(ROLL, 0, 0),))
    return Turn("any", (throw,), (position,), least_score=draw(st.integers(0, 1)))


@st.composite
def turns_of_three(draw: st.DrawFn) -> Turn:
    """A coin that busts, gains up to two points, or gains nothing and leads to another coin."""
    weights = draw(st.lists(st.integers(1, 4), min_size=3, max_size=3))
    bust, gain, on = (Fraction(weight, 2 * sum(weights)) for weight in weights)
    again = Position("either", (Way(ROLL, 0, draw(st.integers(0, 1))),))
    first = (Outcome(gain, draw(st.integers(1, 2)), 0), Outcome(on, 0, 1))
    second = (Outcome(Fraction(1, 2), draw(st.integers(1, 2)), 0),)
    throws = Throw("first", bust + Fraction(1, 2), first), Throw("second", Fraction(1, 2), second)
    return Turn("any", throws, (again, Position("nothing", (Way(ROLL, 0, 1),))))

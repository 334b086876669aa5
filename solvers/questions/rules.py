"""Every game that is a turn, as the questions ask for it: its parameters, and the turn that they make."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from solvers.certificates import farkle as farkle_thrown
from solvers.errors import expected
from solvers.games import big_pig, farkle, hog, pass_the_pigs, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.question import Parameter, Parameters

HOLD_OR_ROLL = ("hold", "roll")
FIFTIES = "units of 50 points"
# What a throw takes besides its outcomes, in outcomes.
BESIDES = 5.0
# Seconds for each outcome that is made as a fraction and compiled.
OUTCOME_SECONDS = 8e-6


def _is_a_face(given: Parameters) -> None:
    if given["bust_face"] > given["sides"]:
        raise expected("bust_face", f"1 to {given['sides']}, a face of the die", given["bust_face"])


SIDES = Parameter("sides", int, "Faces of the die.", minimum=2, maximum=100, default=6)
BUST_FACE = Parameter("bust_face", int, "The face that ends a turn with nothing.", minimum=1, maximum=100, default=1, fits=_is_a_face)
HEADS = Parameter("heads", float, "Probability of heads.", minimum=0.001, maximum=0.999, default=0.5)
MOST_DICE = Parameter("most_dice", int, "The most dice that may be thrown.", minimum=1, maximum=100, default=30)

# One yes or no for each kind of move of Ten Thousand; all triples together.
MOVE_KINDS = {name: (name,) for name in ten_thousand.MOVES if name not in ten_thousand.TRIPLES} | {"triple": ten_thousand.TRIPLES}


@dataclass(frozen=True)
class Rules:
    """A game.

    Parameters
    ----------
    name : as in a question's name
    title : as in a sentence
    parameters : what may be varied
    turn : function of the parameters by name, which may hold others besides
    certificate_turn : the same for certificates and exact answers: built by a route of its own where a route could leave something out
    unit : of points
    actions : names of the codes of a policy, "hold" and "roll" first
    usual_goal : points to win, in that unit, where nobody says otherwise
    decides : what says all about a turn at a banked score: "hold_at", the turn total to hold at; "dice", how many to throw; "" if neither
    effort : time that an outcome takes with what follows it, that of Pig's being 1
    outcomes : function of the parameters that gives how many outcomes all its throws have, about; of a race those that gain the goal and
        more are one for each throw
    version : raised when its turn changes, and with it all answers
    """

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    turn: Callable[[Parameters], Turn]
    certificate_turn: Callable[[Parameters], Turn]
    unit: str
    actions: tuple[str, ...]
    usual_goal: int
    decides: str
    effort: float
    outcomes: Callable[[Parameters], float]
    version: int = 1

    def weight(self, given: Parameters) -> float:
        """How much longer a sweep of its turn takes by these parameters than by the usual ones without a goal, about."""
        usual = {parameter.name: parameter.default for parameter in self.parameters if parameter.default is not None}
        return (BESIDES + self.outcomes(given)) / (BESIDES + self.outcomes(usual))

    def steps(self, given: Parameters) -> float:
        """What a turn total of a sweep takes, in outcomes, about."""
        return self.effort * (BESIDES + self.outcomes(given))

    def making(self, given: Parameters) -> float:
        """Seconds that its turn takes to be made and compiled, about: a fraction for each outcome, whatever the goal."""
        return OUTCOME_SECONDS * self.written(given)

    def written(self, given: Parameters) -> float:
        """How many outcomes its throws have whatever the goal, about."""
        return self.outcomes({parameter.name: given[parameter.name] for parameter in self.parameters})

    def threshold(self, given: Parameters) -> float:
        """The turn total from which holding is optimal; of dice thrown once, that of one die, which is the greatest."""
        if self.decides == "dice":
            return float(given["sides"]) ** 2 / 2.0
        return float(self.turn(given).critical_threshold())

    def goal(self, most: int) -> Parameter:
        """The goal as a parameter, up to what a solver is made for."""
        return Parameter("goal", int, "Points to win.", self.unit, 2, most, self.usual_goal)


def _rules(
    name: str,
    title: str,
    build: Callable[..., Turn],
    parameters: tuple[Parameter, ...],
    usual_goal: int = 100,
    unit: str = "points",
    actions: tuple[str, ...] = HOLD_OR_ROLL,
    decides: str = "hold_at",
    effort: float = 1.0,
    outcomes: Callable[[Parameters], float] = lambda given: 1.0,
    version: int = 1,
    thrown: Callable[..., Turn] | None = None,
) -> Rules:
    """A game whose turn is built from its parameters as keyword arguments, and for certificates by `thrown` if that is given."""
    turn = _built(build, parameters)
    certificate_turn = turn if thrown is None else _built(thrown, parameters)
    return Rules(name, title, parameters, turn, certificate_turn, unit, actions, usual_goal, decides, effort, outcomes, version)


def _built(build: Callable[..., Turn], parameters: tuple[Parameter, ...]) -> Callable[[Parameters], Turn]:
    # Farkle's takes 0.3 s, and every dimension of a question asks for it.
    built = lru_cache(maxsize=256)(build)
    return lambda given: built(**{parameter.name: parameter.kind(given[parameter.name]) for parameter in parameters})


def _faces(given: Parameters) -> float:
    return min(float(given["sides"]), float(given.get("goal", inf)))


def _sums(given: Parameters) -> float:
    return min(2.0 * float(given["sides"]), float(given.get("goal", inf)))


def _of_hog(given: Parameters) -> float:
    dice, sides = int(given["most_dice"]), int(given["sides"])
    most = int(given.get("goal", dice * sides))
    return float(sum(1 + min(thrown * (sides - 2), most) for thrown in range(1, dice + 1)))


def _ten_thousand(**allowed: bool) -> Turn:
    return ten_thousand.turn([move for kind, moves in MOVE_KINDS.items() if allowed[kind] for move in moves])


def _allowed(kind: str) -> Parameter:
    dice = "any three of a kind" if kind == "triple" else " and ".join(kind[1:])
    return Parameter(kind, bool, f"Whether a player may give up {dice} to throw these dice again.", "", default=True)


def _farkle(**worth: int) -> Turn:
    return farkle.turn(farkle.table(**worth))


def _farkle_thrown(**worth: int) -> Turn:
    return farkle_thrown.turn(farkle.table(**worth))


def _worth(name: str, dice: str, default: int) -> Parameter:
    return Parameter(name, int, f"What {dice} score; 0 where they score nothing.", FIFTIES, 0, 200, default)


_GAMES = (
    _rules("pig", "Pig", pig.turn, (SIDES, BUST_FACE), outcomes=_faces),
    _rules("piglet", "Piglet", piglet.turn, (HEADS,), usual_goal=10),
    _rules("progressive_pig", "Progressive Pig", progressive_pig.turn, (SIDES, BUST_FACE), outcomes=_faces),
    _rules("two_dice_pig", "two-dice Pig", two_dice_pig.turn, (SIDES,), outcomes=_sums),
    _rules("big_pig", "Big Pig", big_pig.turn, (SIDES,), outcomes=_sums),
    _rules("hog", "Hog", hog.turn, (MOST_DICE, SIDES, BUST_FACE), decides="dice", outcomes=_of_hog),
    _rules("pass_the_pigs", "Pass the Pigs", pass_the_pigs.turn, ()),
    _rules(
        "ten_thousand",
        "Ten Thousand",
        _ten_thousand,
        tuple(_allowed(kind) for kind in MOVE_KINDS),
        usual_goal=200,
        unit="chips (50 points)",
        actions=ten_thousand.ACTIONS,
        decides="",
        effort=100.0,
    ),
    _rules(
        "farkle",
        "Farkle",
        _farkle,
        (
            _worth("four", "four of a kind", 20),
            _worth("five", "five of a kind", 40),
            _worth("six", "six of a kind", 60),
            _worth("straight", "1 to 6 at once", 30),
            _worth("three_pairs", "three pairs", 30),
            _worth("two_triplets", "two triplets", 50),
            _worth("ones", "three ones", 6),
        ),
        usual_goal=200,
        unit=FIFTIES,
        actions=farkle.ACTIONS,
        decides="",
        effort=1300.0,
        version=2,
        thrown=_farkle_thrown,
    ),
)
GAMES: dict[str, Rules] = {game.name: game for game in _GAMES}

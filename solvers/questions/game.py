"""A game as a row of data: its parameters, its turn, and the limits and times of questions about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from solvers.games.must_throw import made_at_once
from solvers.games.turn import Turn, tables
from solvers.questions.dimension import Dimension, below_goal
from solvers.questions.parameter import Parameter, Parameters

# Time of a throw apart from its outcomes, in outcomes of Pig.
BESIDES = 5.0
# Time in seconds to make and compile an outcome, which is a fraction.
OUTCOME_SECONDS = 8e-6


class Inside(Enum):
    """How a table can describe the decisions within a turn."""

    HOLD_AT = "the turn total to hold at: the only way on is the same throw"
    DICE = "how many dice to throw: a turn is one throw"
    POSITION = "what to do at each turn total and position"
    NOTHING = "nothing: its positions depend on the parameters, so that no labels fit all cases of a sweep"


@dataclass(frozen=True)
class Game:
    """A game.

    Parameters
    ----------
    name : name as part of a question's name
    title : name as in a sentence
    parameters : what may be varied
    turn : function of the parameters by name, which ignores others
    certificate_turn : function of the parameters by name that builds the turn for certificates and exact
        answers; it takes a route of its own if `turn` could omit something
    as_played : function of the parameters by name that returns the turn throw by throw, forced throws
        included
    unit : unit of points
    actions : names of the codes of a policy, "hold" and "roll" first
    usual_goal : default goal, in `unit`
    inside : how a table can describe the decisions within a turn
    effort : time for an outcome, relative to Pig's
    outcomes : function of the parameters that returns the approximate number of outcomes of all throws; in a
        race, all outcomes that reach the goal count as one for each throw
    most_race_goal : largest goal of a race that fits in memory
    race_seconds : time of a race divided by goal ** 3, in seconds, measured on one core of 3 GHz
    race_rounds : factor of that time if wipes make values settle in rounds, and if that depends on the
        parameters; otherwise `race_seconds` includes it
    wipes : whether a throw can lose the banked score, too
    most_policy_goal : largest goal for comparing all hold-at rules, as a policy takes a byte for each state
        of each turn, and wipes take many rounds; 0 if no single turn total describes a policy
    most_mixed : largest number of turn totals in a mixture when both players roll at once, 0 if that is not
        solved; measured at goals up to 1000: Pig mixes 2, with other dice 4, Big Pig 3, Pass the Pigs 2, and
        Piglet with a coin of 0.995 mixes 11
    learnt : whether the studies of learning include it
    must_throw : whether a player must roll in some positions; then the turn is built for a goal, and forced
        throws are merged with those before them, see `games.must_throw`
    width : approximate time of a pass relative to two-dice Pig with the usual parameters: merged throws have
        an outcome for nearly every point
    most_entry : largest entry that may be asked for; 0 for games without an entry as a parameter
    version : raised when the turn changes, and with it all answers
    versions : versions of questions that changed for this game alone, by the beginning of their names
    """

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    turn: Callable[[Parameters], Turn]
    certificate_turn: Callable[[Parameters], Turn]
    as_played: Callable[[Parameters], Turn]
    unit: str
    actions: tuple[str, ...]
    usual_goal: int
    inside: Inside
    effort: float
    outcomes: Callable[[Parameters], float]
    most_race_goal: int
    race_seconds: float
    race_rounds: float = 1.0
    wipes: bool = False
    most_policy_goal: int = 0
    most_mixed: int = 0
    learnt: bool = False
    must_throw: bool = False
    width: float = 1.0
    most_entry: int = 0
    version: int = 1
    versions: Mapping[str, int] = field(default_factory=dict)

    def version_of(self, question: str) -> int:
        """The version of a question about this game, by the beginning of the question's name."""
        return self.versions.get(question, self.version)

    @property
    def positions(self) -> bool:
        """Whether a turn has more decisions than to repeat a roll or to hold."""
        return self.inside in (Inside.POSITION, Inside.NOTHING)

    @property
    def most_alone_goal(self) -> int:
        """Largest goal of one player alone; merged throws have an outcome for nearly every point."""
        return self.most_race_goal if self.must_throw else 1000

    def weight(self, given: Parameters) -> float:
        """Approximate time of a turn with these parameters, relative to the usual ones."""
        usual = {
            parameter.name: parameter.default
            for parameter in self.parameters
            if parameter.default is not None
        }
        return (BESIDES + self.outcomes(given)) / (BESIDES + self.outcomes(usual))

    def race_pace(self, given: Parameters) -> float:
        """Time of a race divided by goal ** 3 and by `weight`, in seconds; includes wipes."""
        settles = self.race_rounds > 1.0 and self.turn(given).wipes
        return self.race_seconds * (self.race_rounds if settles else 1.0)

    def steps(self, given: Parameters) -> float:
        """Approximate time for a turn total, in outcomes of Pig."""
        return self.effort * (BESIDES + self.outcomes(given))

    def moves(self, given: Parameters) -> float:
        """Approximate time for a turn total of lanes: outcomes, and twice the ways to go on."""
        compiled = tables(self.turn(given))
        return float(compiled.probability.size + 2 * compiled.next_throw.size)

    def making(self, given: Parameters) -> float:
        """Approximate time to make and compile the turn, in seconds; independent of the goal."""
        return OUTCOME_SECONDS * self.written(given)

    def written(self, given: Parameters) -> float:
        """Approximate number of outcomes of all throws; independent of the goal."""
        return self.outcomes({parameter.name: given[parameter.name] for parameter in self.parameters})

    def threshold(self, given: Parameters) -> float:
        """The turn total from which holding is optimal; with dice rolled once, that of one die."""
        if self.inside is Inside.DICE:
            return float(given["sides"]) ** 2 / 2.0
        return float(self.turn(given).critical_threshold())

    def goal(self, most: int, usual: int | None = None) -> Parameter:
        """The goal as a parameter, at most `most`; by default the game's usual goal, and at most `usual`."""
        default = self.usual_goal if usual is None else min(self.usual_goal, usual)
        return Parameter("goal", int, "Points to win.", self.unit, 2, most, default, words="points to win")

    def scores(self, name: str, whose: str) -> Dimension:
        """The dimension of banked scores below the goal."""
        words = f"{name} score".replace("_", " ")
        return Dimension(name, self.unit, f"Banked score of {whose}.", below_goal, words=words)


# Fields that most games share.
USUAL: dict[str, Any] = {
    "unit": "points",
    "actions": ("hold", "roll"),
    "usual_goal": 100,
    "inside": Inside.HOLD_AT,
    "effort": 1.0,
    "outcomes": lambda given: 1.0,
}


def game_of(build: Callable[..., Turn], *, thrown: Callable[..., Turn] | None = None, **row: Any) -> Game:
    """Return a game from its row.

    Parameters
    ----------
    build : function of the parameters by name that returns the turn
    thrown : function of the parameters by name that returns the turn for certificates; None for `build`
    row : fields of the game that differ from USUAL
    """
    turn = _built(build, row["parameters"])
    certificate_turn = turn if thrown is None else _built(thrown, row["parameters"])

    def as_played(given: Parameters) -> Turn:
        return turn({name: value for name, value in given.items() if name != "goal"})

    return Game(turn=turn, certificate_turn=certificate_turn, as_played=as_played, **USUAL | row)


def _built(build: Callable[..., Turn], parameters: tuple[Parameter, ...]) -> Callable[[Parameters], Turn]:
    # Cached: Farkle's turn takes 0.3 s to build, and every dimension of a question asks for it.
    built = lru_cache(maxsize=256)(build)

    def turn(given: Parameters) -> Turn:
        plain = built(**{parameter.name: parameter.kind(given[parameter.name]) for parameter in parameters})
        entry = int(given.get("entry", plain.entry))
        if entry == plain.entry and not plain.must_throw:
            return plain
        return _with_house_rules(plain, entry, int(given.get("goal", 0)))

    return turn


@lru_cache(maxsize=64)
def _with_house_rules(turn: Turn, entry: int, goal: int) -> Turn:
    """The turn with an entry, and with forced throws merged if there is a goal."""
    made = made_at_once(turn, goal) if goal else turn
    return made if made.entry == entry else replace(made, entry=entry)

"""What a question is: parameters that are asked for, outputs that are answered, and the function between.

A `Question` is plain data, so that a config can be checked, a store laid out and a sweep planned without
solving anything.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar, cast

from numpy.typing import NDArray

from solvers.contests.contest import Contest
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.outputs.output import Output, Role
from solvers.players.player import Players, Wins
from solvers.questions.dimension import Dimension
from solvers.questions.exact import Exact
from solvers.questions.game import Game
from solvers.questions.parameter import Parameter, Parameters, Value
from solvers.questions.picture import Picture
from solvers.questions.wave import Wave

Item = TypeVar("Item", "Parameter", "Output", "Picture")
# Lists of scores are for programs to read.
UNSEEN = (Role.PLACE,)
# The parameter that games know a usual value of.
GOAL = "goal"


@dataclass(frozen=True)
class Symmetry:
    """Exchanging these axes exchanges these dimensions of every answer, and changes nothing else.

    Parameters
    ----------
    axes : parameter names, in an order
    dims : for each axis, the dimension that goes with it
    """

    axes: tuple[str, ...]
    dims: tuple[str, ...]


@dataclass(frozen=True)
class Together:
    """Cases that differ in one parameter only are solved in one pass, which is faster.

    Parameters
    ----------
    parameter : its name
    solve : function of the parameters of such cases, gives their solutions in the same order: the same bits
        as one by one, but for certificates, which may differ in their last digits
    """

    parameter: str
    solve: Callable[[Sequence[Parameters]], Sequence[Any]]


@dataclass(frozen=True)
class Question:
    """A row of the catalogue.

    Parameters
    ----------
    name : "race.pig"
    version : raised whenever an answer changes, so that stored ones become stale
    title : one line
    game : whose turns it is about; None where it is about none of the catalogue's games
    contest : what comes after a turn
    players : who plays, by seat
    positions : whether there is more to decide in a turn than to roll the same again or to hold
    parameters, dimensions, outputs : what goes in and what comes out; one output is the certificate
    solve : function of the parameters by name, gives what the outputs read
    certify : function of the parameters and of stored outputs by name, gives the certificate anew; KeyError
        names an output that it misses. It speaks of the outputs that are `proved`;
        `solvers.questions.covering` sees to all others
    seconds : rough estimate of the time of one case on one core
    symmetries : exchanges of axes under which the answer is known
    exact : function of the parameters and of stored outputs by name that solves anew in fractions;
        InvalidRules where that would take too long, None where there is none
    pictures : those that its readers know, the most telling first; every output has a plain one besides
    together : the cases that are solved together, None where each is solved by itself
    wave : how cases are solved that outgrow one process; None where none does
    study : whether it is about more, or something else, than the answer of a game, a contest and players
    wins : where it has the chances to win of several players, which outputs these are
    """

    name: str
    version: int
    title: str
    game: Game | None
    contest: Contest
    players: Players
    positions: bool
    parameters: tuple[Parameter, ...]
    dimensions: tuple[Dimension, ...]
    outputs: tuple[Output, ...]
    solve: Callable[..., Any]
    certify: Callable[[Parameters, Mapping[str, NDArray[Any]]], float]
    seconds: Callable[[Parameters], float]
    symmetries: tuple[Symmetry, ...] = ()
    exact: Callable[[Parameters, Mapping[str, NDArray[Any]]], Exact] | None = None
    pictures: tuple[Picture, ...] = ()
    together: Together | None = None
    wave: Wave | None = None
    study: bool = False
    wins: tuple[Wins, ...] = ()

    def is_about(self, game: str) -> bool:
        """Whether it is about the game of that name."""
        return self.game is not None and self.game.name == game

    def usual_goal(self, of_rules: int | None = None) -> int | None:
        """The goal where nobody says one; None where there is none, or it must be said.

        A question that takes a lesser goal as usual than its game has, for being slow, takes no more here.

        Parameters
        ----------
        of_rules : the usual goal that rules name, None where they name none

        Examples
        --------
        >>> from solvers.catalog import find
        >>> [find(f"{name}.own").usual_goal(50) for name in ("race", "equal_turns_of_three", "solitaire")]
        [50, 30, None]
        """
        default = next((own.default for own in self.parameters if own.name == GOAL), None)
        if not isinstance(default, int) or of_rules is None:
            return cast("int | None", default)
        slow = self.game is not None and default < self.game.usual_goal
        return min(of_rules, default) if slow else of_rules

    @property
    def calls(self) -> list[Callable[..., Any]]:
        """What is called to solve a case, and to read its outputs off the solution."""
        together = [] if self.together is None else [self.together.solve]
        return [self.solve, *together, *(output.of for output in self.outputs if output.of is not None)]

    def outgrows(self, given: Parameters) -> bool:
        """Whether a case is solved piece by piece, as it outgrows one process."""
        return self.wave is not None and self.wave.outgrows(given)

    def picture(self, name: str) -> Picture:
        """The picture of that name.

        Raises
        ------
        InvalidRules
            if the question has none of that name
        """
        return _named(self.all_pictures, name, f"a picture of {self.name}")

    @property
    def all_pictures(self) -> tuple[Picture, ...]:
        """Those that the question names, and a plain one of each other output that can be seen."""
        named = {picture.name for picture in self.pictures}
        plain = [
            Picture(name=output.name.replace("_", "-"), title=output.long_name, output=output.name)
            for output in self.outputs
            if output.role not in UNSEEN
        ]
        return (*self.pictures, *(picture for picture in plain if picture.name not in named))

    def parameter(self, name: str) -> Parameter:
        """The parameter of that name.

        Raises
        ------
        InvalidRules
            if the question has none of that name
        """
        return _named(self.parameters, name, f"a parameter of {self.name}")

    def output(self, name: str) -> Output:
        """The output of that name.

        Raises
        ------
        InvalidRules
            if the question has none of that name
        """
        return _named(self.outputs, name, f"an output of {self.name}")

    def turn(self, given: Parameters) -> Turn:
        """The turn that it is about, by the parameters of a case.

        Raises
        ------
        InvalidRules
            if it is about no game of the catalogue
        """
        if self.game is None:
            raise expected("question", "one about the turns of a game of the catalogue", self.name)
        return self.game.turn(given)

    @property
    def certificate(self) -> Output:
        """The output that `certify` computes anew: the last one that says how exact the answer is."""
        return [output for output in self.outputs if output.role is Role.CERTIFICATE][-1]

    @property
    def certificates(self) -> tuple[str, ...]:
        """Names of the outputs that say how exact the answer is, which are always stored."""
        return tuple(output.name for output in self.outputs if output.role is Role.CERTIFICATE)

    def complete(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All parameters by name: checked where given, the default elsewhere, and then all together.

        Raises
        ------
        InvalidRules
            if one is unknown, out of range, neither given nor defaulted, or does not go with the others
        """
        for name in given:
            self.parameter(name)
        complete: dict[str, Value] = {}
        for parameter in self.parameters:
            if parameter.name in given:
                complete[parameter.name] = parameter.check(given[parameter.name])
            elif parameter.default is not None:
                complete[parameter.name] = parameter.default
            else:
                raise expected(parameter.name, parameter.rule, None, parameter.remedy)
        for parameter in self.parameters:
            if parameter.fits is not None:
                parameter.fits(complete)
        return complete


def _named(items: tuple[Item, ...], name: str, what: str) -> Item:
    for item in items:
        if item.name == name:
            return item
    names = [item.name for item in items]
    close = get_close_matches(name, names, 1)
    raise expected(
        name, what, name, f"Did you mean {close[0]!r}?" if close else "It has " + ", ".join(names) + "."
    )

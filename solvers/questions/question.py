"""A question: its parameters, its outputs, and the functions that solve and certify it.

A `Question` is plain data, so that a config can be checked, a store laid out and a sweep planned without
solving anything.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
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
# Outputs without pictures: lists of scores are meant for programs.
UNSEEN = (Role.PLACE,)
# Name of the parameter for which each game has a default.
GOAL = "goal"


def tables_of_turns(count: float) -> Callable[[Parameters], float]:
    """Return the bytes of so many tables of turns, as a function of the parameters.

    Parameters
    ----------
    count : number of tables, each float64[banked, opponent, turn_total]; if busts in a row are counted, each
        player's are dimensions, too

    Examples
    --------
    >>> tables_of_turns(2.0)({"goal": 100}), tables_of_turns(1.0)({"goal": 100, "busts": 3})
    (16000000.0, 72000000.0)
    """

    def takes(given: Parameters) -> float:
        return 8.0 * count * float(given["goal"]) ** 3 * float(given.get("busts", 1)) ** 2

    return takes


@dataclass(frozen=True)
class Symmetry:
    """A symmetry: exchanging these axes exchanges these dimensions of every output, and nothing else.

    Parameters
    ----------
    axes : names of parameters
    dims : for each axis, the dimension that is exchanged with it
    """

    axes: tuple[str, ...]
    dims: tuple[str, ...]


@dataclass(frozen=True)
class Together:
    """Cases that differ in one parameter only, and are faster to solve in one pass.

    Parameters
    ----------
    parameter : name of the parameter
    solve : function of the parameters of the cases, which returns their solutions in the same order, with the
        same bits as one by one; only certificates may differ in their last digits
    """

    parameter: str
    solve: Callable[[Sequence[Parameters]], Sequence[Any]]


@dataclass(frozen=True)
class Question:
    """A question of the catalogue.

    Parameters
    ----------
    name : "race.pig"
    version : raised when answers change, so that stored ones become stale
    title : one line
    game : the game whose turns it is about; None if it is about no game of the catalogue
    contest : the contest
    players : the players, by seat
    positions : whether a turn has more decisions than to repeat a roll or to hold
    parameters, dimensions, outputs : what goes in and what comes out; one output is the certificate
    solve : function of the parameters by name, which returns the solution that outputs are read off
    certify : function of the parameters and of stored outputs by name, which recomputes the certificate;
        raises KeyError with the name of a missing output. It proves the outputs that are `proved`;
        `solvers.questions.covering` checks the others
    seconds : estimated time of a case on one core, in seconds
    symmetries : symmetries of the answer under exchanges of axes
    exact : function of the parameters and of stored outputs by name that solves in fractions; raises
        InvalidRules if that would take too long; None if there is none
    pictures : pictures from the literature, the most useful first; other outputs get plain ones
    together : cases that are solved together; None if each is solved by itself
    wave : how to solve cases that exceed the memory of one process; None if there are none
    memory : function of the parameters; bytes that solving a case takes besides its outputs. None if they are
        1 GB or less, whatever the parameters
    study : whether it asks about more, or something else, than a game, a contest and players
    wins : names of the outputs with win probabilities, if they are those of several players
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
    memory: Callable[[Parameters], float] | None = None
    study: bool = False
    wins: tuple[Wins, ...] = ()

    def is_about(self, game: str) -> bool:
        """Whether it is about the game with that name."""
        return self.game is not None and self.game.name == game

    def usual_goal(self, of_rules: int | None = None) -> int | None:
        """Return the default goal; None if there is none, or the question has no goal.

        If the question is slow, its default is less than the game's, and it limits this one, too.

        Parameters
        ----------
        of_rules : the usual goal that the rules name; None if they name none

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
        """Functions that solve a case and read its outputs off the solution."""
        return self.calls_for([output.name for output in self.outputs])

    def calls_for(self, names: Collection[str]) -> list[Callable[..., Any]]:
        """Functions that solve a case and read some of its outputs off the solution.

        Parameters
        ----------
        names : names of these outputs
        """
        together = [] if self.together is None else [self.together.solve]
        read = [output.of for output in self.outputs if output.name in names and output.of is not None]
        return [self.solve, *together, *read]

    def outgrows(self, given: Parameters) -> bool:
        """Whether a case is solved piece by piece, as it exceeds the memory of one process."""
        return self.wave is not None and self.wave.outgrows(given)

    def picture(self, name: str) -> Picture:
        """Return the picture with that name.

        Raises
        ------
        InvalidRules
            if there is none
        """
        return _named(self.all_pictures, name, f"a picture of {self.name}")

    @property
    def all_pictures(self) -> tuple[Picture, ...]:
        """All pictures: those that the question lists, and a plain one of each other output."""
        named = {picture.name for picture in self.pictures}
        plain = [
            Picture(name=output.name.replace("_", "-"), title=output.long_name, output=output.name)
            for output in self.outputs
            if output.role not in UNSEEN
        ]
        return (*self.pictures, *(picture for picture in plain if picture.name not in named))

    def parameter(self, name: str) -> Parameter:
        """Return the parameter with that name.

        Raises
        ------
        InvalidRules
            if there is none
        """
        return _named(self.parameters, name, f"a parameter of {self.name}")

    def output(self, name: str) -> Output:
        """Return the output with that name.

        Raises
        ------
        InvalidRules
            if there is none
        """
        return _named(self.outputs, name, f"an output of {self.name}")

    def turn(self, given: Parameters) -> Turn:
        """Return the turn of the game, with the parameters of a case.

        Raises
        ------
        InvalidRules
            if the question is about no game of the catalogue
        """
        if self.game is None:
            raise expected("question", "one about the turns of a game of the catalogue", self.name)
        return self.game.turn(given)

    @property
    def certificate(self) -> Output:
        """The output that `certify` recomputes: the last one with the role of a certificate."""
        return [output for output in self.outputs if output.role is Role.CERTIFICATE][-1]

    @property
    def certificates(self) -> tuple[str, ...]:
        """Names of the outputs that are certificates. They are always stored."""
        return tuple(output.name for output in self.outputs if output.role is Role.CERTIFICATE)

    def complete(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Return all parameters by name: given values and defaults, checked one by one and then together.

        Raises
        ------
        InvalidRules
            if a parameter is unknown, out of range, missing without a default, or conflicts with others
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

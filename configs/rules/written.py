"""The content of a file of rules, as written.

A *throw* has results, each with a chance; or it has dice, and results for all that they may show: the first
result whose dice are among those shown counts. A result busts, wipes, repeats the throw (again), or gains
points and leads to a position. A *position* has ways to go on; if it has none, the player must hold. Without
positions every result that gains leads to the same throw again, as in Pig. Instead of throws and positions
there may be a *cup* of dice.
"""

from typing import Annotated, Self

from pydantic import Field, model_validator

from configs.rules.cup import Drawn
from configs.rules.part import Flag, Goal, Part, Points, Word, refusal

Letter = Annotated[str, Field(strict=True, pattern=r"^[A-Za-z]$")]
Number = Annotated[int, Field(strict=True)]
Text = Annotated[str, Field(strict=True)]
Face = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
KINDS = ("bust", "wipe", "again", "gain")


class Result(Part):
    """One result of a throw.

    Parameters
    ----------
    chance : its chance, a fraction; only if the throw has no dice
    show : dice that must be shown; a letter stands for any face, the same wherever it is repeated; empty for
        all throws that no other result has taken
    bust : the turn total is lost
    wipe : the turn total and the banked score are lost
    again : nothing changes, and the throw is repeated
    gain : points, an integer or an expression of what the dice show; 0 only with `then`
    then : the position that it leads to
    """

    chance: Text | Number | None = Field(
        default=None, description="Chance of this result, such as 1/6. Only where the throw has no dice."
    )
    show: tuple[Face | Letter, ...] | None = Field(
        default=None,
        description="Dice that must be among those thrown; n is any face. Without it: all other throws.",
    )
    bust: Flag = Field(default=False, description="The turn ends and the turn total is lost.")
    wipe: Flag = Field(default=False, description="The turn ends, and turn total and banked score are lost.")
    again: Flag = Field(default=False, description="Nothing has happened: the same is thrown again.")
    gain: Text | Number | None = Field(
        default=None,
        description="Points for the turn total: a number, or a sum such as 2 * sum, rest, others - 1.",
    )
    then: Word | None = Field(default=None, description="Position that it leads to.")

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        given = [
            kind for kind in KINDS if getattr(self, kind) is not None and getattr(self, kind) is not False
        ]
        if len(given) != 1:
            rule = f"one of {', '.join(KINDS)}"
            remedy = "Say what the result is." if not given else "Split it into several results."
            raise refusal(rule, remedy, " and ".join(given) or "nothing")
        if self.then is not None and given != ["gain"]:
            raise refusal("a gain with `then`", "Only what gains leads to a position.", given[0])
        return self


class Thrown(Part):
    """A throw.

    Parameters
    ----------
    dice : faces of each die: "d6", or a list
    results : the possible results
    """

    dice: tuple[Word | tuple[Face, ...], ...] | None = Field(
        default=None, min_length=1, description="Each die: d6, or the list of its faces."
    )
    results: tuple[Result, ...] = Field(min_length=1, description="What may come of it, first match first.")


class Going(Part):
    """A way to go on.

    Parameters
    ----------
    throw : the next throw
    give_up : points of the last gain that are given up
    action : name of the way; "roll" by default
    must : whether it must be taken, as the player may not hold
    """

    throw: Word = Field(description="The throw that is made next.")
    give_up: Points = Field(default=0, description="Points of the gain just made that are given up.")
    action: Word = Field(default="roll", description="What this way is called.")
    must: Flag = Field(
        default=False,
        description="The player may not hold, not with the goal either; it is the only way then.",
    )


class Rules(Part):
    """A file of rules.

    Parameters
    ----------
    name : name of the game
    usual_goal : default for the points to win; it changes no answer, so it is not a rule of a turn
    throws : throws by name; by default the first one opens a turn
    cup : dice in a cup, instead of throws and positions
    positions : ways to go on from each position, by name
    openings : throws that may open a turn
    least_score : least score of a turn, also of a bust
    entry : least score that may be banked
    """

    name: Word = Field(description="What the game is called.")
    usual_goal: Goal | None = Field(
        default=None, description="Points to win where nobody says otherwise; 100 without it."
    )
    throws: dict[Word, Thrown] = Field(default={}, min_length=1, description="The throws by name.")
    cup: Drawn | None = Field(
        default=None, description="Dice that are thrown from a cup, in place of throws and positions."
    )
    positions: dict[Word, tuple[Going, ...]] = Field(
        default={}, description="For each position the ways to go on; none where the player must hold."
    )
    openings: tuple[Word, ...] = Field(
        default=(), description="Throws that may open a turn; the first of all by default."
    )
    least_score: Points = Field(
        default=0, description="Points that a turn scores at least, also one that busts."
    )
    entry: Points = Field(
        default=0, description="Least score that may be banked, which a first turn must reach."
    )

    @model_validator(mode="after")
    def _throws_or_a_cup(self) -> Self:
        parts = ("throws", "positions", "openings", "least_score", "entry")
        beside = [name for name in parts if getattr(self, name)]
        if self.cup is not None and beside:
            remedy = "Throws and positions are made from the cup: remove what stands beside it."
            raise refusal("a cup alone", remedy, f"{' and '.join(beside)} beside it")
        if self.cup is None and not self.throws:
            raise refusal("throws, or a cup", "docs/design-a-game.md shows a whole file.", "nothing")
        return self

    @model_validator(mode="after")
    def _a_goal_beyond_the_entry(self) -> Self:
        if self.usual_goal is not None and self.usual_goal < self.entry:
            rule = f"a usual_goal of {self.entry} or more, as the entry is"
            raise refusal(rule, "Nobody could bank it with less.", str(self.usual_goal))
        return self

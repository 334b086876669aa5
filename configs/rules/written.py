"""What a file of rules holds, as it is written.

A *throw* has results, each with a chance; or it has dice, and a result for all that they may show: the first
whose dice are among them counts. A result busts, wipes, leaves all as it was (again), or gains points and
leads to a position. A *position* has ways to go on; who has none must hold. Without positions every result
that gains leads to the same throw again, as in Pig.
"""

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from configs.errors import Path, Problem

Word = Annotated[str, Field(strict=True, min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]
Letter = Annotated[str, Field(strict=True, pattern=r"^[A-Za-z]$")]
Flag = Annotated[bool, Field(strict=True)]
Number = Annotated[int, Field(strict=True)]
Text = Annotated[str, Field(strict=True)]
Points = Annotated[int, Field(strict=True, ge=0, le=10_000)]
Face = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
KINDS = ("bust", "wipe", "again", "gain")


class Part(BaseModel):
    """A part of a file: nothing besides what it names."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Result(Part):
    """One result of a throw.

    Parameters
    ----------
    chance : of it, a fraction; only where the throw has no dice
    show : dice that must be among those thrown; a letter stands for any face, the same wherever it comes
        again; none for whatever no other result has taken
    bust : the turn total is lost
    wipe : the turn total and the banked score are lost
    again : all is as if this throw had not been made, and it is made again
    gain : points, a whole number or a sum of what the dice show; 0 only with `then`
    then : position that it leads to
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
    dice : faces of each die: "d6", or all of them
    results : what may come of it
    """

    dice: tuple[Word | tuple[Face, ...], ...] | None = Field(
        default=None, min_length=1, description="Each die: d6, or the list of its faces."
    )
    results: tuple[Result, ...] = Field(min_length=1, description="What may come of it, first match first.")


class Going(Part):
    """A way to go on.

    Parameters
    ----------
    throw : which is made next
    give_up : points of the last gain that are given back
    action : what this is called; "roll" if nobody says
    """

    throw: Word = Field(description="The throw that is made next.")
    give_up: Points = Field(default=0, description="Points of the gain just made that are given up.")
    action: Word = Field(default="roll", description="What this way is called.")


class Rules(Part):
    """A file of rules.

    Parameters
    ----------
    name : of the game
    throws : by name; the first one opens a turn if nothing else does
    positions : by name, the ways to go on from each
    openings : throws that may open a turn
    least_score : points that a turn scores at least
    """

    name: Word = Field(description="What the game is called.")
    throws: dict[Word, Thrown] = Field(min_length=1, description="The throws by name.")
    positions: dict[Word, tuple[Going, ...]] = Field(
        default={}, description="For each position the ways to go on; none where the player must hold."
    )
    openings: tuple[Word, ...] = Field(
        default=(), description="Throws that may open a turn; the first of all by default."
    )
    least_score: Points = Field(
        default=0, description="Points that a turn scores at least, also one that busts."
    )


def refusal(rule: str, remedy: str, got: str) -> Any:
    """An error in our words."""
    return PydanticCustomError("refusal", "{rule}", {"rule": rule, "remedy": remedy, "got": got})


class Refused(ValueError):
    """A part that is no game's.

    Parameters
    ----------
    name, rule, got, remedy : as of a `Problem`
    """

    def __init__(self, name: str, rule: str, got: str, remedy: str = "") -> None:
        super().__init__(name, rule, got, remedy)
        self.name, self.rule, self.got, self.remedy = name, rule, got, remedy

    def at(self, path: Path) -> Problem:
        """With its place in the file."""
        return Problem(self.name, self.rule, self.got, path, self.remedy)

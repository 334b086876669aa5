"""The opponents: their names, with numbers in them, and what they do."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playing.games import Playable
from solvers.errors import expected
from solvers.questions.game import Inside
from solvers.questions.parameter import Value

NUMBER = re.compile(r"[NM]")
DIGITS = r"([1-9]\d{0,4})"


@dataclass(frozen=True)
class Kind:
    """A kind of opponent.

    Parameters
    ----------
    name : name with N, and M, for numbers: "hold-at-N"
    says : what it does, in a sentence
    fits : function of the game: whether it can play the game
    example : function of the game: numbers that make sense
    most : name of a parameter that limits the numbers, or a limit
    by_scores : whether it uses the scores, which limits the goal further
    """

    name: str
    says: str
    fits: Callable[[Playable], bool]
    example: Callable[[Playable], tuple[int, ...]] = lambda playable: ()
    most: str | int = "goal"
    by_scores: bool = False

    def offered(self, playable: Playable) -> str:
        """A name with numbers, to offer."""
        numbers = iter(self.example(playable))
        return NUMBER.sub(lambda found: str(next(numbers)), self.name)


def _in_turn(playable: Playable) -> bool:
    return not playable.at_once


def _holds(playable: Playable) -> bool:
    return playable.game.inside is not Inside.DICE


def _only_throws_on(playable: Playable) -> bool:
    return _in_turn(playable) and playable.game.most_policy_goal > 0


def _fifth(playable: Playable) -> tuple[int, ...]:
    return (7,) if playable.point > 1 else (playable.game.usual_goal // 5,)


_ROWS = (
    Kind("optimal", "Plays so that its chance to win is as high as possible.", _in_turn),
    Kind(
        "equilibrium",
        "Mixes its hold values as in the equilibrium: no choice of hold values wins more than half of the"
        " games against it.",
        lambda playable: playable.at_once,
    ),
    Kind("hold-at-N", "Holds at N, or as soon as that reaches the goal.", _holds, _fifth),
    Kind(
        "hold-at-N-keeping-all",
        "Holds at N, and never gives up points to roll more dice.",
        lambda playable: _in_turn(playable) and playable.game.inside in (Inside.POSITION, Inside.NOTHING),
        _fifth,
    ),
    Kind("most-points", "Plays each turn for the most points on average.", _in_turn),
    Kind(
        "always-N-dice",
        "Rolls N dice every turn.",
        lambda playable: playable.game.inside is Inside.DICE,
        lambda playable: (5,),
        most="most_dice",
    ),
    Kind(
        "keep-pace",
        "Rolls until it wins once either player is within 29 points of the goal. Until then it holds at 21"
        " plus an eighth of the points that it trails by.",
        lambda playable: _in_turn(playable) and playable.game.name == "pig",
        by_scores=True,
    ),
    Kind(
        "N-scoring-turns",
        "Aims to reach the goal in N scoring turns of about equal size.",
        _only_throws_on,
        lambda playable: (4,),
        most=10,
        by_scores=True,
    ),
    Kind(
        "hold-at-N-end-race-at-M",
        "Holds at N. Rolls until it wins once either player has M points.",
        _only_throws_on,
        lambda playable: (playable.game.usual_goal // 4, 71 * playable.game.usual_goal // 100),
        by_scores=True,
    ),
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ROWS}


def kinds(playable: Playable) -> list[Kind]:
    """Return the kinds of opponents of a game, the best first."""
    return [kind for kind in KINDS.values() if kind.fits(playable)]


def best(playable: Playable) -> str:
    """Return the name of the best opponent."""
    return kinds(playable)[0].name


def offered(playable: Playable) -> list[str]:
    """Return names to offer, with numbers that make sense."""
    return [kind.offered(playable) for kind in kinds(playable)]


def read(playable: Playable, name: str) -> tuple[Kind, tuple[int, ...]]:
    """Return the kind of an opponent, and the numbers in its name.

    Raises
    ------
    InvalidRules
        if the game has no such opponent

    Examples
    --------
    >>> from playing.games import find
    >>> read(find("pig"), "hold-at-25")[1]
    (25,)
    """
    for kind in kinds(playable):
        found = re.fullmatch(NUMBER.sub(lambda _: DIGITS, kind.name), name)
        if found:
            return kind, tuple(map(int, found.groups()))
    names = ", ".join(kind.name for kind in kinds(playable))
    raise expected(
        f"opponent of {playable.name}", f"one of {names}", name, "Write whole numbers for N and M."
    )


def says(playable: Playable, name: str) -> str:
    """Return what an opponent does, in a sentence with its numbers, in points as on paper.

    Examples
    --------
    >>> from playing.games import find
    >>> says(find("farkle"), "hold-at-7")
    'Holds at 350, or as soon as that reaches the goal.'
    """
    kind, numbers = read(playable, name)
    point = playable.point if kind.most == "goal" else 1
    given = iter(numbers)
    return re.sub(r"\b[NM]\b", lambda _: str(point * next(given)), kind.says)


def check(playable: Playable, name: str, given: Mapping[str, Value]) -> None:
    """Refuse an opponent that cannot play with these parameters.

    Parameters
    ----------
    playable : the game
    name : name of the opponent
    given : all parameters by name

    Raises
    ------
    InvalidRules
        if the game has no such opponent, a number in its name or the goal is too large, or it could hold
        below an entry
    """
    kind, numbers = read(playable, name)
    if given.get("entry") and name != "optimal":
        remedy = "Other opponents could hold below the entry."
        raise expected("opponent", "optimal where the rules have an entry", name, remedy)
    most = int(given[kind.most]) if isinstance(kind.most, str) else kind.most
    if max(numbers, default=0) > most:
        raise expected(f"opponent {kind.name}", f"numbers from 1 to {most}", name)
    room = playable.game.most_policy_goal
    if kind.by_scores and int(given["goal"]) > room:
        raise expected(
            f"goal against {name}", f"2 to {room}", given["goal"], "For larger goals choose hold-at-N."
        )

"""User-defined games: the rules of a turn as one line of text, and the turn read back from it.

The text is part of a case's key, and is how a store keeps the rules. The same rules always give the same
text, however the file of rules was written.
"""

import json
from dataclasses import asdict
from fractions import Fraction
from functools import lru_cache
from typing import Any

from solvers.errors import InvalidRules, expected
from solvers.games import cup_turn
from solvers.games.cup import Cup, Face, Kind, TurnOfCup
from solvers.games.turn import Outcome, Position, Throw, Turn, Way

# Most action names, "hold" included.
MOST_ACTIONS = 32
# Most turn totals times throws and positions: each is a row of the turn kernel, all together 2 GB.
MOST_ROWS = 4_000_000


def text(turn: Turn) -> str:
    """All rules of a turn, as one line of JSON; for dice from a cup, the cup, from which the rest follows.

    Parameters
    ----------
    turn : any turn

    Examples
    --------
    >>> from solvers.games import piglet
    >>> text(piglet.turn())[:66]
    '{"name":"piglet","throws":[["coin","1/2","0",[["1/2",1,0]]]],"posi'
    """
    if isinstance(turn, TurnOfCup) and turn.cup is not None:
        return json.dumps({"cup": asdict(turn.cup)}, separators=(",", ":"), ensure_ascii=False)
    throws = [
        [
            throw.name,
            str(throw.bust),
            str(throw.wipe),
            [[str(one.probability), one.gain, one.position] for one in throw.outcomes],
        ]
        for throw in turn.throws
    ]
    positions = [
        [position.name, [[way.action, way.given_up, way.throw] for way in position.ways]]
        + [True] * position.must_throw
        for position in turn.positions
    ]
    said = {
        "name": turn.name,
        "throws": throws,
        "positions": positions,
        "actions": turn.actions,
        "openings": turn.openings,
        "least_score": turn.least_score,
    } | ({"entry": turn.entry} if turn.entry else {})
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False)


# Cached, as the plan of a sweep asks for the same turn with each case.
@lru_cache(maxsize=64)
def turn(rules: str) -> Turn:
    """The turn that a line of text describes.

    Parameters
    ----------
    rules : from `text`

    Raises
    ------
    InvalidRules
        if the text is not from `text`, or no game can be played by its rules
    """
    try:
        return _turn(json.loads(rules))
    except (ValueError, TypeError, KeyError, ZeroDivisionError) as error:
        if isinstance(error, InvalidRules):
            raise
        remedy = "In a config name the file as `rules: FILE`, beside the question."
        raise expected("rules", "the rules of a turn", rules[:60], remedy) from None


def _turn(said: dict[str, Any]) -> Turn:
    if "cup" in said:
        return cup_turn.turn(_cup(said["cup"]))
    return Turn(
        name=said["name"],
        throws=tuple(
            Throw(
                name,
                Fraction(bust),
                tuple(Outcome(Fraction(chance), gain, position) for chance, gain, position in outcomes),
                Fraction(wipe),
            )
            for name, bust, wipe, outcomes in said["throws"]
        ),
        positions=tuple(
            Position(name, tuple(Way(*way) for way in ways), *must_throw)
            for name, ways, *must_throw in said["positions"]
        ),
        actions=tuple(said["actions"]),
        openings=tuple(said["openings"]),
        least_score=said["least_score"],
        entry=said.get("entry", 0),
    )


def _cup(said: dict[str, Any]) -> Cup:
    kinds = tuple(Kind(kind["name"], kind["number"], tuple(kind["faces"])) for kind in said["kinds"])
    return Cup(said["name"], said["hand"], kinds, tuple(Face(**face) for face in said["faces"]))

"""A turn as a file of rules, with all chances; for dice from a cup, the cup."""

from typing import Any

import yaml

from solvers.games.cup import Cup, Face, TurnOfCup
from solvers.games.turn import Outcome, Throw, Turn

LONGEST_NAME = 40


def written_out(turn: Turn, usual_goal: int | None = None) -> str:
    """The text of the file.

    Parameters
    ----------
    turn : any turn
    usual_goal : usual points to win, None if the file names none
    """
    begun: dict[str, Any] = {"name": turn.name} | ({} if usual_goal is None else {"usual_goal": usual_goal})
    if isinstance(turn, TurnOfCup) and turn.cup is not None:
        return _dumped(begun | {"cup": _cup(turn.cup)})
    names = [throw.name for throw in turn.throws]
    places = _apart([position.name for position in turn.positions])
    content = (
        begun
        | {
            "throws": {throw.name: {"results": _results(throw, places)} for throw in turn.throws},
            "positions": {
                place: [
                    {"throw": names[way.throw]}
                    | ({"give_up": way.given_up} if way.given_up else {})
                    | ({"action": turn.actions[way.action]} if turn.actions[way.action] != "roll" else {})
                    | ({"must": True} if position.must_throw else {})
                    for way in position.ways
                ]
                for place, position in zip(places, turn.positions, strict=True)
            },
            "openings": [names[opening] for opening in turn.openings],
            "least_score": turn.least_score,
        }
        | ({"entry": turn.entry} if turn.entry else {})
    )
    return _dumped(content)


def _dumped(content: dict[str, Any]) -> str:
    return yaml.safe_dump(content, sort_keys=False, default_flow_style=None, width=110, allow_unicode=True)


def _cup(cup: Cup) -> dict[str, Any]:
    """The cup that the throws are made from."""
    faces = {face.name: _meaning(face) for face in cup.faces}
    dice = {kind.name: {"number": kind.number, "faces": list(kind.faces)} for kind in cup.kinds}
    return {"hand": cup.hand, "dice": dice, "faces": faces}


def _meaning(face: Face) -> dict[str, int | bool]:
    if face.bust_at:
        return {"bust_at": face.bust_at}
    if face.gain:
        return {"gain": face.gain} | ({"returns": True} if face.returns else {})
    return {"again": True}


def _results(throw: Throw, places: list[str]) -> list[dict[str, str | int | bool]]:
    ends = [("bust", throw.bust), ("wipe", throw.wipe)]
    found: list[dict[str, str | int | bool]] = [
        {"chance": str(chance), what: True} for what, chance in ends if chance
    ]
    return found + [_gain(outcome, places) for outcome in throw.outcomes]


def _gain(outcome: Outcome, places: list[str]) -> dict[str, str | int | bool]:
    return {"chance": str(outcome.probability), "gain": outcome.gain, "then": places[outcome.position]}


def _apart(names: list[str]) -> list[str]:
    """Repeated or long names replaced by numbers."""
    return [
        name if names.count(name) == 1 and len(name) <= LONGEST_NAME else f"position {place + 1}"
        for place, name in enumerate(names)
    ]

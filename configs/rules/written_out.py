"""A turn as a file of rules, with every chance written out."""

import yaml

from solvers.games.turn import Outcome, Throw, Turn

LONGEST_NAME = 40


def written_out(turn: Turn) -> str:
    """The file.

    Parameters
    ----------
    turn : any turn
    """
    names = [throw.name for throw in turn.throws]
    places = _apart([position.name for position in turn.positions])
    content = {
        "name": turn.name,
        "throws": {throw.name: {"results": _results(throw, places)} for throw in turn.throws},
        "positions": {
            place: [
                {"throw": names[way.throw]}
                | ({"give_up": way.given_up} if way.given_up else {})
                | ({"action": turn.actions[way.action]} if turn.actions[way.action] != "roll" else {})
                for way in position.ways
            ]
            for place, position in zip(places, turn.positions, strict=True)
        },
        "openings": [names[opening] for opening in turn.openings],
        "least_score": turn.least_score,
    }
    return yaml.safe_dump(content, sort_keys=False, default_flow_style=None, width=110, allow_unicode=True)


def _results(throw: Throw, places: list[str]) -> list[dict[str, str | int | bool]]:
    ends = [("bust", throw.bust), ("wipe", throw.wipe)]
    found: list[dict[str, str | int | bool]] = [
        {"chance": str(chance), what: True} for what, chance in ends if chance
    ]
    return found + [_gain(outcome, places) for outcome in throw.outcomes]


def _gain(outcome: Outcome, places: list[str]) -> dict[str, str | int | bool]:
    return {"chance": str(outcome.probability), "gain": outcome.gain, "then": places[outcome.position]}


def _apart(names: list[str]) -> list[str]:
    """Names that come twice, or are long, become numbers."""
    return [
        name if names.count(name) == 1 and len(name) <= LONGEST_NAME else f"position {place + 1}"
        for place, name in enumerate(names)
    ]

"""From a file of rules to a turn; all problems are reported at once, with their lines and remedies."""

import os
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pydantic import ValidationError

from configs.errors import ConfigError, Problem, listed, shown
from configs.files import documents_in, text_of, worded_in_order
from configs.rules.chances import Chances, chances
from configs.rules.cup import turn_of
from configs.rules.house_rules import house_rules
from configs.rules.leading_on import in_order, no_turns
from configs.rules.malformed import in_form, malformed, names_in
from configs.rules.part import problem_of
from configs.rules.written import Going, Rules
from solvers.errors import InvalidRules
from solvers.games.own import MOST_ACTIONS
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way

Thrown = Mapping[str, Chances]


class Described(NamedTuple):
    """A game as a file describes it.

    Attributes
    ----------
    turn : its rules
    usual_goal : usual points to win, None if the file names none
    again : names of throws with results that repeat the throw
    """

    turn: Turn
    usual_goal: int | None = None
    again: tuple[str, ...] = ()


class _Names(NamedTuple):
    """Names that are defined in a file.

    Attributes
    ----------
    throws, positions : names
    """

    throws: list[str]
    positions: list[str]


def load_game(path: str | os.PathLike[str]) -> Described:
    """The game that a file describes.

    Raises
    ------
    ConfigNotFound
        if there is no such file
    ConfigError
        if it cannot be read, or no game can be played by it; one line for each problem
    """
    place = os.fspath(path)
    return _described(text_of(place, "rules"), place)


# Cached: a sweep, a page and a rule of thumb each read the file of the same game, which takes up to half a
# second.
@lru_cache(maxsize=64)
def _described(text: bytes, place: str) -> Described:
    document, *others = documents_in(text, place, "one game", "docs/design-a-game.md", "rules")
    game, problems = checked(document.content)
    if others:
        problems.append(
            Problem("rules", f"this file has {1 + len(others)} games", "", (), "Write one game a file.")
        )
    if game is None or problems or document.problems:
        raise ConfigError(listed(worded_in_order([*document.problems, *problems], document, place)))
    return game


def checked(content: object) -> tuple[Described | None, list[Problem]]:
    """The game that plain content describes, or all its problems.

    Parameters
    ----------
    content : mappings, lists and values with the keys of `Rules`
    """
    try:
        rules = Rules.model_validate(content)
    except ValidationError as error:
        # Valid parts are checked all the same, so that their mistakes are reported with the others.
        rest = in_form(content)
        known = _Names(*(names_in(content, key) for key in ("throws", "positions")))
        problems: list[Problem] = []
        _thrown(rest, problems)
        return None, [*malformed(error, content), *problems, *_unknown(rest, known)]
    turn, problems = _checked_turn(rules)
    again = tuple(name for name, throw in rules.throws.items() if any(one.again for one in throw.results))
    return None if turn is None else Described(turn, rules.usual_goal, again), problems


def _checked_turn(rules: Rules) -> tuple[Turn | None, list[Problem]]:
    """The turn of well-formed rules, or all its problems."""
    if rules.cup is not None:
        return turn_of(rules.name, rules.cup)
    problems: list[Problem] = []
    thrown = _thrown(rules, problems)
    are_counted = not problems
    unknown = list(_unknown(rules, _Names(list(rules.throws), list(rules.positions))))
    problems += [*unknown, *_given_up(rules, thrown), *_actions_of(rules)]
    # Names that refer to nothing cannot be followed.
    if not unknown:
        problems += _unreachable(rules)
    if not unknown and are_counted:
        problems += [*_scores_less(rules, thrown), *no_turns(rules, thrown), *house_rules(rules, thrown)]
    if problems:
        return None, problems
    try:
        return _turn(rules, thrown), []
    except InvalidRules as error:
        # Only visible for the whole turn, such as that turns hardly ever score.
        return None, [problem_of(error, "throws")]


def _thrown(rules: Rules, problems: list[Problem]) -> dict[str, Chances]:
    """The results of each throw; problems are added."""
    return {name: chances(throw, ("throws", name), problems) for name, throw in rules.throws.items()}


def _unknown(rules: Rules, known: _Names) -> Iterator[Problem]:
    """Names that are not defined."""
    throws = f"one of {', '.join(known.throws)}" if known.throws else "none, as there are no throws"
    positions = (
        f"one of {', '.join(known.positions)}" if known.positions else "none, as there are no positions"
    )
    for name, throw in rules.throws.items():
        for place, result in enumerate(throw.results):
            if result.then is not None and result.then not in known.positions:
                own = ("throws", name, "results", place, "then")
                remedy = f"Describe {shown(result.then)} under `positions`, or leave `then` out."
                yield Problem("then", positions, shown(result.then), own, remedy)
    for name, ways in rules.positions.items():
        for place, way in enumerate(ways):
            if way.throw not in known.throws:
                yield Problem("throw", throws, shown(way.throw), ("positions", name, place, "throw"))
    for place, opening in enumerate(rules.openings):
        if opening not in known.throws:
            yield Problem("openings", throws, shown(opening), ("openings", place))


def _given_up(rules: Rules, thrown: Thrown) -> Iterator[Problem]:
    """Ways that give up a whole gain."""
    least: dict[str, int] = {}
    for found in thrown.values():
        for gain, position in found.gains:
            least[position] = min(gain, least.get(position, gain))
    for name, ways in rules.positions.items():
        for place, way in enumerate(ways):
            if way.give_up >= max(1, least.get(name, way.give_up + 1)):
                rule = f"less than the least gain that leads there, {least[name]}"
                yield Problem("give_up", rule, str(way.give_up), ("positions", name, place))


def _actions_of(rules: Rules) -> Iterator[Problem]:
    """Actions that a policy could not distinguish or name."""
    for name, ways in rules.positions.items():
        leads: dict[str, str] = {}
        for place, way in enumerate(ways):
            path = ("positions", name, place, "action")
            if way.action == "hold":
                remedy = "Give this way another name."
                yield Problem("action", "the name 'hold' is taken", "", path, remedy)
            elif leads.setdefault(way.action, way.throw) != way.throw:
                remedy = "Give each way to another throw an `action` of its own."
                yield Problem("action", f"two different throws are called {way.action!r}", "", path, remedy)
    actions = _actions(rules.positions)
    if len(actions) > MOST_ACTIONS:
        remedy = "Ways from different positions may have the same name."
        yield Problem("action", f"at most {MOST_ACTIONS} names", str(len(actions)), ("positions",), remedy)


def _unreachable(rules: Rules) -> Iterator[Problem]:
    """Throws and positions that no turn reaches."""
    waiting, reached, stood = _openings(rules), set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            positions = {result.then for result in rules.throws[name].results if result.then is not None}
            stood |= positions
            waiting += [way.throw for position in positions for way in rules.positions[position]]
    remedy = "Add a way to it, or remove it."
    for kind, known, seen in (("throws", rules.throws, reached), ("positions", rules.positions, stood)):
        for name in known:
            if name not in seen:
                yield Problem(name, "no turn ever gets there", "", (kind, name), remedy)


def _scores_less(rules: Rules, thrown: Thrown) -> Iterator[Problem]:
    """Gains of less than the least score of a turn."""
    for name, found in thrown.items():
        least = min(gain for gain, _ in found.gains)
        if least < rules.least_score:
            rule = f"gains of {rules.least_score} or more, which every turn scores"
            yield Problem("results", rule, str(least), ("throws", name))


def _openings(rules: Rules) -> list[str]:
    return list(rules.openings) or [next(iter(rules.throws))]


def _actions(positions: Mapping[str, tuple[Going, ...]]) -> list[str]:
    """Names of the actions, in the order of their codes."""
    return list(dict.fromkeys(["hold", "roll", *(way.action for ways in positions.values() for way in ways)]))


def _turn(rules: Rules, thrown: Thrown) -> Turn:
    throws, actions = in_order(rules, thrown), _actions(rules.positions)
    positions = [
        Position(
            name,
            tuple(Way(actions.index(way.action), way.give_up, throws.index(way.throw)) for way in ways),
            must_throw=any(way.must for way in ways),
        )
        for name, ways in rules.positions.items()
    ]
    index = {position.name: place for place, position in enumerate(positions)}
    made = []
    for place, name in enumerate(throws):
        found, own = thrown[name], dict(index)
        if any(not position for _, position in found.gains):
            # The same throw is the way on.
            own[""] = len(positions)
            positions.append(Position(f"after {name}", (Way(ROLL, 0, place),)))
        made.append(_throw(name, found, own))
    return Turn(
        name=rules.name,
        throws=tuple(made),
        positions=tuple(positions),
        actions=tuple(actions),
        openings=tuple(map(throws.index, _openings(rules))),
        least_score=rules.least_score,
        entry=rules.entry,
    )


def _throw(name: str, found: Chances, index: Mapping[str, int]) -> Throw:
    """A throw, conditional on a change of state: results marked `again` are repeated."""
    left = Fraction(1) - found.again
    outcomes = [Outcome(chance / left, gain, index[to]) for (gain, to), chance in found.gains.items()]
    in_order = sorted(outcomes, key=lambda outcome: (outcome.gain, outcome.position))
    return Throw(name, found.bust / left, tuple(in_order), found.wipe / left)

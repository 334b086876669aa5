"""The best action in a position, and each action's chance to win."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flows.compiling.telling import compiles
from jeopardice.asked import What, named, plain_of
from jeopardice.border import public
from jeopardice.rules import Game
from jeopardice.rules import game as meant
from solvers.errors import InvalidRules, expected

if TYPE_CHECKING:
    from playing.opponents import Opponent
    from playing.state import Rules, State

# An error names at most this many positions.
MOST_NAMED = 10


@dataclass(frozen=True, repr=False)
class Advice:
    """The best action in a position.

    Parameters
    ----------
    best : the best action; among equally good ones hold, or else the first in the rules
    chances : chance to win of each action, if the player plays optimally afterwards
    """

    best: str
    chances: Mapping[str, float]

    def __repr__(self) -> str:
        chances = ", ".join(f"{action} {chance:.2%}" for action, chance in self.chances.items())
        return f"Advice(best: {self.best}; {chances})"


@public
@compiles
def advise(
    game: What,
    *,
    banked: int = 0,
    opponent: int = 0,
    turn_total: int = 0,
    position: str | None = None,
    against: str = "best",
    at_once: bool = False,
    **parameters: Any,
) -> Advice:
    """Name the best action in a position of a game for two, as the coach of `jeopardice play` does.

    The solved game is kept, so further positions of the same game are answered at once.

    Parameters
    ----------
    game : name of a game, path of a file of rules, or what `game` returns
    banked : banked score of the player to move, in the game's unit of points
    opponent : score of the other player
    turn_total : points at risk; 0 before the first roll of the turn
    position : position within the turn, by its name in the rules; needed only in games with several
    against : the opponent: "best", "hold at 20", "keep pace", or another one of `jeopardice play`
    at_once : whether both players roll at the same time
    parameters : parameters of the game by name, as in goal=100; the others take their defaults

    Returns
    -------
    Advice
        the best action, and the chance to win of each action

    Raises
    ------
    InvalidRules
        if there is no such game, opponent or position

    Examples
    --------
    >>> import jeopardice as jp
    >>> jp.advise("pig", goal=20, banked=5, opponent=10, turn_total=6)
    Advice(best: roll; hold 29.98%, roll 71.14%)
    """
    rules, other = _table(game, against, at_once, parameters)
    scores = plain_of(banked), plain_of(opponent)
    state = _state(rules, scores, plain_of(turn_total), position)
    from playing import coach

    worths = other.your_worths(state)
    words = _actions(rules, state, list(worths))
    return Advice(words[coach.best(worths)], {words[place]: worths[place] for place in worths})


def _table(
    game: What, against: str, at_once: bool, parameters: Mapping[str, Any]
) -> "tuple[Rules, Opponent]":
    """The rules and the opponent."""
    from playing.games import AT_ONCE, PLAYABLE
    from playing.match import match
    from playing.setup import set_up

    if not isinstance(against, str):
        raise expected("against", "a player as text, such as hold at 25", against)
    parameters = {name: plain_of(value) for name, value in parameters.items()}
    known = game if isinstance(game, Game) or named(game) in PLAYABLE else meant(game)
    name = named(known)
    if isinstance(known, Game) and name not in PLAYABLE:
        return _of_rules(known, against, at_once, parameters)
    spoken = "" if against == "best" else against.replace(" ", "-")
    playable = AT_ONCE + name if at_once and not name.startswith(AT_ONCE) else name
    try:
        setup = set_up(playable, parameters, opponent=spoken)
    except InvalidRules as error:
        raise _of_against(error, against) from None
    found = match(setup)
    return found.rules, found.opponent


def _of_against(error: InvalidRules, against: str) -> InvalidRules:
    """Reword an error so that it names the argument `against` and its values as written here."""
    if error.refusal is None or not error.name.startswith("opponent of"):
        return error
    rule = error.refusal.rule.replace("-", " ").replace("optimal", "best", 1)
    return expected("against", rule, against, error.refusal.remedy)


def _of_rules(
    game: Game, against: str, at_once: bool, parameters: Mapping[str, Any]
) -> "tuple[Rules, Opponent]":
    """The rules and an optimal opponent for a game from a file, which is played in turn."""
    from playing.opponents import Optimal
    from playing.state import Rules
    from solvers.catalog import QUESTIONS
    from solvers.questions.question import GOAL
    from solvers.race.solve import optimal_play

    if at_once:
        raise expected("at_once", "false for a game from a file", at_once)
    if against not in ("best", "optimal"):
        raise expected("against", "best for a game from a file", against)
    question = QUESTIONS[f"race.{game.asked}"]
    complete = question.complete(game.given(question) | dict(parameters))
    turn, goal = question.turn(complete), int(complete[GOAL])
    rules = Rules(turn, goal, at_once=False)
    return rules, Optimal(rules, optimal_play(turn, goal))


def _state(rules: "Rules", scores: tuple[int, int], turn_total: int, position: str | None) -> "State":
    from playing.state import State

    for name, score in zip(("banked", "opponent"), scores, strict=True):
        if isinstance(score, bool) or not isinstance(score, int) or not 0 <= score < rules.goal:
            raise expected(name, f"a whole number from 0 to {rules.goal - 1}", score)
    if isinstance(turn_total, bool) or not isinstance(turn_total, int) or turn_total < 0:
        raise expected("turn_total", "a whole number from 0 on", turn_total)
    positions = [own.name for own in rules.turn.positions]
    if position is None and turn_total == 0:
        return State(scores)
    if position is None and len(positions) > 1:
        raise _no_position(positions, None)
    if position is not None and position not in positions:
        raise _no_position(positions, position)
    place = 0 if position is None else positions.index(position)
    state = State(scores, turn_total=turn_total, position=place)
    if not rules.places(state):
        raise expected("position", "one with something to decide", positions[place])
    return state


def _no_position(positions: list[str], got: str | None) -> InvalidRules:
    # Farkle has hundreds of positions; the shortest names are the easiest to type.
    short = sorted(positions, key=len)[:MOST_NAMED]
    more = f" or another of {len(positions)}" if len(positions) > len(short) else ""
    return expected("position", f"one of {', '.join(short)}{more}", got, "It says how the turn goes on.")


def _actions(rules: "Rules", state: "State", places: list[int]) -> dict[int, str]:
    """Names of the possible actions, all different."""
    from solvers.games.turn import HOLD

    turn, words = rules.turn, dict[int, str]()
    for place in places:
        way = rules.way(state, place)
        throw = "" if place == HOLD else turn.throws[rules.throw(state, place)].name
        name = turn.actions[HOLD if place == HOLD else way.action if way is not None else 1]
        alone = place == HOLD or (len(places) - (HOLD in places) == 1)
        given_up = f", giving up {way.given_up}" if way is not None and way.given_up else ""
        words[place] = name if alone else f"{name} {throw}{given_up}"
    return words

"""A setup with all that is solved for it.

What is solved depends on the rules and on the opponent only, not on the seed, and is cached for further
games.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from playing import games, opponent_names
from playing.opponents import Follower, Mixer, Opponent, Optimal
from playing.pieces import Luck
from playing.setup import Setup
from playing.state import Rules
from playing.throwing import Thrower
from solvers.at_once_equilibrium.solve import equilibrium
from solvers.deviations.exploitability import exploit
from solvers.deviations.strategy import Strategy
from solvers.fixed.race_response import best_response
from solvers.games.plan import Plan
from solvers.plans import plans
from solvers.players.counting import counting_rule
from solvers.questions.parameter import Value
from solvers.race.solve import Race, optimal_play

# Number of cached opponents; one may have a table of several megabytes.
KEPT = 16


@dataclass(frozen=True)
class Match:
    """All that a game needs.

    Attributes
    ----------
    setup : setup of the game
    rules : rules of the game
    thrower : what is thrown
    opponent : the opponent, solved
    luck : random numbers
    """

    setup: Setup
    rules: Rules
    thrower: Thrower
    opponent: Opponent
    luck: Luck


def match(setup: Setup, race: Race | None = None) -> Match:
    """Solve what a setup needs.

    Parameters
    ----------
    setup : setup of the game
    race : the solved race, if a store has it, for an optimal opponent

    Raises
    ------
    NotConverged
        if a solver does not converge
    """
    playable = setup.playable
    rules = Rules(setup.turn_as_played, setup.goal, playable.at_once)
    if race is None:
        opponent = _solved(setup.game, setup.goal, setup.rules, setup.opponent)
    else:
        opponent = Optimal(rules, race)
    return Match(setup, rules, _thrower(setup.game, setup.rules), opponent, Luck(setup.seed))


def seconds(setup: Setup) -> float:
    """Return the estimated time of solving in seconds, on one core of 3 GHz; 0 if it is cached."""
    return float(setup.playable.question.seconds(setup.parameters))


@lru_cache(maxsize=KEPT)
def _thrower(game: str, rules: tuple[tuple[str, Value], ...]) -> Thrower:
    """The thrower of a game, cached: Farkle's caches the values of dice."""
    playable, given = games.find(game), dict(rules)
    return playable.thrower(playable.game.turn(given), given)


@lru_cache(maxsize=KEPT)
def _solved(game: str, goal: int, rules: tuple[tuple[str, Value], ...], opponent: str) -> Opponent:
    """The opponent of a setup; it does not depend on seed and starter."""
    setup = Setup(game, goal, rules, opponent, "", 0)
    kind, numbers = opponent_names.read(setup.playable, opponent)
    at = Rules(setup.turn_as_played, goal, setup.playable.at_once)
    if setup.playable.at_once:
        return _mixer(at, kind.name, numbers)
    if kind.name == "optimal":
        return Optimal(at, optimal_play(setup.turn, goal))
    if kind.name in PLANS:
        return Follower(at, best_response(PLANS[kind.name](setup.turn, *numbers), goal))
    rule = counting_rule(RULES[kind.name].format(*numbers), setup.turn, goal)
    return Follower(at, best_response(rule, goal))


def _mixer(rules: Rules, kind: str, numbers: tuple[int, ...]) -> Mixer:
    """An opponent that rolls at the same time."""
    goal = rules.goal
    if kind == "equilibrium":
        name, strategy = "the equilibrium", equilibrium(rules.turn, goal).strategy
    else:
        name, strategy = f"hold at {numbers[0]}", Strategy.pure(np.full((goal, goal), numbers[0]))
    return Mixer(rules, name, strategy, exploit(rules.turn, strategy, any_rule=True).value)


# Plans, which do not use the scores; and rules for Pig and similar games, which do.
PLANS: dict[str, Callable[..., Plan]] = {
    "hold-at-N": plans.hold_at,
    "hold-at-N-keeping-all": lambda turn, n: plans.hold_at(turn, n, gives_up=False),
    "most-points": plans.most_points,
    "always-N-dice": lambda turn, dice: plans.always(turn, dice - 1),
}
RULES = {
    "keep-pace": "keep pace",
    "N-scoring-turns": "{} scoring turns",
    "hold-at-N-end-race-at-M": "hold when turn_total >= {} and max(banked, opponent) < {}",
}

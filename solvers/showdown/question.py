"""Questions: equilibria of the showdown, one turn each, for two players and for many."""

import math
from collections.abc import Mapping
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests import contest
from solvers.errors import expected
from solvers.games import several_dice
from solvers.games.turn import Turn
from solvers.outputs import chances, decisions, mixtures, policies, proofs
from solvers.players.player import BEST, BEST_THRESHOLD, any_number, two
from solvers.questions.dimension import Dimension
from solvers.questions.games import BUST_FACE, SIDES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.showdown import certificate
from solvers.showdown.any_rule import AnyRuleShowdown, showdown_any_rule
from solvers.showdown.certificate_of_face import face
from solvers.showdown.of_many import ShowdownOfMany, showdown_of_many
from solvers.showdown.solve import Showdown, showdown

CAP = Parameter(
    "cap",
    int,
    "The greatest turn total to hold at; from there on everybody holds.",
    "points",
    1,
    1000,
    100,
    words="largest turn total",
)
DICE = Parameter(
    "dice",
    int,
    "How many dice are thrown at once; a bust face on any of them ends the turn with nothing.",
    "dice",
    1,
    30,
    1,
    words="dice thrown",
)


def _is_a_start(given: Parameters) -> None:
    if int(given["start_hold_at"]) > int(given["cap"]):
        raise expected("start_hold_at", f"0 to the cap of {given['cap']}", given["start_hold_at"])


PLAYERS = Parameter("players", int, "How many take a turn.", "players", 2, 50, words="number of players")
START = Parameter(
    "start_hold_at",
    int,
    "Where the search starts: all hold there; 0 to come from the equilibrium of two players, one player more"
    " at a time.",
    "points",
    0,
    1000,
    0,
    _is_a_start,
    words="first guess",
)
_RULES = (CAP, DICE, SIDES, BUST_FACE)
_turn = lru_cache(maxsize=256)(several_dice.turn)


def _game(given: Parameters) -> tuple[Turn, int]:
    return _turn(int(given["dice"]), int(given["sides"]), int(given["bust_face"])), int(given["cap"])


def _hold_at(given: Parameters) -> NDArray[Any]:
    return np.arange(1, int(given["cap"]) + 1)


def _turn_totals(given: Parameters) -> NDArray[Any]:
    return np.arange(int(given["cap"]))


def _solve(**given: Any) -> Showdown:
    return showdown(*_game(given))


def _solve_any_rule(**given: Any) -> AnyRuleShowdown:
    return showdown_any_rule(*_game(given))


def _solve_of_many(**given: Any) -> ShowdownOfMany:
    return showdown_of_many(*_game(given), given["players"], given["start_hold_at"])


def _certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return certificate.exploitability(*_game(given), 2, stored["hold_at_probability"])


def _certify_any_rule(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    found = certificate.exploitability_of_any_rule(*_game(given), 2, stored["hold_probability"])
    if _THRESHOLDS.name in stored:
        thresholds = certificate.exploitability(*_game(given), 2, stored[_THRESHOLDS.name])
        found = float(np.maximum(found, thresholds))
    return found


def _certify_of_many(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return certificate.exploitability(*_game(given), int(given["players"]), stored["hold_at_probability"])


def _seconds(given: Parameters) -> float:
    cap, longest = float(given["cap"]), _longest(given)
    return 0.0045 + 3.6e-5 * cap + 4e-6 * cap * longest + 4e-8 * cap**2 * math.sqrt(longest)


def _seconds_any_rule(given: Parameters) -> float:
    # Slow if optimal play alone holds at about the cap: far below the cap few turn totals count, and far
    # above it all hold there.
    survives = (1.0 - 1.0 / float(given["sides"])) ** float(given["dice"])
    best_alone = 0.5 * _longest(given) * survives / (1.0 - survives)
    cap = float(given["cap"])
    near = math.exp(-(math.log(best_alone / cap) ** 2) / 4.0)
    return 0.011 + 9e-5 * cap + 6.5e-6 * _longest(given) * cap + 1e-7 * (3.2 + 35.0 * near) * cap**2


def _seconds_of_many(given: Parameters) -> float:
    # A step goes through all results of a throw. Lemke's method takes longer the more throws a turn has.
    players, cap, longest = float(given["players"]), float(given["cap"]), _longest(given)
    throws = min(1.0, 12.0 / (longest + float(given["dice"])))
    if given["start_hold_at"]:
        return 0.001 + 8e-9 * cap**2 * longest + 6e-5 * longest + 1e-5 * throws * cap**2
    return float(_seconds(given) + 5.5e-5 * players * longest + 2.6e-6 * throws * players**2 * cap**1.57)


def _longest(given: Parameters) -> float:
    """The most points that a throw scores."""
    return float(given["dice"]) * float(given["sides"])


_DIMENSION = Dimension("hold_at", "points", "Turn total to hold at.", _hold_at, words="hold threshold")
_MIX = mixtures.hold_at_probability(proved=True)
_FROM_MIX = (_MIX.name,)
_THRESHOLDS = mixtures.threshold_probability(proved=True)


def _players(given: Parameters) -> int:
    """Number of players; two if it is no parameter."""
    return int(given.get("players", 2))


def _gain(given: Parameters, mix: NDArray[Any]) -> float:
    """What the best stopping rule wins beyond an equal share; below 0 it is rounding."""
    (turn, cap), players = _game(given), _players(given)
    worth = certificate.shares(certificate.score_chances(turn, cap, mix), players)
    return max(0.0, certificate.gain_of_any_rule(turn, cap, players, worth))


_GAIN = decisions.gain_of_any_rule(follows=_gain, follows_from=_FROM_MIX)


def _expected_score(given: Parameters, mix: NDArray[Any]) -> float:
    chances = certificate.score_chances(*_game(given), mix)
    return float((chances * np.arange(chances.size)).sum())


def _loss_of_reply(given: Parameters, own: NDArray[Any]) -> NDArray[Any]:
    """What each reply loses against the best one; infinity for an impossible one."""
    wins = certificate.win_chances(*_game(given))
    reply = np.clip(own.astype(int), 1, len(wins)) - 1
    loss = wins.max(axis=0) - wins[reply, np.arange(len(wins))]
    return np.where((own >= 1) & (own <= len(wins)), loss, np.inf)


def _loss_of_holding(given: Parameters, own: NDArray[Any]) -> NDArray[Any]:
    return certificate.loss_of_holding(*_game(given), own)


def _comes(given: Parameters, holds: NDArray[Any]) -> NDArray[Any]:
    (turn, cap) = _game(given)
    return certificate.turn_of_mix(turn, cap, holds)[1][:cap]


def _face(which: int, given: Parameters, mix: NDArray[Any]) -> Any:
    """The least probabilities, the greatest ones, or the dimension, over all equilibria."""
    return face(*_game(given), mix)[which]


_CERTIFICATE = proofs.exploitability()

SHOWDOWN = Question(
    name="equilibrium.showdown",
    version=3,
    title="Two players take one turn of Pig each, unseen: the equilibrium of turn totals to hold at",
    game=None,
    contest=contest.SHOWDOWN,
    players=two(BEST_THRESHOLD),
    positions=False,
    parameters=_RULES,
    dimensions=(_DIMENSION,),
    outputs=(
        _MIX,
        mixtures.least_probability(follows=partial(_face, 0), follows_from=_FROM_MIX),
        mixtures.greatest_probability(follows=partial(_face, 1), follows_from=_FROM_MIX),
        mixtures.freedom(follows=partial(_face, 2), follows_from=_FROM_MIX),
        chances.best_reply_win_probability(
            of=attrgetter("response_wins"),
            follows=lambda given: certificate.win_chances(*_game(given)).max(axis=0),
        ),
        policies.best_reply_to_hold_at(of=attrgetter("response_hold_at"), loses=_loss_of_reply),
        _GAIN,
        _CERTIFICATE,
    ),
    solve=_solve,
    certify=_certify,
    seconds=_seconds,
)

SHOWDOWN_ANY_RULE = Question(
    name="equilibrium.showdown_any_rule",
    version=2,
    title="Two players take one turn of Pig each, unseen: the equilibrium of all stopping rules",
    game=None,
    contest=contest.SHOWDOWN,
    players=two(BEST),
    positions=False,
    parameters=_RULES,
    dimensions=(Dimension("turn_total", "points", "Points of the turn so far.", _turn_totals), _DIMENSION),
    outputs=(
        mixtures.hold_probability(loses=_loss_of_holding),
        chances.come_probability(follows=_comes, follows_from=("hold_probability",)),
        _THRESHOLDS,
        decisions.threshold_loss(follows=_gain, follows_from=(_THRESHOLDS.name,)),
        proofs.exploitability(),
    ),
    solve=_solve_any_rule,
    certify=_certify_any_rule,
    seconds=_seconds_any_rule,
)

SHOWDOWN_OF_MANY = Question(
    name="equilibrium.showdown_of_many",
    version=2,
    title="Some players take one turn of Pig each, unseen: a symmetric equilibrium of turn totals to hold at",
    game=None,
    contest=contest.SHOWDOWN,
    players=any_number(BEST_THRESHOLD, "players"),
    positions=False,
    parameters=(PLAYERS, *_RULES, START),
    dimensions=(_DIMENSION,),
    outputs=(
        _MIX,
        policies.mean_hold_at(
            follows=lambda given, mix: (_hold_at(given) * mix).sum(), follows_from=_FROM_MIX
        ),
        policies.likeliest_hold_at(
            follows=lambda given, mix: _hold_at(given)[mix.argmax()], follows_from=_FROM_MIX
        ),
        chances.expected_score(follows=_expected_score, follows_from=_FROM_MIX),
        _GAIN,
        _CERTIFICATE,
    ),
    solve=_solve_of_many,
    certify=_certify_of_many,
    seconds=_seconds_of_many,
)
QUESTIONS = (SHOWDOWN, SHOWDOWN_ANY_RULE, SHOWDOWN_OF_MANY)

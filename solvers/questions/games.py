"""Every game that is a turn, as the questions ask for it: its parameters, and the turn that they make."""

from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import Any

from solvers.errors import InvalidRules, expected
from solvers.games import (
    big_pig,
    farkle,
    farkle_thrown,
    hog,
    own,
    pass_the_pigs,
    pig,
    piglet,
    progressive_pig,
    ten_thousand,
    two_dice_pig,
)
from solvers.games.turn import Turn
from solvers.questions.game import Game, Inside
from solvers.questions.parameter import Parameter, Parameters, Refusal

HOLD_OR_ROLL = ("hold", "roll")
FIFTIES = "units of 50 points"
# What most games are like.
USUAL: dict[str, Any] = {
    "unit": "points",
    "actions": HOLD_OR_ROLL,
    "usual_goal": 100,
    "inside": Inside.HOLD_AT,
    "effort": 1.0,
    "outcomes": lambda given: 1.0,
}


def _is_a_face(given: Parameters) -> None:
    if int(given["bust_face"]) > int(given["sides"]):
        raise expected("bust_face", f"1 to {given['sides']}, a face of the die", given["bust_face"])


SIDES = Parameter("sides", int, "Faces of the die.", minimum=2, maximum=100, default=6, words="die faces")
BUST_FACE = Parameter(
    "bust_face",
    int,
    "The face that ends a turn with nothing.",
    minimum=1,
    maximum=100,
    default=1,
    fits=_is_a_face,
)
HEADS = Parameter(
    "heads",
    float,
    "Probability of heads.",
    minimum=0.001,
    maximum=0.999,
    default=0.5,
    words="heads probability",
)
MOST_DICE = Parameter(
    "most_dice", int, "The most dice that may be thrown.", minimum=1, maximum=100, default=30
)


def _no_rules(text: str) -> Refusal | None:
    try:
        own.turn(text)
    except InvalidRules:
        remedy = "Name a file: `rules: FILE` in a config, rules=FILE for a command."
        return Refusal("the rules of a turn", text[:60], remedy)
    return None


def _are_rules(given: Parameters) -> None:
    turn = own.turn(str(given["rules"]))
    if len(turn.actions) > own.MOST_ACTIONS:
        raise expected("rules", f"at most {own.MOST_ACTIONS} actions", len(turn.actions))
    size = len(turn.throws) + len(turn.positions)
    goal = int(given.get("goal", 0))
    if goal * size > own.MOST_ROWS:
        remedy = f"Its {size} throws and positions are as many rows for each point."
        raise expected("goal", f"at most {own.MOST_ROWS // size}, for which there is room", goal, remedy)
    if not goal and turn.critical_threshold() * size > own.MOST_ROWS:
        where = f"{size} of them, up to turn total {turn.critical_threshold()}"
        remedy = "Ask for a goal, which ends a turn sooner: race.own, within_turns.own."
        raise expected("rules", "throws and positions for which there is room", where, remedy)


RULES = Parameter(
    "rules",
    str,
    "The rules of a turn, from a file.",
    "",
    fits=_are_rules,
    words="turn rules",
    refuses=_no_rules,
    called=lambda rules: own.turn(rules).name,
)

# One yes or no for each kind of move of Ten Thousand; all triples together.
MOVE_KINDS = {name: (name,) for name in ten_thousand.MOVES if name not in ten_thousand.TRIPLES} | {
    "triple": ten_thousand.TRIPLES
}


def _game(build: Callable[..., Turn], *, thrown: Callable[..., Turn] | None = None, **row: Any) -> Game:
    """A game from its row.

    Parameters
    ----------
    build : function of the parameters by name that gives the turn
    thrown : function of the parameters by name that gives the turn for certificates; None for `build`
    row : fields of the game, where it is not USUAL
    """
    turn = _built(build, row["parameters"])
    certificate_turn = turn if thrown is None else _built(thrown, row["parameters"])
    return Game(turn=turn, certificate_turn=certificate_turn, **USUAL | row)


def _built(build: Callable[..., Turn], parameters: tuple[Parameter, ...]) -> Callable[[Parameters], Turn]:
    # Farkle's takes 0.3 s, and every dimension of a question asks for it.
    built = lru_cache(maxsize=256)(build)
    return lambda given: built(
        **{parameter.name: parameter.kind(given[parameter.name]) for parameter in parameters}
    )


def _faces(given: Parameters) -> float:
    return min(float(given["sides"]), float(given.get("goal", inf)))


def _sums(given: Parameters) -> float:
    return min(2.0 * float(given["sides"]), float(given.get("goal", inf)))


def _of_hog(given: Parameters) -> float:
    dice, sides = int(given["most_dice"]), int(given["sides"])
    most = int(given.get("goal", dice * sides))
    return float(sum(1 + min(thrown * (sides - 2), most) for thrown in range(1, dice + 1)))


def _of_own(given: Parameters) -> float:
    """Without rules a game as Pig."""
    if "rules" not in given:
        return 6.0
    turn = own.turn(str(given["rules"]))
    return float(
        sum(len(throw.outcomes) for throw in turn.throws) + 2 * sum(len(at.ways) for at in turn.positions)
    )


def _ten_thousand(**allowed: bool) -> Turn:
    return ten_thousand.turn([move for kind, moves in MOVE_KINDS.items() if allowed[kind] for move in moves])


def _allowed(kind: str) -> Parameter:
    dice = "any three of a kind" if kind == "triple" else " and ".join(kind[1:])
    return Parameter(
        kind,
        bool,
        f"Whether a player may give up {dice} to throw these dice again.",
        "",
        default=True,
        words=f"give up {kind.removeprefix('m')}",
    )


def _farkle(**worth: int) -> Turn:
    return farkle.turn(farkle.table(**worth))


def _farkle_thrown(**worth: int) -> Turn:
    return farkle_thrown.turn(farkle.table(**worth))


def _worth(name: str, dice: str, default: int) -> Parameter:
    return Parameter(
        name,
        int,
        f"What {dice} score; 0 where they score nothing.",
        FIFTIES,
        0,
        200,
        default,
        words=f"{name} score".replace("_", " "),
    )


_ROWS = (
    _game(
        pig.turn,
        name="pig",
        title="Pig",
        parameters=(SIDES, BUST_FACE),
        outcomes=_faces,
        most_race_goal=1000,
        race_seconds=4e-9,
        most_policy_goal=300,
        most_mixed=6,
        learnt=True,
    ),
    _game(
        piglet.turn,
        name="piglet",
        title="Piglet",
        parameters=(HEADS,),
        usual_goal=10,
        most_race_goal=1000,
        race_seconds=4e-9,
        most_policy_goal=300,
        most_mixed=12,
        learnt=True,
        versions={"race": 2, "head_to_head.pair": 2},
    ),
    _game(
        progressive_pig.turn,
        name="progressive_pig",
        title="Progressive Pig",
        parameters=(SIDES, BUST_FACE),
        outcomes=_faces,
        most_race_goal=1000,
        race_seconds=4e-9,
        most_policy_goal=300,
    ),
    _game(
        two_dice_pig.turn,
        name="two_dice_pig",
        title="two-dice Pig",
        parameters=(SIDES,),
        outcomes=_sums,
        wipes=True,
        most_race_goal=500,
        race_seconds=1e-7,
        most_policy_goal=150,
        versions={"head_to_head.pair": 2, "head_to_head.hold_at": 2},
    ),
    _game(
        big_pig.turn,
        name="big_pig",
        title="Big Pig",
        parameters=(SIDES,),
        outcomes=_sums,
        most_race_goal=1000,
        race_seconds=1e-8,
        most_policy_goal=300,
        most_mixed=6,
    ),
    _game(
        hog.turn,
        name="hog",
        title="Hog",
        parameters=(MOST_DICE, SIDES, BUST_FACE),
        inside=Inside.DICE,
        outcomes=_of_hog,
        most_race_goal=200,
        race_seconds=6e-7,
        versions={"race_response": 2},
    ),
    _game(
        pass_the_pigs.turn,
        name="pass_the_pigs",
        title="Pass the Pigs",
        parameters=(),
        most_race_goal=1000,
        race_seconds=7e-9,
        most_policy_goal=300,
        most_mixed=6,
    ),
    _game(
        _ten_thousand,
        name="ten_thousand",
        title="Ten Thousand",
        parameters=tuple(_allowed(kind) for kind in MOVE_KINDS),
        usual_goal=200,
        unit="chips (50 points)",
        actions=ten_thousand.ACTIONS,
        inside=Inside.POSITION,
        effort=100.0,
        most_race_goal=400,
        race_seconds=4e-7,
    ),
    _game(
        _farkle,
        thrown=_farkle_thrown,
        name="farkle",
        title="Farkle",
        parameters=(
            _worth("four", "four of a kind", 20),
            _worth("five", "five of a kind", 40),
            _worth("six", "six of a kind", 60),
            _worth("straight", "1 to 6 at once", 30),
            _worth("three_pairs", "three pairs", 30),
            _worth("two_triplets", "two triplets", 50),
            _worth("ones", "three ones", 6),
        ),
        usual_goal=200,
        unit=FIFTIES,
        actions=farkle.ACTIONS,
        inside=Inside.NOTHING,
        effort=1300.0,
        most_race_goal=400,
        race_seconds=3e-6,
        version=2,
    ),
    _game(
        own.turn,
        name="own",
        title="a game of your own",
        parameters=(RULES,),
        actions=("hold", "roll", *(f"way_{code}" for code in range(2, own.MOST_ACTIONS))),
        inside=Inside.POSITION,
        outcomes=_of_own,
        wipes=True,
        most_race_goal=1000,
        race_seconds=4e-9,
    ),
)
GAMES: dict[str, Game] = {game.name: game for game in _ROWS}

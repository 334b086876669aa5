"""The table of all games whose turns questions can be about, with their parameters and measured times."""

from dataclasses import replace
from math import inf

from solvers.errors import expected
from solvers.games import (
    big_pig,
    doubles_pig,
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
from solvers.questions.game import Game, Inside, game_of
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.rules import RULES

FIFTIES = "units of 50 points"


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
# The lowest probability to score that Piglet's coin allows; solvers are tested down to it.
LEAST_TO_SCORE = 0.001


def _score_often(given: Parameters) -> None:
    heads, coins = float(given["heads"]), int(given["coins"])
    if heads**coins < LEAST_TO_SCORE:
        most = max(fewer for fewer in range(1, coins) if heads**fewer >= LEAST_TO_SCORE)
        rule = f"at most {most} with a heads probability of {heads}"
        raise expected("coins", rule, coins, f"All show heads less than {LEAST_TO_SCORE:.1%} of the time.")


COINS = Parameter(
    "coins",
    int,
    "Coins that are tossed together; each of the heads is a point, tails on any end the turn with nothing.",
    minimum=1,
    maximum=10,
    default=1,
    fits=_score_often,
    words="coins tossed",
)
MOST_DICE = Parameter(
    "most_dice", int, "Most dice that a player may roll.", minimum=1, maximum=100, default=30
)


# A flag for each kind of scoring move in Ten Thousand; all triples share one.
MOVE_KINDS = {name: (name,) for name in ten_thousand.MOVES if name not in ten_thousand.TRIPLES} | {
    "triple": ten_thousand.TRIPLES
}


def _faces(given: Parameters) -> float:
    return min(float(given["sides"]), float(given.get("goal", inf)))


def _sums(given: Parameters) -> float:
    return min(2.0 * float(given["sides"]), float(given.get("goal", inf)))


def _of_doubles(given: Parameters) -> float:
    """About one outcome for each gain below the goal."""
    return float(given.get("goal", 100.0))


def _of_hog(given: Parameters) -> float:
    dice, sides = int(given["most_dice"]), int(given["sides"])
    most = int(given.get("goal", dice * sides))
    return float(sum(1 + min(thrown * (sides - 2), most) for thrown in range(1, dice + 1)))


def _of_own(given: Parameters) -> float:
    """Without rules it counts as Pig."""
    if "rules" not in given:
        return 6.0
    return counted(GAMES["own"].turn(given))


def counted(turn: Turn) -> float:
    """Number of outcomes of a turn, plus two for each way to go on."""
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
        f"Whether a player may give up {dice} to roll those dice again.",
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
        f"Score of {dice}; 0 if they do not score.",
        FIFTIES,
        0,
        200,
        default,
        words=f"{name} score".replace("_", " "),
    )


_ROWS = (
    game_of(
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
    game_of(
        piglet.turn,
        name="piglet",
        title="Piglet",
        parameters=(HEADS, COINS),
        usual_goal=10,
        most_race_goal=1000,
        race_seconds=4e-9,
        most_policy_goal=300,
        most_mixed=12,
        learnt=True,
        versions={"race": 2},
    ),
    game_of(
        progressive_pig.turn,
        name="progressive_pig",
        title="Progressive Pig",
        parameters=(SIDES, BUST_FACE),
        outcomes=_faces,
        most_race_goal=1000,
        race_seconds=4e-9,
        most_policy_goal=300,
    ),
    game_of(
        two_dice_pig.turn,
        name="two_dice_pig",
        title="two-dice Pig",
        parameters=(SIDES,),
        outcomes=_sums,
        wipes=True,
        most_race_goal=500,
        race_seconds=1e-7,
        most_policy_goal=150,
        versions={"head_to_head.hold_at": 2},
    ),
    game_of(
        doubles_pig.turn,
        name="doubles_pig",
        title="doubles Pig",
        parameters=(replace(SIDES, minimum=3),),
        outcomes=_of_doubles,
        wipes=True,
        must_throw=True,
        width=3.0,
        most_race_goal=200,
        race_seconds=6.5e-7,
        most_policy_goal=100,
    ),
    game_of(
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
    game_of(
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
    game_of(
        pass_the_pigs.turn,
        name="pass_the_pigs",
        title="Pass the Pigs",
        parameters=(),
        most_race_goal=1000,
        race_seconds=7e-9,
        most_policy_goal=300,
        most_mixed=6,
    ),
    game_of(
        _ten_thousand,
        name="ten_thousand",
        title="Ten Thousand",
        parameters=tuple(_allowed(kind) for kind in MOVE_KINDS),
        usual_goal=200,
        unit="chips (50 points)",
        actions=ten_thousand.ACTIONS,
        inside=Inside.POSITION,
        effort=100.0,
        most_entry=200,
        most_race_goal=400,
        race_seconds=4e-7,
    ),
    game_of(
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
        effort=800.0,
        most_entry=200,
        most_race_goal=400,
        race_seconds=1.6e-6,
        version=2,
    ),
    game_of(
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
        race_rounds=16.0,
        versions={"equal_turns": 2, "equal_turns_response": 2},
    ),
)
GAMES: dict[str, Game] = {row.name: row for row in _ROWS}
PIG = GAMES["pig"]

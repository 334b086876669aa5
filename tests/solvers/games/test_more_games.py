"""The games but Pig and Ten Thousand: their turns against all that the dice can show."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.alone import question_fewest_turns as questions_of_fewest_turns
from solvers.alone import question_one_turn as questions_of_solitaire
from solvers.alone import question_within_turns as questions_of_within_turns
from solvers.alone.one_turn import best_turn
from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.games import (
    big_pig,
    farkle,
    farkle_thrown,
    hog,
    pass_the_pigs,
    pig,
    piglet,
    progressive_pig,
    two_dice_pig,
)
from solvers.games.turn import Throw, Turn, Way
from solvers.plans import plans
from solvers.plans import question as questions_of_plans
from solvers.plans.question_families import thresholds
from solvers.questions.covering import cover
from solvers.questions.games import GAMES
from solvers.questions.question import Question
from solvers.race import question as questions_of_race
from tests import oracle_plans
from tests.strategies import FEW


def chances(throw: Throw) -> dict[int | str, Fraction]:
    """Chance of each gain, of a bust and of a wipe."""
    found: Counter[int | str] = Counter()
    for outcome in throw.outcomes:
        found[outcome.gain] += outcome.probability  # type: ignore[assignment]
    return {**found, "bust": throw.bust, "wipe": throw.wipe}


def counted(
    dice: int, sides: int, score: Callable[[tuple[int, ...]], int | str]
) -> dict[int | str, Fraction]:
    """The same from every single throw."""
    found = Counter(score(faces) for faces in product(range(1, sides + 1), repeat=dice))
    return {"bust": Fraction(0), "wipe": Fraction(0)} | {
        gain: Fraction(count, sides**dice) for gain, count in found.items()
    }


def test_piglet__is_a_coin() -> None:
    assert chances(piglet.turn(Fraction(1, 3)).throws[0]) == {
        1: Fraction(1, 3),
        "bust": Fraction(2, 3),
        "wipe": 0,
    }
    assert piglet.turn(0.25).throws[0].bust == Fraction(3, 4)
    for coins in range(1, 5):
        scores = Fraction(1, 3) ** coins
        found = chances(piglet.turn(Fraction(1, 3), coins).throws[0])
        assert found == {coins: scores, "bust": 1 - scores, "wipe": 0}


def test_piglet__refuses_no_coin_and_coins_that_hardly_ever_score() -> None:
    with pytest.raises(InvalidRules, match=r"coins: expected 1 or more, got 0\."):
        piglet.turn(coins=0)
    with pytest.raises(
        InvalidRules, match=r"coins: expected at most 9 with a heads probability of 0\.5, got 10\."
    ):
        find("race.piglet").complete({"coins": 10})


@pytest.mark.parametrize("heads", [0.0, 1.0, -0.5, 1.5, float("nan")])
def test_piglet__refuses_a_coin_that_always_falls_alike(heads: float) -> None:
    with pytest.raises(InvalidRules, match=f"heads: expected more than 0 and less than 1, got {heads}"):
        piglet.turn(heads)


def test_progressive_pig__is_pig_that_scores() -> None:
    assert progressive_pig.turn(8, 3).throws == pig.turn(8, 3).throws
    assert progressive_pig.turn(8, 3).least_score == 1


@FEW
@given(st.integers(2, 12))
def test_two_dice_pig__counts_every_pair(sides: int) -> None:
    def score(faces: tuple[int, ...]) -> int | str:
        return {0: sum(faces), 1: "bust", 2: "wipe"}[faces.count(1)]

    assert chances(two_dice_pig.turn(sides).throws[0]) == counted(2, sides, score)


@FEW
@given(st.integers(2, 12))
def test_big_pig__counts_every_pair(sides: int) -> None:
    def score(faces: tuple[int, ...]) -> int | str:
        double = faces[0] == faces[1]
        return {0: sum(faces) * (2 if double else 1), 1: "bust", 2: 25}[faces.count(1)]

    assert chances(big_pig.turn(sides).throws[0]) == counted(2, sides, score)


@pytest.mark.parametrize(("sides", "bust_face"), [(6, 1), (4, 3), (2, 2)])
def test_hog__counts_every_throw(sides: int, bust_face: int) -> None:
    turn = hog.turn(5, sides, bust_face)
    assert turn.openings == (0, 1, 2, 3, 4)
    assert all(not position.ways for position in turn.positions)
    for dice, throw in enumerate(turn.throws, start=1):
        assert chances(throw) == counted(
            dice, sides, lambda faces: "bust" if bust_face in faces else sum(faces)
        )


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ((0, 6, 1), "most_dice: expected 1 or more, got 0."),
        ((3, 1, 1), "sides: expected 2 or more, got 1."),
        ((3, 6, 7), "bust_face: expected 1 to 6, a face of the dice, got 7."),
    ],
)
def test_hog__refuses_dice_that_cannot_be_thrown(rules: tuple[int, int, int], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        hog.turn(*rules)


@pytest.mark.parametrize("module", [two_dice_pig, big_pig])
def test_two_dice__need_two_sides(module: Callable[..., Turn]) -> None:
    with pytest.raises(InvalidRules, match=r"sides: expected 2 or more, got 1\."):
        module.turn(1)  # type: ignore[attr-defined]


def test_pass_the_pigs__scores_as_the_game_does() -> None:
    # The table of the game's rules: both pigs, points.
    printed = {
        ("right", "right"): 1,
        ("left", "left"): 1,
        ("left", "right"): 0,
        ("razorback", "razorback"): 20,
        ("trotter", "trotter"): 20,
        ("snouter", "snouter"): 40,
        ("leaning jowler", "leaning jowler"): 60,
        ("right", "razorback"): 5,
        ("left", "trotter"): 5,
        ("left", "snouter"): 10,
        ("right", "leaning jowler"): 15,
        ("razorback", "trotter"): 10,
        ("trotter", "snouter"): 15,
        ("snouter", "leaning jowler"): 25,
    }
    for (first, second), points in printed.items():
        assert pass_the_pigs.score(first, second) == pass_the_pigs.score(second, first) == points
    throw = pass_the_pigs.turn().throws[0]
    assert throw.bust == Fraction(2 * 1344 * 1294, 3939**2)
    assert sum(pass_the_pigs.COUNTED.values()) == 3939


# --- Farkle

# Little for four and five of a kind, and much for six dice: one die is hot sooner than two.
FEW_FOR_FIVE = {"four": 1, "five": 1, "six": 200, "straight": 200, "three_pairs": 200, "two_triplets": 200}


def worth(faces: tuple[int, ...], scores: farkle.Table) -> int | None:
    """The most that dice are worth of which all must score: every order of them, cut into combinations from
    the left.
    """
    if not faces:
        return 0
    best = None
    for order in set(permutations(faces)):
        for cut in range(1, len(order) + 1):
            combination = tuple(order[:cut].count(face) for face in range(1, 7))
            rest = worth(tuple(sorted(order[cut:])), scores) if combination in scores else None
            if rest is not None:
                best = max(best or 0, scores[combination] + rest)
    return best


def offered(faces: tuple[int, ...], scores: farkle.Table) -> set[tuple[int, int]]:
    """Dice to throw next and points to keep, in all ways."""
    kept = (
        (len(faces) - size or 6, worth(some, scores))
        for size in range(1, len(faces) + 1)
        for some in set(combinations(faces, size))
    )
    return {(left, points) for left, points in kept if points}


@pytest.mark.parametrize("dice", [1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("options", [{}, {"four": 0, "ones": 20}], ids=("all", "no fours"))
def test_farkle__offers_what_can_be_set_aside(dice: int, options: dict[str, int]) -> None:
    scores = farkle.table(**options)
    turn = farkle.turn(scores)
    throw = turn.throws[6 - dice]
    expected: Counter[object] = Counter()
    bust = 0
    for faces in product(range(1, 7), repeat=dice):
        ways = frozenset(offered(tuple(sorted(faces)), scores))
        if ways:
            expected[max(points for _, points in ways), ways] += 1
        else:
            bust += 1
    found: Counter[object] = Counter()
    for outcome in throw.outcomes:
        ways = frozenset(
            (6 - way.throw, outcome.gain - way.given_up) for way in turn.positions[outcome.position].ways
        )
        found[outcome.gain, ways] += outcome.probability  # type: ignore[assignment]
    assert throw.bust == Fraction(bust, 6**dice)
    assert found == {key: Fraction(count, 6**dice) for key, count in expected.items()}


def most_points(scores: farkle.Table, limit: int, may_hold: bool = True) -> float:
    """The most points of a turn on average for who holds at a limit, and may or may not before, with all that
    can be set aside.
    """
    known: dict[tuple[int, ...], int | None] = {}

    def kept_for(kept: tuple[int, ...]) -> int | None:
        if kept not in known:
            rest = [(tuple(sorted(faces)), one) for size in range(1, 7) for faces, one in splits(kept, size)]
            known[kept] = max((points for points in rest_worth(rest) if points is not None), default=None)
        return known[kept]

    def splits(kept: tuple[int, ...], size: int) -> list[tuple[tuple[int, ...], int]]:
        found = []
        for faces in set(combinations(kept, size)):
            one = scores.get(tuple(faces.count(face) for face in range(1, 7)))
            if one:
                found.append((tuple((Counter(kept) - Counter(faces)).elements()), one))
        return found

    def rest_worth(rest: list[tuple[tuple[int, ...], int]]) -> list[int | None]:
        return [
            one if not faces else None if (more := kept_for(faces)) is None else one + more
            for faces, one in rest
        ]

    throws: dict[int, Counter[frozenset[tuple[int, int]]]] = {dice: Counter() for dice in range(1, 7)}
    for dice, found in throws.items():
        for faces, times in Counter(
            tuple(sorted(thrown)) for thrown in product(range(1, 7), repeat=dice)
        ).items():
            subsets = {kept for size in range(1, dice + 1) for kept in combinations(faces, size)}
            found[
                frozenset((dice - len(kept) or 6, points) for kept in subsets if (points := kept_for(kept)))
            ] += times
    value: dict[tuple[int, int], float] = {}
    for total in range(limit - 1, -1, -1):
        for dice, found in throws.items():
            worth = 0.0
            for options, times in found.items():
                held = total + max((points for _, points in options), default=-total)
                best = (
                    [value.get((total + points, left), 0.0) for left, points in options]
                    if held < limit
                    else []
                )
                worth += times / 6**dice * max([*best, held] if may_hold or not best else best)
            value[total, dice] = worth
    return value[0, 6]


@pytest.mark.long
def test_farkle__may_keep_less_to_throw_fewer_dice() -> None:
    scores = farkle.table(**FEW_FOR_FIVE)
    solved = best_turn(farkle.turn(scores))
    assert solved.expected_score == pytest.approx(23.873769, abs=5e-7)
    assert solved.expected_score == pytest.approx(
        most_points(scores, solved.turn.critical_threshold()), abs=1e-11
    )


@pytest.mark.parametrize("n", [5, 10])
def test_farkle__may_keep_less_to_go_on_below_what_one_holds_at(n: int) -> None:
    # With a point less and as many dice one must throw once more before holding.
    plan = plans.hold_at(farkle.turn(), n)
    mean = float(oracle_plans.mean_score(plan.turn, oracle_plans.plan_of(plan)))
    assert mean == pytest.approx(most_points(farkle.table(), n, may_hold=False), abs=1e-12)


def as_played(turn: Turn) -> list[tuple[str, Fraction, Counter[tuple[int, tuple[Way, ...]]]]]:
    """The throws of a turn, whatever its positions are called."""
    found = []
    for throw in turn.throws:
        chance: Counter[tuple[int, tuple[Way, ...]]] = Counter()
        for outcome in throw.outcomes:
            chance[outcome.gain, turn.positions[outcome.position].ways] += outcome.probability  # type: ignore[assignment]
        found.append((throw.name, throw.bust, chance))
    return found


@pytest.mark.parametrize(
    "options", [{}, FEW_FOR_FIVE, {"four": 0, "ones": 200}, {"six": 0, "straight": 1}], ids=str
)
def test_farkle__is_the_same_by_two_routes(options: dict[str, int]) -> None:
    scores = farkle.table(**options)
    assert as_played(farkle.turn(scores)) == as_played(farkle_thrown.turn(scores))


def pruned(turn: Turn) -> Turn:
    """The turn without ways that keep fewer points and leave no more dice: what the solver once took for
    dominated.
    """

    def better(one: Way, other: Way) -> bool:
        return one.given_up < other.given_up and one.throw <= other.throw

    kept = ([way for way in at.ways if not any(better(one, way) for one in at.ways)] for at in turn.positions)
    return replace(
        turn,
        positions=tuple(replace(at, ways=tuple(ways)) for at, ways in zip(turn.positions, kept, strict=True)),
    )


WRONGLY_PRUNED = replace(GAMES["farkle"], turn=lambda given: pruned(GAMES["farkle"].turn(given)))
PLANS_WRONGLY_PRUNED = thresholds(WRONGLY_PRUNED, 0.0, 0.0, 0.0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (questions_of_race._question(WRONGLY_PRUNED), {"goal": 8}),
        (questions_of_within_turns._question(WRONGLY_PRUNED), {"goal": 14, "turns": 3}),
        (questions_of_fewest_turns._question(WRONGLY_PRUNED), {"goal": 14}),
        (questions_of_plans._response(PLANS_WRONGLY_PRUNED), {"goal": 14, "opponent_hold_at": 10}),
        (
            questions_of_plans._pair(PLANS_WRONGLY_PRUNED),
            {"goal": 14, "hold_at": 10, "opponent_hold_at": 8},
        ),
        (questions_of_plans._all_pairs(PLANS_WRONGLY_PRUNED), {"goal": 14, "most_hold_at": 10}),
    ],
    ids=lambda value: value.name if isinstance(value, Question) else "",
)
def test_farkle__certificates_do_not_believe_what_the_solver_leaves_out(
    question: Question, asked: dict[str, int]
) -> None:
    parameters = question.complete(FEW_FOR_FIVE | asked)
    solution = question.solve(**parameters)
    stored = {output.name: output.read(solution).astype(output.dtype) for output in question.outputs}
    # By its own rules the answer is right.
    assert stored["residual"] <= 1e-11
    assert question.certify(parameters, stored) > 1e-6
    assert cover(question, parameters, stored, 1e-12).findings
    if question.exact is not None:
        assert question.exact(parameters, stored).difference > 1e-6


@pytest.mark.long
def test_farkle__loses_by_a_wrong_pruning_what_certificate_and_fractions_find() -> None:
    question = questions_of_solitaire._question(WRONGLY_PRUNED)
    parameters = question.complete(FEW_FOR_FIVE)
    wrong = question.solve(**parameters)
    assert wrong.expected_score == pytest.approx(23.870357, abs=5e-7)
    stored = {"throw_value": wrong.throw_value}
    assert question.certify(parameters, stored) == pytest.approx(0.00286, abs=5e-6)
    assert question.exact is not None
    assert float(question.exact(parameters, stored).number) == pytest.approx(23.873769, abs=5e-7)


def test_farkle__busts_as_often_as_is_known() -> None:
    # One to six dice, of which ones, fives, triples, straights and three pairs score.
    busts = [throw.bust for throw in reversed(farkle.turn().throws)]
    assert busts == [
        Fraction(2, 3),
        Fraction(4, 9),
        Fraction(5, 18),
        Fraction(17, 108),
        Fraction(25, 324),
        Fraction(5, 216),
    ]


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ({(0, 0, 0, 0, 0, 0): 1}, "scores: combination: expected 6 counts, 1 to 6 dice in all"),
        ({(7, 0, 0, 0, 0, 0): 1}, "scores: combination: expected 6 counts, 1 to 6 dice in all"),
        ({(1, 0, 0): 1}, "scores: combination: expected 6 counts, 1 to 6 dice in all"),
        ({(1, 0, 0, 0, 0, 0): 0}, r"scores: worth of \(1, 0, 0, 0, 0, 0\): expected 1 or more, got 0"),
    ],
)
def test_farkle__refuses_a_table_that_scores_nothing(scores: farkle.Table, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        farkle.turn(scores)

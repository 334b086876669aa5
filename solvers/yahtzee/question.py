"""Questions: solitaire on a score card, for Yahtzee and Hooligan."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import STUDY
from solvers.errors import expected
from solvers.outputs import chances, proofs, studies, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, seated
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows, Loses
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.yahtzee import cards
from solvers.yahtzee.card import Card, Jokers
from solvers.yahtzee.certificate import residual
from solvers.yahtzee.certificate_of_choices import Start, loss_of_category, loss_of_kept
from solvers.yahtzee.dice import keeps
from solvers.yahtzee.policy import TurnPolicy, plan
from solvers.yahtzee.solve import Solitaire, best_play

THROWS = Parameter(
    "throws",
    int,
    "Most throws in a turn, the first included.",
    minimum=1,
    maximum=10,
    default=3,
    words="throws allowed",
)
DICE_LABELS = np.array([" ".join(map(str, dice)) for dice in keeps(5, 6).throws])


def _first_turn(solution: Solitaire) -> TurnPolicy:
    return plan(solution, solution.used, solution.upper_total, solution.scored)


def _used(card: Card) -> Parameter:
    meaning = (
        "Categories used before: the sum of 1 for the first of the card, 2 for the second, 4 for the third,"
        " and so on."
    )
    return Parameter(
        "used", int, meaning, minimum=0, maximum=card.complete - 1, default=0, words="used categories"
    )


def _dimensions(card: Card) -> tuple[Dimension, ...]:
    return (
        Dimension(
            "categories",
            "",
            "Categories used, one bit for each.",
            lambda given: np.arange(card.complete + 1),
            words="used categories",
        ),
        Dimension(
            "throws_left",
            "",
            "Throws that are left in the turn.",
            lambda given: np.arange(int(given["throws"])),
        ),
        Dimension("dice", "", "Dice on the table.", lambda given: DICE_LABELS, words="dice shown"),
        Dimension("face", "", "Face of a die.", lambda given: np.arange(1, 7), words="die face"),
    )


def _by_state(value: NDArray[Any]) -> NDArray[Any]:
    """A value as the certificate takes it, float64[used, upper_total, scored]."""
    if value.ndim == 1:
        return np.stack((value, np.full_like(value, np.nan)), axis=-1)[:, None, :]
    return value


def _start(given: Parameters) -> Start:
    """The initial state; a card without an upper section or a yahtzee has neither parameter."""
    return Start(
        int(given["used"]), int(given.get("upper_total", 0)), int(given.get("yahtzee_scored", False))
    )


def _loses(card: Callable[[Parameters], Card], loss: Callable[..., NDArray[Any]]) -> Loses:
    """How choices of the first turn lose."""

    def loses(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        return loss(card(given), _start(given), _by_state(value), own)

    return Loses(loses=loses, follows_from=("score_value",))


def _outputs(rules: Callable[[Parameters], Card], card: Card, value: Output) -> tuple[Output, ...]:
    def start(given: Parameters, value: NDArray[Any]) -> Any:
        return _by_state(value)[_start(given)]

    return (
        chances.expected_score(**Follows(follows=start, follows_from=("score_value",))),
        value,
        studies.category(
            of=lambda solution: _first_turn(solution).category,
            flags=tuple(category.name.replace(" ", "_") for category in card.categories),
            **_loses(rules, loss_of_category),
        ),
        studies.kept(of=lambda solution: _first_turn(solution).kept, **_loses(rules, loss_of_kept)),
        proofs.residual(),
    )


# --- Yahtzee


def _yahtzee(given: Parameters) -> Card:
    jokers = Jokers.NONE if not given["jokers"] else Jokers.FREE if given["free_joker"] else Jokers.FORCED
    bonuses = {name: int(given[name]) for name in ("yahtzee_bonus", "upper_bonus", "throws")}
    return cards.yahtzee(jokers=jokers, **bonuses)


def _solve_yahtzee(**given: Any) -> Solitaire:
    return best_play(
        _yahtzee(given), used=given["used"], upper_total=given["upper_total"], scored=given["yahtzee_scored"]
    )


def _certify(card: Callable[[Parameters], Card]) -> Callable[[Parameters, Mapping[str, NDArray[Any]]], float]:
    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual(card(given), _by_state(stored["score_value"]), int(given["used"]))

    return certify


def _is_used(given: Parameters) -> None:
    if given["yahtzee_scored"] and not int(given["used"]) >> cards.yahtzee().yahtzee & 1:
        raise expected("yahtzee_scored", "false while the yahtzee category is not used", True)


def _seconds_of_yahtzee(given: Parameters) -> float:
    states = float(1 << 13 - int(given["used"]).bit_count())
    return 0.04 + 4e-4 * states * (1.0 + float(given["throws"]))


SOLITAIRE = Question(
    name="yahtzee.solitaire",
    version=2,
    title="Most points from Yahtzee, played alone",
    game=None,
    contest=STUDY,
    players=seated(BEST),
    positions=False,
    study=True,
    parameters=(
        Parameter(
            "jokers",
            bool,
            "Whether further yahtzees may score as jokers in the lower section.",
            "",
            default=True,
            words="yahtzee jokers",
        ),
        Parameter(
            "free_joker",
            bool,
            "Whether a further yahtzee may go to any category; officially it is forced to that of its face,"
            " then to the lower section.",
            "",
            default=False,
        ),
        Parameter(
            "yahtzee_bonus",
            int,
            "Points for each further yahtzee.",
            "points",
            minimum=0,
            maximum=1000,
            default=100,
        ),
        Parameter(
            "upper_bonus",
            int,
            "Points for 63 in the upper section.",
            "points",
            minimum=0,
            maximum=1000,
            default=35,
        ),
        THROWS,
        _used(cards.yahtzee()),
        Parameter(
            "upper_total",
            int,
            "Points in the upper section before, at most 63.",
            "points",
            minimum=0,
            maximum=63,
            default=0,
        ),
        Parameter(
            "yahtzee_scored",
            bool,
            "Whether the yahtzee category is used and has scored.",
            "",
            default=False,
            fits=_is_used,
        ),
    ),
    dimensions=(
        *_dimensions(cards.yahtzee()),
        Dimension(
            "upper",
            "points",
            "Points in the upper section, 63 for all above.",
            lambda given: np.arange(64),
            words="upper section",
        ),
        Dimension(
            "scored",
            "",
            "Whether the yahtzee category has scored.",
            lambda given: np.arange(2),
            words="yahtzee scored",
        ),
    ),
    outputs=_outputs(
        _yahtzee,
        cards.yahtzee(),
        tables.score_value(dims=("categories", "upper", "scored"), of=attrgetter("value"), proved=True),
    ),
    solve=_solve_yahtzee,
    certify=_certify(_yahtzee),
    seconds=_seconds_of_yahtzee,
)


# --- Hooligan


def _hooligan(given: Parameters) -> Card:
    return cards.hooligan(straight=int(given["straight"]), throws=int(given["throws"]))


def _solve_hooligan(**given: Any) -> Solitaire:
    return best_play(_hooligan(given), used=given["used"])


HOOLIGAN = Question(
    name="yahtzee.hooligan",
    version=2,
    title="Most points from Hooligan, played alone",
    game=None,
    contest=STUDY,
    players=seated(BEST),
    positions=False,
    study=True,
    parameters=(
        Parameter(
            "straight",
            int,
            "Points for a straight of all five dice.",
            "points",
            minimum=0,
            maximum=1000,
            default=20,
            words="straight score",
        ),
        THROWS,
        _used(cards.hooligan()),
    ),
    dimensions=_dimensions(cards.hooligan()),
    outputs=_outputs(
        _hooligan,
        cards.hooligan(),
        tables.score_value(dims=("categories",), of=lambda solution: solution.value[:, 0, 0], proved=True),
    ),
    solve=_solve_hooligan,
    certify=_certify(_hooligan),
    seconds=lambda given: 0.025 + 0.007 * float(given["throws"]),
)

QUESTIONS = (SOLITAIRE, HOOLIGAN)

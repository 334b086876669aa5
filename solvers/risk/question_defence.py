"""Questions: the best defence of a chain of territories in Risk."""

from collections.abc import Mapping
from math import comb
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import STUDY
from solvers.outputs import proofs, studies, tables
from solvers.players.player import NOBODY
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows, Loses
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.risk import certificate
from solvers.risk.defence import Defence, best_defence, check_defenders
from solvers.risk.question_parts import DICE, attacking, defending, dice, winning


def _solve_defence(**parameters: Any) -> Defence:
    return best_defence(
        parameters["attackers"], parameters["defenders"], parameters["territories"], dice(parameters)
    )


def _certify_defence(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    armies, others, territories = (
        int(parameters[name]) for name in ("attackers", "defenders", "territories")
    )
    return certificate.defence_residual(dice(parameters), armies, others, territories, stored["value"])


def _can_be_distributed(given: Parameters) -> None:
    check_defenders(int(given["defenders"]), int(given["territories"]))


def _fronts(given: Parameters) -> NDArray[Any]:
    return np.arange(1, int(given["defenders"]) - int(given["territories"]) + 2)


def _worth(given: Parameters, spreads: NDArray[Any]) -> NDArray[Any]:
    """Attacker's probability against each distribution; NaN if it does not have all armies."""
    found = certificate.spreads_worth(dice(given), int(given["attackers"]), spreads)
    return np.where(spreads.sum(axis=1) == int(given["defenders"]), found, np.nan)


def _best(given: Parameters, own: NDArray[Any], least: NDArray[Any]) -> NDArray[Any]:
    return np.repeat(_worth(given, own[None]) - least, own.size)


def _worst(given: Parameters, own: NDArray[Any], greatest: NDArray[Any]) -> NDArray[Any]:
    return np.repeat(greatest - _worth(given, own[None]), own.size)


def _best_by_front(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
    there = own[:, 0] == _fronts(given)
    return np.where(there, _worth(given, own) - value, np.inf)[:, None].repeat(own.shape[1], axis=1)


def _greatest(given: Parameters) -> Any:
    armies, others, territories = (int(given[name]) for name in ("attackers", "defenders", "territories"))
    return certificate.extremes(dice(given), armies, others, territories)[1].max()


def _seconds(given: Parameters) -> float:
    attackers, territories = float(given["attackers"]), int(given["territories"])
    distributions = comb(int(given["defenders"]) - 1, territories - 1)
    # The certificate goes from the last territory to the first, with each number of armies in the later ones.
    fronts = float(int(given["defenders"]) - territories + 1)
    attacks = 2.0 * fronts + max(0, territories - 2) * fronts**2 / 2.0
    losses = 1.0 + min(float(given["attack_dice"]), float(given["defence_dice"]))
    return 4e-4 + 2e-6 * attacks * attackers * losses + 1e-8 * distributions * attackers


DEFENCE = Question(
    name="risk.defence",
    version=2,
    title="The best of all distributions of armies over a chain of territories in Risk",
    game=None,
    contest=STUDY,
    players=NOBODY,
    positions=False,
    study=True,
    parameters=(
        attacking(200),
        defending(200, "Armies to distribute, one or more in each territory.", _can_be_distributed),
        Parameter(
            "territories", int, "Length of the chain.", minimum=2, maximum=8, default=5, words="chain length"
        ),
        *DICE,
    ),
    dimensions=(
        Dimension(
            "territory",
            "",
            "Territories in the order of attack.",
            lambda given: np.arange(1, int(given["territories"]) + 1),
            words="territory number",
        ),
        Dimension("front", "armies", "Armies in the first territory.", _fronts, words="front armies"),
    ),
    outputs=(
        winning(lambda given, value: value.min()),
        studies.distribution(**Loses(loses=_best, follows_from=("win_probability",))),
        studies.worst_distribution_win_probability(
            of=attrgetter("worst_win_probability"), **Follows(follows=_greatest, follows_from=())
        ),
        studies.worst_distribution(
            **Loses(loses=_worst, follows_from=("worst_distribution_win_probability",))
        ),
        tables.value(dims=("front",), proved=True),
        studies.by_front(**Loses(loses=_best_by_front, follows_from=("value",))),
        proofs.residual(),
    ),
    solve=_solve_defence,
    certify=_certify_defence,
    seconds=_seconds,
)

QUESTIONS = (DEFENCE,)

"""Questions: a battle of Risk, and a chain of territories."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import STUDY
from solvers.errors import expected
from solvers.outputs import proofs, studies, tables
from solvers.players.player import NOBODY
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question
from solvers.risk import certificate
from solvers.risk.battle import Battle, battle
from solvers.risk.chain import Chain, chain
from solvers.risk.question_parts import (
    ATTACKERS_LEFT,
    BY_ARMIES,
    CELL_SECONDS,
    DICE,
    TERRITORIES,
    attacking,
    defending,
    dice,
    ended,
    losses,
    winning,
)


def _solve_battle(**parameters: Any) -> Battle:
    return battle(parameters["attackers"], parameters["defenders"], dice(parameters))


def _certify_battle(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return certificate.residual(dice(parameters), stored["value"], np.ones(int(parameters["attackers"]) + 1))


def _one_territory(given: Parameters) -> tuple[int]:
    return (int(given["defenders"]),)


BATTLE = Question(
    name="risk.battle",
    version=1,
    title="A battle of Risk that the attacker never breaks off",
    game=None,
    contest=STUDY,
    players=NOBODY,
    positions=False,
    study=True,
    parameters=(attacking(1000), defending(1000, "Armies in the territory attacked."), *DICE),
    dimensions=(
        ATTACKERS_LEFT,
        Dimension(
            "defenders_left",
            "armies",
            "Armies of the defender.",
            lambda given: np.arange(int(given["defenders"]) + 1),
        ),
    ),
    outputs=(
        winning(lambda given, value: value[-1, -1]),
        *losses(_one_territory),
        tables.value(dims=BY_ARMIES, proved=True),
        studies.attacker_survivors(**ended(_one_territory, lambda found: found.attacker_survivors)),
        studies.defender_survivors(**ended(_one_territory, lambda found: found.defender_survivors[0])),
        proofs.residual(),
    ),
    solve=_solve_battle,
    certify=_certify_battle,
    seconds=lambda given: 1.5e-4 + CELL_SECONDS * float(given["attackers"]) * float(given["defenders"]),
)


# --- A chain of territories


def _reach_no_further(parameters: Parameters) -> None:
    """Refuse armies in territories beyond the chain."""
    territories = int(parameters["territories"])
    for name in TERRITORIES[territories:]:
        if parameters[name]:
            raise expected(
                name,
                f"0 in a chain of {territories}",
                parameters[name],
                "Raise territories, or leave it out.",
            )


def _armies(parameters: Parameters) -> tuple[int, ...]:
    """Armies in each territory; by default as many as in the one before."""
    territories = int(parameters["territories"])
    armies = [int(parameters["first"])]
    for name in TERRITORIES[1:territories]:
        armies.append(int(parameters[name]) or armies[-1])
    return tuple(armies)


def _solve_chain(**parameters: Any) -> Chain:
    return chain(parameters["attackers"], _armies(parameters), dice(parameters))


def _certify_chain(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return certificate.chain_residual(dice(parameters), _armies(parameters), stored["value"])


def _territory(name: str) -> Parameter:
    meaning = f"Armies in the {name} territory; 0 for as many as in the one before."
    return Parameter(name, int, meaning, "armies", minimum=0, maximum=500, default=0, words=f"{name} armies")


CHAIN = Question(
    name="risk.chain",
    version=1,
    title="A chain of territories in Risk, taken one after the other with all armies but one moving on",
    game=None,
    contest=STUDY,
    players=NOBODY,
    positions=False,
    study=True,
    parameters=(
        attacking(500),
        Parameter(
            "territories",
            int,
            "Length of the chain.",
            minimum=1,
            maximum=len(TERRITORIES),
            default=5,
            fits=_reach_no_further,
            words="chain length",
        ),
        Parameter("first", int, "Armies in the first territory.", "armies", 1, 500, words="first armies"),
        *(_territory(name) for name in TERRITORIES[1:]),
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
        ATTACKERS_LEFT,
        Dimension(
            "defenders_left",
            "armies",
            "Armies in the territory attacked.",
            lambda given: np.arange(max(_armies(given)) + 1),
        ),
    ),
    outputs=(
        winning(lambda given, value: value[0, -1, _armies(given)[0]]),
        *losses(_armies),
        studies.taken(**ended(_armies, lambda found: found.taken)),
        tables.value(dims=("territory", *BY_ARMIES), proved=True),
        proofs.residual(),
    ),
    solve=_solve_chain,
    certify=_certify_chain,
    seconds=lambda given: (
        2e-4
        + 4.0 * CELL_SECONDS * float(given["attackers"]) * float(len(_armies(given)) * max(_armies(given)))
    ),
)

QUESTIONS = (BATTLE, CHAIN)

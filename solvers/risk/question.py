"""Risk: a battle, a chain of territories, the best defence of a chain."""

from collections.abc import Callable, Mapping
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.errors import expected
from solvers.questions import usual
from solvers.questions.following import Follows
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Dimension, Output, Question, Role
from solvers.risk import certificate
from solvers.risk.battle import Battle, battle
from solvers.risk.chain import Chain, chain
from solvers.risk.defence import Defence, best_defence, check_defenders
from solvers.risk.rules import BattleDice

# Of each pair of armies, backed up in NumPy.
CELL_SECONDS = 8e-8
TERRITORIES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
BY_ARMIES = ("attackers_left", "defenders_left")


def _attackers(most: int) -> Parameter:
    meaning = "Armies that attack, among them the one that must stay behind."
    return Parameter("attackers", int, meaning, "armies", minimum=2, maximum=most, words="attacking armies")


def _defenders(most: int, meaning: str, fits: Callable[[Parameters], None] | None = None) -> Parameter:
    return Parameter(
        "defenders", int, meaning, "armies", minimum=1, maximum=most, fits=fits, words="defending armies"
    )


DICE = (
    Parameter("attack_dice", int, "Most dice of the attacker.", "dice", minimum=1, maximum=4, default=3),
    Parameter("defence_dice", int, "Most dice of the defender.", "dice", minimum=1, maximum=4, default=2),
)


def _rules(parameters: Parameters) -> BattleDice:
    return BattleDice(int(parameters["attack_dice"]), int(parameters["defence_dice"]))


def _counted(given: Parameters) -> NDArray[Any]:
    return np.arange(int(given["attackers"]) + 1)


ATTACKERS_LEFT = Dimension(
    "attackers_left", "armies", "Armies of the attacker, the one that must stay behind included.", _counted
)


def _win(what: str, start: Callable[[Parameters, NDArray[Any]], Any]) -> Output:
    meaning, follows = f"Attacker's chance to {what}.", Follows(follows=start, follows_from=("value",))
    return usual.win_probability(
        meaning=meaning,
        **follows,
    )


LOSSES = tuple(
    Output(
        name=f"expected_{who}_losses",
        role=Role.MEASURE,
        unit="armies",
        long_name=f"{who}'s losses",
        meaning=meaning,
    )
    for who, meaning in (
        ("attacker", "Armies that the attacker loses on average."),
        ("defender", "Armies that the defender loses on average."),
    )
)


# --- A battle


def _solve_battle(**parameters: Any) -> Battle:
    return battle(parameters["attackers"], parameters["defenders"], _rules(parameters))


def _certify_battle(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return certificate.residual(
        _rules(parameters), stored["value"], np.ones(int(parameters["attackers"]) + 1)
    )


def _survivors(who: str, dim: str, meaning: str) -> Output:
    return Output(
        name=f"{who}_survivors",
        role=Role.CHANCE,
        dims=(dim,),
        long_name=f"{who}'s survivors",
        meaning=meaning,
    )


BATTLE = Question(
    name="risk.battle",
    version=1,
    title="A battle of Risk that the attacker never breaks off",
    game=None,
    parameters=(_attackers(1000), _defenders(1000, "Armies in the territory attacked."), *DICE),
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
        _win("take the territory", lambda given, value: value[-1, -1]),
        *LOSSES,
        usual.value(
            dims=BY_ARMIES,
            meaning="Attacker's chance with so many armies left.",
            proved=True,
        ),
        _survivors(
            "attacker",
            "attackers_left",
            "Chance that the attacker takes the territory with so many armies left.",
        ),
        _survivors("defender", "defenders_left", "Chance that the territory holds with so many armies left."),
        usual.RESIDUAL,
    ),
    solve=_solve_battle,
    certify=_certify_battle,
    seconds=lambda given: 1.5e-4 + CELL_SECONDS * float(given["attackers"]) * float(given["defenders"]),
)


# --- A chain of territories


def _reach_no_further(parameters: Parameters) -> None:
    """No territory beyond the chain has armies."""
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
    """Armies in each territory; where nothing is said, as many as in the one before."""
    territories = int(parameters["territories"])
    armies = [int(parameters["first"])]
    for name in TERRITORIES[1:territories]:
        armies.append(int(parameters[name]) or armies[-1])
    return tuple(armies)


def _solve_chain(**parameters: Any) -> Chain:
    return chain(parameters["attackers"], _armies(parameters), _rules(parameters))


def _certify_chain(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return certificate.chain_residual(_rules(parameters), _armies(parameters), stored["value"])


def _territory(name: str) -> Parameter:
    meaning = f"Armies in the {name} territory; 0 for as many as in the one before."
    return Parameter(name, int, meaning, "armies", minimum=0, maximum=500, default=0, words=f"{name} armies")


CHAIN = Question(
    name="risk.chain",
    version=1,
    title="A chain of territories in Risk, taken one after the other with all armies but one moving on",
    game=None,
    parameters=(
        _attackers(500),
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
        _win("take the whole chain", lambda given, value: value[0, -1, _armies(given)[0]]),
        *LOSSES,
        Output(
            name="taken",
            role=Role.CHANCE,
            dims=("territory",),
            long_name="taking probability",
            meaning="Chance that the territory is taken.",
        ),
        usual.value(
            dims=("territory", *BY_ARMIES),
            meaning=(
                "Attacker's chance to take this territory and all after it, with so many armies against so"
                " many in this one."
            ),
        ),
        usual.RESIDUAL,
    ),
    solve=_solve_chain,
    certify=_certify_chain,
    seconds=lambda given: (
        2e-4
        + 4.0 * CELL_SECONDS * float(given["attackers"]) * float(len(_armies(given)) * max(_armies(given)))
    ),
)


# --- The best defence


def _solve_defence(**parameters: Any) -> Defence:
    return best_defence(
        parameters["attackers"], parameters["defenders"], parameters["territories"], _rules(parameters)
    )


def _certify_defence(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    armies, others, territories = (
        int(parameters[name]) for name in ("attackers", "defenders", "territories")
    )
    return certificate.defence_residual(_rules(parameters), armies, others, territories, stored["value"])


def _can_be_distributed(given: Parameters) -> None:
    check_defenders(int(given["defenders"]), int(given["territories"]))


def _fronts(given: Parameters) -> NDArray[Any]:
    return np.arange(1, int(given["defenders"]) - int(given["territories"]) + 2)


def _spread(name: str, dims: tuple[str, ...], meaning: str) -> Output:
    return Output(
        name=name,
        role=Role.CHOICE,
        dims=dims,
        dtype="int16",
        unit="armies",
        long_name="territory armies",
        meaning=meaning,
    )


def _seconds(given: Parameters) -> float:
    attackers, territories = float(given["attackers"]), int(given["territories"])
    distributions = comb(int(given["defenders"]) - 1, territories - 1)
    # The certificate goes from the last territory to the first, with each number of armies behind.
    fronts = float(int(given["defenders"]) - territories + 1)
    attacks = 2.0 * fronts + max(0, territories - 2) * fronts**2 / 2.0
    losses = 1.0 + min(float(given["attack_dice"]), float(given["defence_dice"]))
    return 4e-4 + 2e-6 * attacks * attackers * losses + 1e-8 * distributions * attackers


DEFENCE = Question(
    name="risk.defence",
    version=1,
    title="The best of all distributions of armies over a chain of territories in Risk",
    game=None,
    parameters=(
        _attackers(200),
        _defenders(200, "Armies to distribute, one or more in each territory.", _can_be_distributed),
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
        _win("take the whole chain against the best distribution", lambda given, value: value.min()),
        _spread(
            "distribution", ("territory",), "The distribution against which the attacker wins least often."
        ),
        Output(
            name="worst_win_probability",
            role=Role.VALUE,
            long_name="win probability",
            meaning="Attacker's chance to take the whole chain against the worst distribution.",
        ),
        _spread(
            "worst_distribution",
            ("territory",),
            "The distribution against which the attacker wins most often.",
        ),
        usual.value(
            dims=("front",),
            meaning=(
                "Attacker's chance against the best distribution with so many armies in the first territory."
            ),
        ),
        _spread(
            "by_front",
            ("front", "territory"),
            "The best distribution with so many armies in the first territory.",
        ),
        usual.RESIDUAL,
    ),
    solve=_solve_defence,
    certify=_certify_defence,
    seconds=_seconds,
)

QUESTIONS = (BATTLE, CHAIN, DEFENCE)

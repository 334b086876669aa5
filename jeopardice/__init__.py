"""Exact answers for jeopardy dice games, in Python.

    import jeopardice as jp

    ds = jp.solve("pig", players=["best", "hold at 25"], goal=100)

`solve` answers one case, `sweep` a grid of cases in memory, `run` a config into a store that `open` opens.
`questions` lists what can be asked, `game` reads rules, `advise` names the best action in a position, `plot`
draws an answer, and `verify` checks one by a second method. Answers are labelled xarray datasets with units;
attributes say how exact they are.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from jeopardice.shadowing import refuse_others

# `flows` lists the names of our packages. Once it is imported, Python finds the others beside it.
refuse_others(["flows"])
from flows import PACKAGES  # noqa: E402

refuse_others(PACKAGES)
from jeopardice.advising import Advice, advise  # noqa: E402
from jeopardice.asking import questions  # noqa: E402
from jeopardice.drawing import plot  # noqa: E402
from jeopardice.rules import Game, game  # noqa: E402
from jeopardice.solving import solve  # noqa: E402
from jeopardice.stores import RunFailed, open, run  # noqa: E402
from jeopardice.sweeping import sweep  # noqa: E402
from jeopardice.verifying import verify  # noqa: E402
from solvers.errors import InvalidRules, NotConverged, SolverError  # noqa: E402
from storage.errors import NotInStore, StoreError, StoreNotFound  # noqa: E402

if TYPE_CHECKING:
    from configs.errors import ConfigError, ConfigNotFound
    from tasks.verification import Verification

__all__ = [
    "Advice",
    "ConfigError",
    "ConfigNotFound",
    "Game",
    "InvalidRules",
    "NotConverged",
    "NotInStore",
    "RunFailed",
    "SolverError",
    "StoreError",
    "StoreNotFound",
    "Verification",
    "advise",
    "game",
    "open",
    "plot",
    "questions",
    "run",
    "solve",
    "sweep",
    "verify",
]
# Imported on first use, as they take too long to import with the rest.
_LATE = {
    "ConfigError": "configs.errors",
    "ConfigNotFound": "configs.errors",
    "Verification": "tasks.verification",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("jeopardice")
    if name in _LATE:
        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module 'jeopardice' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

"""What a person launches: the Prefect flows and the `jeopardice` command.

Our packages are found next to this one, before others of the same names: a Prefect worker puts the directory
that was deployed from first on Python's path, and a `tasks.py` there is not ours.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

__all__ = [
    "PACKAGES",
    "cli",
    "cluster",
    "command_line",
    "commands",
    "compiling",
    "launch",
    "prefect_api",
    "start",
    "sweep",
    "terminal",
]

PACKAGES = (
    "browsing",
    "configs",
    "flows",
    "jeopardice",
    "judging",
    "pictures",
    "playing",
    "solvers",
    "storage",
    "tasks",
)


class _Beside:
    """Finds our packages next to this one."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in PACKAGES:
            return None
        return PathFinder.find_spec(name, [str(Path(__file__).parent.parent)])


sys.meta_path.insert(0, _Beside)

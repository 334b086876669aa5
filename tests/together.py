"""Which files of tests one process takes: those that need the same server, and those of the same kernels."""

from typing import Any

from xdist.scheduler import LoadFileScheduling

# One Prefect server starts for all of these, and not one in each process.
OF_ONE_SERVER = (
    "tests/flows/command_line/test_asking_in_words.py",
    "tests/flows/prefect_api/",
    "tests/flows/terminal/test_output.py",
    "tests/flows/test_command.py",
    "tests/flows/test_head_start.py",
    "tests/flows/test_sweep.py",
    "tests/storage/test_one_config.py",
)


def place(path: str) -> str:
    """What a file is taken together with; itself if it is taken alone.

    >>> place("tests/solvers/race/test_race.py"), place("tests/solvers/test_jit.py")
    ('tests/solvers/race', 'tests/solvers/test_jit.py')
    """
    if path.startswith(OF_ONE_SERVER):
        return "server"
    folders = path.split("/")
    return "/".join(folders[:3]) if path.startswith("tests/solvers/") else path


class Together(LoadFileScheduling):  # type: ignore[misc]
    """Hands files out in their order, some of them together."""

    def _split_scope(self, nodeid: str) -> str:
        return place(nodeid.partition("::")[0])


def scheduler(config: Any, log: Any) -> Together | None:
    """How tests are handed out where files are."""
    return Together(config, log) if config.getoption("dist") == "loadfile" else None

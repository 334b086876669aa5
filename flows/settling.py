"""What a run keeps outside of its store has a place before anything starts: the home directory, machine code,
Prefect's files.

Each process that is started later inherits these places through its environment.
"""

from flows.prefect_api.home import settle_prefect_home
from solvers.kernel_cache import kernel_directory
from solvers.private_directory import settle_home


def settle() -> None:
    """Look at each place, and take a temporary directory for one that cannot be used, in one line."""
    settle_home()
    kernel_directory()
    settle_prefect_home()

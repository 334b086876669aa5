"""Files that killed launchers left in the temporary directory; each launcher removes them at its start."""

from solvers.private_directory import remove_abandoned
from tasks.shared_table import remove_abandoned_tables


def remove_leftovers() -> None:
    """Remove private directories and tables of this user's launchers that no longer run."""
    remove_abandoned()
    remove_abandoned_tables()

"""What killed launchers have left among the temporary files; each launcher removes it as it starts."""

from solvers.private_directory import remove_abandoned
from tasks.shared_table import remove_abandoned_tables


def remove_leftovers() -> None:
    """Remove private directories and tables of this user's launchers that are not alive."""
    remove_abandoned()
    remove_abandoned_tables()

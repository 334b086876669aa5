"""Where Prefect keeps its files, decided before it is imported.

The history of runs with their own server is in a directory of Jeopardice, one for each minor version of
Prefect. In `~/.prefect` a newer Prefect would migrate the user's database, which an older one could not read
afterwards. A run also has no use for the secrets in that database.
"""

import os
from importlib.metadata import version
from pathlib import Path

from solvers.private_directory import refusal, settle_home, temporary_home


def is_configured() -> bool:
    """Whether the environment or a Prefect profile names an API; found without importing Prefect, which takes
    seconds.
    """
    if os.environ.get("PREFECT_API_URL"):
        return True
    try:
        return "PREFECT_API_URL" in (prefect_home() / "profiles.toml").read_text()
    except (OSError, RuntimeError, ValueError):
        return False


def prefect_home() -> Path:
    """The directory of Prefect's files, from the environment."""
    return Path(os.environ.get("PREFECT_HOME") or "~/.prefect").expanduser()


def settle_prefect_home() -> None:
    """Set PREFECT_HOME, for this process and its children, to a directory that can be written to.

    A directory set by the user stays, and so does `~/.prefect` if it says which server to report to.
    """
    settle_home()
    ours = not os.environ.get("PREFECT_HOME") and not is_configured()
    home = _history() if ours else prefect_home()
    if ours and home.is_dir() and home.stat().st_uid == os.geteuid():
        home.chmod(0o700)
    if why := refusal(home, private=ours):
        home = temporary_home(home, why) / "prefect"
        home.mkdir(mode=0o700, exist_ok=True)
    elif not ours:
        return
    os.environ["PREFECT_HOME"] = str(home)


def _history() -> Path:
    """The directory for the history of runs with this version of Prefect."""
    states = os.environ.get("XDG_STATE_HOME")
    minor = ".".join(version("prefect").split(".")[:2])
    return (
        (Path(states).absolute() if states else Path.home() / ".local" / "state")
        / "jeopardice"
        / f"prefect-{minor}"
    )

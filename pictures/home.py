"""The directory of Matplotlib's font cache: its default, or a temporary one if that cannot be written to.

It must be set before Matplotlib is imported, which would print two lines of warning otherwise.
"""

import os
from pathlib import Path

from solvers.private_directory import refusal, settle_home, temporary_home


def settle_matplotlib() -> None:
    """Set a directory for Matplotlib unless its own can be written to."""
    settle_home()
    home = Path.home()
    named = os.environ.get("MPLCONFIGDIR")
    own = (
        [Path(named)]
        if named
        else [
            Path(os.environ.get(variable) or home / usual) / "matplotlib"
            for variable, usual in (("XDG_CONFIG_HOME", ".config"), ("XDG_CACHE_HOME", ".cache"))
        ]
    )
    for place in own:
        if why := refusal(place, private=False):
            os.environ["MPLCONFIGDIR"] = str(temporary_home(place, why) / "matplotlib")
            return

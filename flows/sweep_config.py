"""The sweeps of a config for a launch."""

from collections.abc import Sequence

from configs.load import load
from configs.sweep import Sweep
from flows.shipped import located
from solvers.catalog import keeping


def sweeps_of(config: str, keep: Sequence[str] = ()) -> tuple[Sweep, ...]:
    """Load a config, a file or a shipped one by its name; every sweep also keeps the outputs in `keep`.

    Raises
    ------
    ConfigError
        if the config is invalid
    InvalidRules
        if a question has no such output
    """
    sweeps = load(located(config))
    for sweep in sweeps:
        keeping(sweep.question, [*sweep.keep, *keep])
    return tuple(sweep.keeping(keep) if keep else sweep for sweep in sweeps)

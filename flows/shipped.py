"""The shipped configs by name: `pig/hold_at_n` is `pig/hold_at_n.yaml` in the package `configs`."""

from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path

SUFFIX = ".yaml"


def shipped() -> dict[str, Path]:
    """All shipped configs, in order. The package is not imported, so that shell completion is fast."""
    found = find_spec("configs")
    places = found.submodule_search_locations if found is not None else None
    root = Path(next(iter(places or ())))
    # Rules of games are not sweeps.
    sweeps = [path for path in sorted(root.rglob(f"*{SUFFIX}")) if root / "rules" not in path.parents]
    return {path.relative_to(root).with_suffix("").as_posix(): path for path in sweeps}


def located(config: str) -> Path:
    """The file of a config: the one at that path, else the shipped one of that name.

    Raises
    ------
    ConfigNotFound
        if there is neither; the error suggests the nearest name
    """
    from configs.errors import ConfigNotFound

    path, known = Path(config), shipped()
    if path.exists():
        return path
    name = config.removesuffix(SUFFIX).removeprefix("./").removeprefix("configs/")
    if name in known:
        return known[name]
    close = get_close_matches(name, known, 1)
    remedy = (
        f"Did you mean {close[0]!r}?" if close else "Check the path, or choose one from `jeopardice configs`."
    )
    raise ConfigNotFound(f"No config named {config}, neither a file nor one that is shipped. {remedy}")

"""The sweeps that come with the project, and where their published copies are."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from solvers.errors import expected
from storage.location import local_directory
from storage.publishing import ROOT

ENDING = ".zarr"


@dataclass(frozen=True)
class Shipped:
    """A sweep of a shipped config.

    Parameters
    ----------
    sweep : its name
    config : the name that `run` takes
    title : as the config says it
    """

    sweep: str
    config: str
    title: str


def shipped_sweeps(configs: Mapping[str, Path]) -> tuple[Shipped, ...]:
    """All of them, in the order of their configs.

    Parameters
    ----------
    configs : files by the name that `run` takes
    """
    return tuple(
        Shipped(str(document["name"]), config, str(document["title"]))
        for config, path in configs.items()
        for document in yaml.safe_load_all(path.read_text(encoding="utf-8"))
    )


def published_in(given: str | None, default: str = "published") -> Path:
    """The directory of the published copies; only the default may be missing.

    Parameters
    ----------
    given : as the user named it, if they did
    default : what it is otherwise

    Raises
    ------
    InvalidRules
        if there is no directory of that name
    NotAStore
        if it is an address
    """
    directory = local_directory("--published", default if given is None else given)
    if given is not None and not directory.is_dir():
        remedy = "Name the directory that `jeopardice run --publish DIR` wrote to."
        raise expected("--published", "a directory with published copies", given, remedy)
    return directory


def published_copies(directory: Path) -> dict[str, Path]:
    """The copies in a directory, by the names of their sweeps.

    Parameters
    ----------
    directory : of published copies; it need not be there
    """
    found = sorted(copy.parent for copy in directory.rglob(f"*{ENDING}/{ROOT}"))
    return {copy.relative_to(directory).as_posix().removesuffix(ENDING): copy for copy in found}

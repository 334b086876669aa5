"""The sweeps that come with the project, and their published copies."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from solvers.errors import expected
from storage.location import local_directory
from storage.publishing import ROOT, copies_in


@dataclass(frozen=True)
class Shipped:
    """A sweep of a shipped config.

    Parameters
    ----------
    sweep : name of the sweep
    config : name that `run` takes
    title : title in the config
    """

    sweep: str
    config: str
    title: str


def shipped_sweeps(configs: Mapping[str, Path]) -> tuple[Shipped, ...]:
    """Return all shipped sweeps, in the order of their configs.

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
    """Return the directory of the published copies; only the default may be missing.

    Parameters
    ----------
    given : directory that the user named; None for none
    default : the default directory

    Raises
    ------
    InvalidRules
        if there is no such directory
    NotAStore
        if it is a URL
    """
    directory = local_directory("--published", default if given is None else given)
    if given is not None and not directory.is_dir():
        remedy = "Name the directory that `jeopardice run --publish DIR` wrote to."
        raise expected("--published", "a directory with published copies", given, remedy)
    return directory


def published_copies(directory: Path) -> dict[str, Path]:
    """Return the copies in a directory, by the names of their sweeps.

    Parameters
    ----------
    directory : directory of published copies; it may be missing
    """
    return {name: copy for name, copy in copies_in(directory).items() if (copy / ROOT).exists()}

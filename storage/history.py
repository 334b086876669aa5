"""The history of a store: its commits, newest first, and how to name one of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import icechunk

from storage.errors import NotInStore

BRANCH = "main"


@dataclass(frozen=True)
class Commit:
    """One commit.

    Parameters
    ----------
    id : id of the snapshot
    time : UTC
    message : one line
    metadata : metadata of the launch, with "sweep" and "run"
    """

    id: str
    time: datetime
    message: str
    metadata: dict[str, Any] = field(default_factory=dict)


def commits(
    repository: icechunk.Repository, sweep: str | None = None, before: Callable[[str], None] | None = None
) -> Iterator[Commit]:
    """All commits, or those of one sweep, newest first.

    Parameters
    ----------
    repository : repository of the store
    sweep : name of the sweep; None for all
    before : called with the id of each snapshot before its file is read
    """
    snapshot: str | None = repository.lookup_branch(BRANCH)
    while snapshot is not None:
        if before is not None:
            before(snapshot)
        info = repository.lookup_snapshot(snapshot)
        snapshot = info.parent_id
        # Icechunk adds metadata of its own, all of which begins like this.
        metadata = {name: value for name, value in info.metadata.items() if not name.startswith("__")}
        if sweep is None or metadata.get("sweep") == sweep:
            yield Commit(info.id, info.written_at, info.message, metadata)


def resolve(repository: icechunk.Repository, ref: str | None) -> str:
    """The snapshot that a tag, an id or a run names.

    Parameters
    ----------
    repository : repository of the store
    ref : None for the newest; a tag; a snapshot's id or its beginning; or a run's id, for the run's last
        commit

    Raises
    ------
    NotInStore
        if there is no match, or several
    """
    if ref is None:
        return repository.lookup_branch(BRANCH)
    if ref in repository.list_tags():
        return repository.lookup_tag(ref)
    known = list(commits(repository))
    for commit in known:
        if commit.id == ref.upper() or (commit.metadata.get("run") == ref):
            return commit.id
    begun = [commit.id for commit in known if ref and commit.id.startswith(ref.upper())]
    if len(begun) == 1:
        return begun[0]
    found = (
        f"several snapshots begin with {ref!r}: {', '.join(begun[:4])}"
        if begun
        else f"no tag, snapshot or run is called {ref!r}"
    )
    raise NotInStore(f"at: {found}. `jeopardice history` lists them.")

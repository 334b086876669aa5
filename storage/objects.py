"""The files of a store by their names, whether they are in a directory or in a bucket.

Icechunk writes each file once, except for those of branches, and offers no way to read one.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from storage.access import remedy
from storage.aside import made_aside
from storage.credentials import s3_keys
from storage.damage import Unreadable
from storage.location import Location, s3_endpoint, s3_region

if TYPE_CHECKING:
    from obstore import UpdateVersion
    from obstore.store import ObjectStore, S3Config


class Objects(Protocol):
    """Files by names such as "snapshots/4FN7E0C07D9KFN1Z5FNG"."""

    def read(self, name: str) -> bytes | None:
        """The content of a file; None if there is none."""

    def write(self, name: str, content: bytes) -> None:
        """Create or replace a file, completely or not at all."""

    def replace(self, name: str, before: bytes | None, content: bytes) -> bool:
        """Write a file if its content is still what it was, None for none; whether it was. In a bucket nobody
        can write in between; on a disk, while the store's lock is held.
        """

    def names(self, directory: str) -> list[str]:
        """The names of all files below a directory, in order."""

    def delete(self, name: str) -> None:
        """Delete a file, if there is one."""


def objects(location: Location) -> Objects:
    """The files of the store at a location."""
    return _InBucket(location) if location.path is None else _OnDisk(location.path)


class _OnDisk:
    def __init__(self, place: Path) -> None:
        self._place = place

    def read(self, name: str) -> bytes | None:
        try:
            return (self._place / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None

    def write(self, name: str, content: bytes) -> None:
        with made_aside(self._place / name) as partial:
            partial.write_bytes(content)

    def replace(self, name: str, before: bytes | None, content: bytes) -> bool:
        if self.read(name) != before:
            return False
        self.write(name, content)
        return True

    def names(self, directory: str) -> list[str]:
        return sorted(
            (Path(place) / name).relative_to(self._place).as_posix()
            for place, _, names in os.walk(self._place / directory, onerror=_unless_missing)
            for name in names
            # Files that are being written begin with a dot.
            if not name.startswith(".")
        )

    def delete(self, name: str) -> None:
        (self._place / name).unlink(missing_ok=True)


def _unless_missing(error: OSError) -> None:
    """Let nobody take a directory that cannot be read for an empty one."""
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        raise error


class _InBucket:
    def __init__(self, location: Location) -> None:
        self._url = location.url
        with self._reachable():
            self._store = bucket(location)

    def read(self, name: str) -> bytes | None:
        with self._reachable():
            try:
                return bytes(self._store.get(name).bytes())
            except FileNotFoundError:
                return None

    def write(self, name: str, content: bytes) -> None:
        with self._reachable():
            self._store.put(name, content)

    def replace(self, name: str, before: bytes | None, content: bytes) -> bool:
        from obstore.exceptions import AlreadyExistsError, PreconditionError

        with self._reachable():
            try:
                if before is None:
                    self._store.put(name, content, mode="create")
                    return True
                found = self._store.get(name)
                same = bytes(found.bytes()) == before
                if same:
                    known: UpdateVersion = {"e_tag": found.meta["e_tag"], "version": found.meta["version"]}
                    self._store.put(name, content, mode=known)
                return same
            except (AlreadyExistsError, PreconditionError, FileNotFoundError):
                return False

    def names(self, directory: str) -> list[str]:
        with self._reachable():
            return sorted(str(found["path"]) for some in self._store.list(directory) for found in some)

    def delete(self, name: str) -> None:
        with self._reachable(), suppress(FileNotFoundError):
            self._store.delete(name)

    @contextmanager
    def _reachable(self) -> Iterator[None]:
        from obstore.exceptions import BaseError

        try:
            yield
        except BaseError as error:
            said = str(error).splitlines()[0]
            raise Unreadable(f"Cannot use the store at {self._url}: {said}. {remedy(said)}") from error


def bucket(location: Location) -> "ObjectStore":
    """Access to a bucket, with the credentials that `Location.storage` has, too.

    Parameters
    ----------
    location : of a store in a bucket
    """
    # Imported here, as stores on a disk need none of it.
    from obstore.store import AzureStore, GCSStore, S3Store

    prefix = location.prefix or None
    if location.scheme == "gs":
        return GCSStore(location.bucket, prefix=prefix)
    if location.scheme == "az":
        return AzureStore(location.bucket, prefix=prefix)
    endpoint, keys = s3_endpoint(), s3_keys()
    known: S3Config = {"region": s3_region()}
    if keys is not None:
        known |= {"access_key_id": keys.name, "secret_access_key": keys.secret}
        if keys.token:
            known["session_token"] = keys.token
    if endpoint is None:
        return S3Store(location.bucket, prefix=prefix, config=known)
    return S3Store(
        location.bucket,
        prefix=prefix,
        config=known,
        endpoint=endpoint,
        virtual_hosted_style_request=False,
        client_options={"allow_http": endpoint.startswith("http:")},
    )

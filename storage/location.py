"""Where a store is: a directory, or a prefix in a bucket."""

import errno
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import icechunk

from storage.errors import NotAStore

if "ICECHUNK_LOG" not in os.environ:
    # Icechunk warns that concurrent commits are unsafe on a local disk, which our lock prevents, and about
    # each rebase, which we handle. What it tells of a session is also an error, which we word.
    icechunk.set_logs_filter("error,icechunk::session=off")

# Longest suffix of names next to a store or a copy while it is created: a dot, 32 digits and a word.
LONGEST_ENDING = 1 + 32 + len(".partial")
BUCKETS = {"s3", "gs", "az"}
# A word before a colon, as in s3:bucket and C:/store, or a scheme without its colon, as in s3//bucket.
ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|(?:file|s3|gs|az)//", re.IGNORECASE)


@dataclass(frozen=True)
class Location:
    """A store's address.

    Parameters
    ----------
    url : the address as given
    scheme : "file", "s3", "gs" or "az"
    bucket : bucket or container; empty for a directory
    prefix : prefix inside the bucket, or absolute path of the directory
    """

    url: str
    scheme: str
    bucket: str
    prefix: str

    @property
    def path(self) -> Path | None:
        """The directory, None in a bucket."""
        return Path(self.prefix) if self.scheme == "file" else None

    def storage(self) -> icechunk.Storage:
        """Icechunk's access to it.

        Credentials come from the environment, here and on each worker, and are never sent.
        """
        if self.scheme == "s3":
            return icechunk.s3_storage(
                bucket=self.bucket,
                prefix=self.prefix or None,
                region=s3_region(),
                endpoint_url=s3_endpoint(),
                allow_http=(s3_endpoint() or "").startswith("http:"),
                force_path_style=s3_endpoint() is not None,
                from_env=True,
            )
        if self.scheme == "gs":
            return icechunk.gcs_storage(bucket=self.bucket, prefix=self.prefix or None, from_env=True)
        if self.scheme == "az":
            account = os.environ.get("AZURE_STORAGE_ACCOUNT_NAME", "")
            return icechunk.azure_storage(
                account=account, container=self.bucket, prefix=self.prefix, from_env=True
            )
        return icechunk.local_filesystem_storage(self.prefix)


def locate(url: str) -> Location:
    """Parse an address.

    Raises
    ------
    NotAStore
        if its kind is unknown, or it contains credentials, which would be printed and stored

    Examples
    --------
    >>> locate("s3://dice/runs/pig").bucket, locate("s3://dice/runs/pig").prefix
    ('dice', 'runs/pig')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise NotAStore(
            f"store: {url!r} is not an address. Write a path, file://, s3://bucket/prefix, gs:// or az://,"
            " without brackets."
        ) from None
    if (
        parts.scheme != "file"
        and "://" in url
        and ("?" in url or "@" in parts.netloc or (":" in parts.netloc and "@" in url))
    ):
        raise NotAStore(
            "store: the address has a user, a password or a query in it (not shown). Put credentials into the"
            " environment instead, as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
        )
    if "://" not in url or parts.scheme == "file":
        directory = local_directory("store", url, "a path or an address such as s3://bucket/prefix")
        return Location(url, "file", "", str(directory))
    if parts.scheme not in BUCKETS or not parts.netloc:
        raise NotAStore(
            f"store: expected a path or file://, s3://bucket/prefix, gs:// or az://, got {url!r}. Check the"
            " address."
        )
    if parts.fragment:
        raise NotAStore(f"store: the address {url!r} contains a #. Choose another prefix.")
    return Location(url, parts.scheme, parts.netloc, parts.path.strip("/"))


def local_directory(name: str, path: str, expected: str = "a directory of this machine") -> Path:
    """Parse a path or a file:// address.

    A mistyped address is refused, as it would create a directory of that name.

    Parameters
    ----------
    name : name of the place, for the error
    path : the path as given
    expected : what may be given, for the error

    Raises
    ------
    NotAStore
        if it is another kind of address, or looks like one

    Examples
    --------
    >>> local_directory("store", "file:///data/my%20dice")
    PosixPath('/data/my dice')
    """
    if "\0" in unquote(path):
        raise NotAStore(f"{name}: the path {path!r} contains a zero byte. Correct it.")
    if path.startswith("file://"):
        host, slash, rest = path.removeprefix("file://").partition("/")
        if host not in ("", "localhost") or not rest:
            remedy = "Write file:///data/store for /data/store, or leave file:// out of a relative path."
            raise NotAStore(f"{name}: expected file:// and an absolute path, got {path!r}. {remedy}")
        return _known_to_the_system(name, Path(unquote(slash + rest)))
    if ADDRESS.match(path):
        remedy = f"For a directory of that name write {'./' + path!r}."
        raise NotAStore(f"{name}: expected {expected}, got {path!r}. {remedy}")
    try:
        expanded = Path(path).expanduser()
    except RuntimeError:
        raise NotAStore(
            f"{name}: the path {path!r} names a user who does not exist. Correct the name."
        ) from None
    return _known_to_the_system(name, expanded)


def _known_to_the_system(name: str, path: Path) -> Path:
    """An absolute path without links, if the system accepts it and longer names next to it."""
    got = os.strerror(errno.ELOOP)
    try:
        found = path.resolve()
        # Python 3.13 keeps links that form a circle; older versions raise an error.
        if os.path.islink(found):
            raise OSError(errno.ELOOP, got)
        if os.path.lexists(found):
            return found
        found.with_name(f".{found.name}{LONGEST_ENDING * ' '}").lstat()
    except OSError as error:
        if error.errno not in (errno.ENAMETOOLONG, errno.ELOOP):
            return found
        got = os.strerror(error.errno)
    except RuntimeError:
        # Links that form a circle.
        pass
    raise NotAStore(f"{name}: cannot use the path {str(path)!r}: {got}. Choose another one.")


def s3_endpoint() -> str | None:
    """The server, None for Amazon's own."""
    return os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL") or None


def s3_region() -> str:
    """The region, which servers other than Amazon's mostly ignore."""
    return os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or "us-east-1"

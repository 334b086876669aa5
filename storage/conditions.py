"""Check that an object store honours conditional writes, before the first commit.

Icechunk relies on `If-None-Match` and `If-Match` for concurrent commits. A server that ignores them answers
200 and silently loses commits. So three small writes test it: create, create again, replace what does not
exist.
"""

import uuid

from storage.credentials import s3_keys
from storage.errors import StoreError, UnsafeStore
from storage.location import Location, s3_endpoint
from storage.signing import ask

REFUSED = {409, 412}
# How the name of what is written for the test begins.
PROBE = "conditional-write-"


def check_conditional_writes(location: Location) -> None:
    """Check that a server other than Amazon's refuses what it must.

    Without keys of our own (`storage.credentials`), and on Amazon's own S3, nothing is checked.

    Raises
    ------
    UnsafeStore
        if it does not refuse a conditional write whose condition does not hold
    StoreError
        if it cannot be written to at all
    """
    endpoint = s3_endpoint()
    if location.scheme != "s3" or endpoint is None or s3_keys() is None:
        return
    name = "/".join(filter(None, (location.prefix, f"{PROBE}{uuid.uuid4().hex}")))
    path, body = f"/{location.bucket}/{name}", uuid.uuid4().bytes
    first = ask(endpoint, "PUT", path, body, headers={"If-None-Match": "*"})
    if first >= 300:
        raise StoreError(
            f"Cannot write to the store at {location.url}: {endpoint} answers HTTP {first}. Check the bucket"
            " and the credentials."
        )
    unheld = {"If-None-Match": "*", "If-Match": '"00000000000000000000000000000000"'}
    answers = {
        header: ask(endpoint, "PUT", path, body, headers={header: value}) for header, value in unheld.items()
    }
    ask(endpoint, "DELETE", path)
    for header, answer in answers.items():
        if answer not in REFUSED:
            raise UnsafeStore(
                f"The server {endpoint} of the store {location.url} ignores {header}: it answers HTTP"
                f" {answer} to a write that it must refuse. Commits would be lost. Use another object store."
            )

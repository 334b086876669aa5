"""Keys of a bucket with an S3 interface, found where Icechunk finds them, too: in the environment, else in
the shared credentials file. Only Icechunk knows other places, such as single sign-on.
"""

import os
from configparser import ConfigParser, Error
from pathlib import Path
from typing import NamedTuple


class Keys(NamedTuple):
    """Access to a bucket.

    Attributes
    ----------
    name, secret : of the key
    token : of a session; "" for none
    """

    name: str
    secret: str
    token: str


def s3_keys() -> Keys | None:
    """The keys of the environment, else those of the profile in the shared file; None if neither has any."""
    if name := os.environ.get("AWS_ACCESS_KEY_ID"):
        return Keys(
            name, os.environ.get("AWS_SECRET_ACCESS_KEY", ""), os.environ.get("AWS_SESSION_TOKEN", "")
        )
    shared = ConfigParser(interpolation=None, default_section="")
    try:
        shared.read(
            Path(os.environ.get("AWS_SHARED_CREDENTIALS_FILE") or "~/.aws/credentials").expanduser(), "utf-8"
        )
        own = shared[os.environ.get("AWS_PROFILE") or "default"]
        return Keys(own["aws_access_key_id"], own["aws_secret_access_key"], own.get("aws_session_token", ""))
    except (OSError, RuntimeError, ValueError, KeyError, Error):
        # Icechunk words what is wrong with it.
        return None

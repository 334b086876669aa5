"""Where the store is if nobody says."""

import os

DEFAULT_STORE = "store"


def store_url(given: str | None) -> str:
    """What was given, else $JEOPARDICE_STORE, else ./store."""
    return given or os.environ.get("JEOPARDICE_STORE") or DEFAULT_STORE

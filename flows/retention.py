"""How long the states are kept that runs replace: for ever, unless a launch says otherwise."""

from datetime import timedelta

from flows.terminal.sizes import in_bytes
from flows.terminal.times import age_of
from solvers.errors import expected
from solvers.wording.counts import some
from storage.retention import Forgotten

OPTION = "--keep-history"
# No shard takes longer, so no run needs what is deleted.
LEAST = timedelta(days=1)


def kept_for(text: str | None) -> timedelta | None:
    """The age that a launch names; None to keep everything.

    Parameters
    ----------
    text : as given to the command

    Raises
    ------
    InvalidRules
        if it is no age, or shorter than LEAST
    """
    if text is None:
        return None
    age = age_of(text)
    if age is None or age < LEAST:
        raise expected(OPTION, "an age of one day or more, such as 30d or 8w", text)
    return age


def forgotten(found: Forgotten) -> str:
    """What a store has forgotten, in a sentence; "" for nothing.

    Parameters
    ----------
    found : by the store
    """
    if not found.states:
        return ""
    freed = f" and freed {in_bytes(found.bytes)}" if found.bytes else ""
    return f"Deleted {some(found.states, 'old state')} from the history{freed}."

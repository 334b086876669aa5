"""Ages, dates and durations in words, both ways."""

import re
from datetime import UTC, datetime, timedelta

from solvers.errors import expected
from solvers.wording.counts import some

UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def moment_of(text: str) -> datetime:
    """The moment, in UTC, of an age such as "30d" or a date such as "2026-01-31".

    Raises
    ------
    InvalidRules
        if it is neither, or in the future
    """
    rule, now = "an age such as 30d or 12h, or a date such as 2026-01-31, in the past", datetime.now(UTC)
    age = age_of(text)
    try:
        found = datetime.fromisoformat(text) if age is None else now - age
    except (ValueError, OverflowError):
        raise expected("--older-than", rule, text, "Ages end in m, h, d or w; dates are in UTC.") from None
    moment = found if found.tzinfo else found.replace(tzinfo=UTC)
    if moment > now:
        raise expected("--older-than", rule, text, "Nothing is older than that yet.")
    return moment.astimezone(UTC)


def age_of(text: str) -> timedelta | None:
    """The age that a text such as "30d" says; None for another text.

    Examples
    --------
    >>> age_of("12h"), age_of("soon")
    (datetime.timedelta(seconds=43200), None)
    """
    found = re.fullmatch(r"(\d{1,5})([mhdw])", text)
    return timedelta(**{UNITS[found[2]]: int(found[1])}) if found else None


def took(seconds: float) -> str:
    """How long something took.

    Examples
    --------
    >>> took(0.84), took(32.7), took(600.0)
    ('0.8 s', '33 s', '10 minutes')
    """
    if seconds >= 120.0:
        return duration(seconds)
    return f"{seconds:.1f} s" if seconds < 10.0 else f"{seconds:.0f} s"


def duration(seconds: float) -> str:
    """An approximate duration in a suitable unit: 40 seconds, 12 minutes, 3 hours."""
    for unit, length in (("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 2.0 * length:
            return f"{seconds / length:.0f} {unit}s"
    return some(max(1, round(seconds)), "second")

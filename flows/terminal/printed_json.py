"""Answers as JSON on the standard output."""

import json
import sys
from typing import Any

from solvers.errors import expected

# Greatest length in a terminal, in characters; a screen of 80 columns has 2000.
MOST_ON_A_TERMINAL = 100_000


def print_json(document: dict[str, Any]) -> None:
    """Print JSON, unless it is too long for a terminal.

    Parameters
    ----------
    document : plain values

    Raises
    ------
    InvalidRules
        if it is too long
    """
    text = json.dumps(document, allow_nan=False)
    if sys.stdout.isatty() and len(text) > MOST_ON_A_TERMINAL:
        size = f"{len(text) / 1e6:.1f} MB"
        raise expected(
            "--json", f"a file or a pipe for {size}", "a terminal", "Add > answer.json, or pipe it into jq."
        )
    print(text)

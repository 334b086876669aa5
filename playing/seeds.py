"""Seeds for games that name none; the only chance here that a setup does not determine."""

import secrets

# Seeds that a person can type.
SEEDS = 10**9


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbelow(SEEDS)

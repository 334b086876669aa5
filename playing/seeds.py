"""Seeds for games without one; the only randomness that a setup does not determine."""

import secrets

# Number of seeds, small enough to type.
SEEDS = 10**9


def new_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbelow(SEEDS)

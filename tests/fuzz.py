"""`make fuzz MINUTES=30`: search with fresh seeds until the time is over, or something is found; then say how
to see it again.
"""

import random
import secrets
import shlex
import subprocess
import sys
import time

from solvers.catalog import QUESTIONS

FILE = "tests/solvers/questions/test_full_range.py"
# Questions of one round, and so of one seed.
SOME = 8


def command(seed: int) -> list[str]:
    """What tries some questions with a seed; the seed chooses them, too."""
    names = random.Random(seed).sample(sorted(QUESTIONS), SOME)
    nodes = [f"{FILE}::test_question__is_right_or_refuses[{name}]" for name in names]
    profile = ["--hypothesis-profile=fuzz", f"--hypothesis-seed={seed}"]
    return [sys.executable, "-m", "pytest", "-q", "-m", "fuzz", "--tb=short", *profile, *nodes]


def main(minutes: float) -> int:
    """Search; return 1 if something was found."""
    end, rounds = time.monotonic() + 60.0 * minutes, 0
    while time.monotonic() < end:
        asked = command(secrets.randbelow(2**32))
        rounds += 1
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stdout, done.stderr, sep="\n")
            print(f"Found in round {rounds}. See it again:\n{shlex.join(asked)}")
            return 1
    print(f"{rounds} rounds of {SOME} questions, nothing found.")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].replace(".", "", 1).isdigit():
        sys.exit(f"MINUTES: expected a number, got {' '.join(sys.argv[1:])!r}. make fuzz MINUTES=30")
    sys.exit(main(float(sys.argv[1])))

"""An installation without the lock file, as `pip install` makes it: pip finds versions in one pass."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Where the bounds of pyproject.toml leave pip to try one version after the other, it takes a quarter of an
# hour; in one pass it takes what it takes to download.
LIMIT_SECONDS = 600
OFFLINE = (
    "Failed to establish a new connection",
    "Name or service not known",
    "Temporary failure in name resolution",
)


@pytest.mark.long
def test_pip__finds_fitting_versions_in_one_pass() -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--ignore-installed",
        "--no-build-isolation",
    ]
    done = subprocess.run(
        [*command, f"{ROOT}[all]"], capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
    )
    if any(word in done.stderr for word in OFFLINE):
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr
    assert "Would install" in done.stdout
    tried = [line for line in done.stdout.splitlines() if "looking at multiple versions" in line]
    assert tried == []

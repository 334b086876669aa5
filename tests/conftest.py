"""What holds for every test: Prefect writes into a directory of the test run, asks nobody outside, and no store or server of the user's
environment is touched."""

import os
import tempfile
from pathlib import Path

_home = tempfile.TemporaryDirectory(prefix="jeopardice-tests-")
os.environ["PREFECT_HOME"] = str(Path(_home.name) / "prefect")
os.environ["PREFECT_SERVER_ANALYTICS_ENABLED"] = "false"
os.environ["PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS"] = "90"
os.environ["DO_NOT_TRACK"] = "1"
for _name in ("PREFECT_API_URL", "JEOPARDICE_STORE", "AWS_ENDPOINT_URL", "AWS_PROFILE"):
    os.environ.pop(_name, None)

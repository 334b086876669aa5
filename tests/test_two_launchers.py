"""Two launchers on one store at once, on disk and on an S3 server: both end well, nothing is lost, and every bit is right.

Which of the two is quicker is left to chance. What must come out is the same whoever it is.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import xarray as xr
import yaml

from storage.repository import Store
from storage.schema import DONE
from tests.launchers import Answers, answers, check_honest, check_identical, ended, launcher, wait_for_all_to_end
from tests.processes import Process
from tests.services import object_store, prefect_server
from tests.sweeps import race

# Two blocks and more for each of two launchers, and tiles that they share.
SOME, OTHERS, ALL = range(185, 201), range(195, 211), range(185, 211)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with prefect_server(home=tmp_path_factory.mktemp("prefect")) as address:
        yield address


@pytest.fixture(scope="module")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with object_store("dice", tmp_path_factory.mktemp("s3")) as store:
        yield store.environment

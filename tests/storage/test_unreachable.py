"""An object store that does not answer is not taken for a damaged store; a file that it has lost is named."""

from typing import Any

import icechunk
import numpy as np
import pytest
import zarr

from flows.places import store_url
from flows.terminal.refusals import worded
from storage.damage import file_of
from storage.location import locate
from storage.objects import objects
from tests.services import object_store

URL = "s3://dice/store"


def stored() -> zarr.Array[Any]:
    """An array of two chunks, the first of which was read."""
    config = icechunk.RepositoryConfig.default()
    config.inline_chunk_threshold_bytes = 0
    # Nobody is asked again, which would take a minute.
    once = icechunk.StorageRetriesSettings(max_tries=1, initial_backoff_ms=1, max_backoff_ms=1)
    config.storage = icechunk.StorageSettings(retries=once)
    repository = icechunk.Repository.create(locate(URL).storage(), config=config)
    session = repository.writable_session("main")
    zarr.create_array(session.store, name="wins", data=np.arange(4.0), chunks=(2,))
    session.commit("wins")
    array = zarr.open_array(repository.readonly_session("main").store, path="wins", mode="r")
    assert list(array[:2]) == [0.0, 1.0]
    return array


def said_of_reading(array: zarr.Array[Any]) -> tuple[str, str]:
    """The file that the error names, and what the command says of the store."""
    store_url(URL)
    with pytest.raises(icechunk.IcechunkError) as error:
        array[2:]
    return file_of(error.value), worded(error.value)


# Icechunk 1 asks for a minute, whatever it is told.
@pytest.mark.long
def test_store__that_does_not_answer_is_not_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    with object_store("dice") as made:
        for name, value in made.environment.items():
            monkeypatch.setenv(name, value)
        array = stored()
    file, said = said_of_reading(array)
    assert file.startswith("chunks/")
    assert said == (
        f"Cannot read or write the store at {URL}: Connection refused (os error 111). Check the address and"
        " your access."
    )


@pytest.mark.usefixtures("bucket")
def test_store__that_has_lost_a_chunk_is_damaged() -> None:
    array, files = stored(), objects(locate(URL))
    for chunk in files.names("chunks"):
        files.delete(chunk)
    file, said = said_of_reading(array)
    assert said.startswith(f"The store at {URL} is damaged: {file} is missing. `jeopardice check")

"""What a user reads when a store is damaged, or cannot be asked."""

from pathlib import Path

import numpy as np
import pytest
import zarr
from zarr.codecs import Crc32cCodec

from flows.places import store_url
from flows.terminal.errors import guarded
from tests.commands import Command, one_line


def test_damaged_array__is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    array = zarr.create_array(
        tmp_path / "damaged.zarr", shape=(100,), chunks=(100,), dtype="float64", compressors=[Crc32cCodec()]
    )
    array[:] = np.arange(100.0)
    (chunk,) = [path for path in (tmp_path / "damaged.zarr" / "c").rglob("*") if path.is_file()]
    content = bytearray(chunk.read_bytes())
    content[40] ^= 1
    chunk.write_bytes(content)
    url = store_url(str(tmp_path / "damaged.zarr"))
    with pytest.raises(SystemExit) as end:
        guarded(lambda: array[:])
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert said.startswith(f"error: The store at {url} is damaged: an array is not what was written. `jeopar")
    assert said.count("\n") == 1


def test_bucket__without_credentials_says_which_variables(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    # Nobody is asked outside: this is what a machine that is not Amazon's finds.
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("HOME", str(jeopardice.home))
    said = jeopardice("ls", "--store", "s3://jeopardice-nobodys-bucket/store")
    assert said.code == 2
    assert "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" in one_line(said.error)
    assert said.error.count("\n") == 1

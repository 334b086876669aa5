"""Keys of a bucket may be in the shared credentials file: answers have digests, and all commands work."""

from pathlib import Path

import pytest

from storage.credentials import Keys, s3_keys
from storage.location import locate
from storage.objects import objects
from tests.commands import Command, one_line
from tests.sweeps import race, write

FILE = """[default]
aws_access_key_id = test
aws_secret_access_key = te%st

[other]
aws_access_key_id = another
aws_secret_access_key = secret
aws_session_token = token
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory for the file; there are no other credentials."""
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "credentials"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_keys__are_those_of_the_environment_or_of_a_profile(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert s3_keys() is None
    for text in ("", "no file\nof keys", "[default]\nregion = us-east-1\n"):
        (home / "credentials").write_text(text)
        assert s3_keys() is None
    (home / "credentials").write_text(FILE)
    assert s3_keys() == Keys("test", "te%st", "")
    monkeypatch.setenv("AWS_PROFILE", "other")
    assert s3_keys() == Keys("another", "secret", "token")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "mine")
    assert s3_keys() == Keys("mine", "", "")


def test_keys__are_looked_for_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".aws").mkdir()
    (tmp_path / ".aws/credentials").write_text(FILE)
    assert s3_keys() == Keys("test", "te%st", "")


def test_commands__find_keys_in_the_shared_file(bucket: str, home: Path, jeopardice: Command) -> None:
    (home / "credentials").write_text(FILE)
    write(jeopardice.home, race([5, 6]))
    where = ("--store", f"{bucket}/store")
    ran = jeopardice("run", "small.yaml", "--serial", "--no-publish", *where)
    assert (ran.code, ran.error) == (0, "")
    assert len(objects(locate(f"{bucket}/store")).names("seals")) == 2
    for command in ("ls", "check", "history", "verify", "restore"):
        said = jeopardice(command, *where)
        assert (said.code, said.error) == (0, ""), command


# Some seconds, in which the library looks for credentials of a machine.
@pytest.mark.long
def test_check__without_keys_says_where_to_put_them(bucket: str, home: Path, jeopardice: Command) -> None:
    said = jeopardice("check", "--store", f"{bucket}/store")
    assert said.code == 2
    assert "or write them to ~/.aws/credentials" in one_line(said.error)
    assert said.error.count("\n") == 1

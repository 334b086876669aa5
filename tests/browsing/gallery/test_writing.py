"""Putting a gallery in its place: whole, again, and never over anybody else's files."""

import re
from pathlib import Path

import pytest

from browsing.gallery import writing
from browsing.gallery.writing import write_folder

FILES = {"index.html": b"one", "pictures/pig/dice.svg": b"two"}


def content(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }


def test_write_folder__writes_all_files_and_leaves_nothing_beside(tmp_path: Path) -> None:
    write_folder(tmp_path / "web" / "gallery", FILES)
    assert FILES.items() <= content(tmp_path / "web" / "gallery").items()
    assert [path.name for path in (tmp_path / "web").iterdir()] == ["gallery"]


def test_write_folder__replaces_a_gallery_and_drops_what_is_no_longer_in_it(tmp_path: Path) -> None:
    write_folder(tmp_path / "gallery", FILES)
    first = content(tmp_path / "gallery")
    write_folder(tmp_path / "gallery", FILES)
    assert content(tmp_path / "gallery") == first
    write_folder(tmp_path / "gallery", {"index.html": b"new"})
    assert set(content(tmp_path / "gallery")) == {"index.html", "gallery.json"}


@pytest.mark.parametrize("name", ["notes.txt", "gallery.json", ".hidden"])
def test_write_folder__refuses_a_directory_of_somebody_else(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / name).write_text("[]")
    told = f"DIR: expected a new or empty directory, .*, got '.*mine with {re.escape(name)} in it'"
    with pytest.raises(ValueError, match=told):
        write_folder(tmp_path / "mine", FILES)
    assert content(tmp_path / "mine") == {name: b"[]"}


def test_write_folder__refuses_a_gallery_to_which_somebody_added(tmp_path: Path) -> None:
    write_folder(tmp_path / "gallery", FILES)
    (tmp_path / "gallery" / "syllabus.html").write_text("mine")
    with pytest.raises(ValueError, match=r"with syllabus.html in it'\. Choose another directory\."):
        write_folder(tmp_path / "gallery", FILES)
    assert (tmp_path / "gallery" / "syllabus.html").read_text() == "mine"


def test_write_folder__refuses_a_file_and_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="DIR: expected a new or empty directory"):
        write_folder(tmp_path / "file", FILES)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(ValueError, match="DIR: expected a directory that is not around this one"):
        write_folder(tmp_path / "here", FILES)


def test_write_folder__keeps_the_old_one_if_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(tmp_path / "gallery", FILES)
    rename = writing.os.rename

    def refuses(source: Path, target: Path) -> None:
        if source.name.endswith(".partial"):
            raise OSError(28, "No space left on device")
        rename(source, target)

    monkeypatch.setattr(writing.os, "rename", refuses)
    with pytest.raises(OSError, match=r"DIR: cannot write to .*: No space left on device"):
        write_folder(tmp_path / "gallery", {"index.html": b"new"})
    assert FILES.items() <= content(tmp_path / "gallery").items()
    assert [path.name for path in tmp_path.iterdir()] == ["gallery"]

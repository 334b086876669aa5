"""What a disk refuses is worded with what helps against it."""

import errno
import os

import pytest

from storage.access import ELSEWHERE, ROOM, worded
from storage.errors import Unwritable


@pytest.mark.parametrize(
    ("number", "remedy"),
    [(errno.ENOSPC, ROOM), (errno.EDQUOT, ROOM), (errno.EROFS, ELSEWHERE), (errno.EACCES, ELSEWHERE)],
)
def test_worded__asks_for_room_only_where_there_is_none(number: int, remedy: str) -> None:
    refused = OSError(number, os.strerror(number))
    said = f"cannot write to there: {os.strerror(number)}. {remedy}"
    with pytest.raises(Unwritable) as error, worded("--output", "there"):
        raise refused
    assert str(error.value) == f"--output: {said}"
    with pytest.raises(Unwritable) as error, worded("store", "there"):
        raise refused
    assert str(error.value) == f"store: {said} Finished cases are saved."

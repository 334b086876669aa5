"""What a killed launcher leaves among the temporary files goes when the next one starts; that of a living one
stays.
"""

import signal
from pathlib import Path

import pytest

from solvers.private_directory import PREFIX as HELD
from tasks.shared_table import PREFIX as TABLE
from tests.launchers import commits, launcher, run, wait_for_all_to_end
from tests.sweeps import race, write

pytestmark = pytest.mark.long

# A fifth of a second each, so that a launcher lives as long as it is needed.
LONG = race(range(250, 900), keep=["win_probability"])


def test_next_launcher__removes_what_a_killed_one_has_left(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    homes = [tmp_path / name for name in ("living", "killed", "next")]
    for directory in (temporary, *homes):
        directory.mkdir()
    alive, dies, comes = homes
    settings = {"TMPDIR": str(temporary), "JEOPARDICE_SCRATCH": str(temporary)}

    def held() -> set[Path]:
        return set(temporary.glob(f"{HELD}*"))

    with launcher(
        alive, Path(write(alive, LONG)), "store", "--workers", "1", "--no-publish", **settings
    ) as living:
        living.wait(lambda: commits(alive / "store") > 1)
        (stays,) = held()
        with launcher(
            dies, Path(write(dies, LONG)), "store", "--workers", "1", "--no-publish", **settings
        ) as killed:
            killed.wait(lambda: commits(dies / "store") > 1)
            (goes,) = held() - {stays}
            killed.popen.send_signal(signal.SIGKILL)
            killed.popen.wait()
            wait_for_all_to_end(dies)
        assert goes.exists()
        # As a launcher that solves a large case leaves it.
        table = temporary / f"{TABLE}0"
        table.write_bytes(bytes(48))
        run(comes, Path(write(comes, race([5]))), "store", "--serial", "--no-publish", **settings)
        assert held() == {stays}
        assert not table.exists()
        assert living.popen.poll() is None

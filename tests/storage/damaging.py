"""Damage files of a small store and its copies, one at a time, and see what each command makes of it."""

import os
import random
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from storage.publishing import publish
from storage.soundness.finding import Severity
from tasks.rerun import Rerun
from tests.commands import Command, Said
from tests.sweeps import new_store, race, solve, trio, write

STORE, COPIES = "store", "published"
KINDS = (
    *(f"{STORE}/{kind}" for kind in ("refs", "snapshots", "transactions", "manifests", "chunks", "seals")),
    COPIES,
)
# Undisturbed, all of them end with 0.
COMMANDS: dict[str, tuple[str, ...]] = {
    "ls": ("ls",),
    "history": ("history",),
    "show": ("show", "{sweep}"),
    "show a case": ("show", "{sweep}", "--sel", "{axis}=5"),
    "verify": ("verify", "{sweep}"),
    "export": ("export", "{export}", "--sweep", "{sweep}"),
    "plot": ("plot", f"{COPIES}/{{sweep}}.zarr", "-o", "answers.png"),
    "run": ("run", "small.yaml", "--serial"),
    "rm": ("rm", "small/trio", "--dry-run"),
    "check": ("check",),
}
SMALL = {"sweep": "small/race", "axis": "goal", "export": "answers.csv"}
LARGER = {"sweep": "small/trio", "axis": "first_hold_at", "export": "answers.nc"}
# What the commands ask about: the small sweep's chunks stand within manifests, and a CSV has no tables.
ABOUT = dict.fromkeys(KINDS, SMALL) | {f"{STORE}/chunks": LARGER}
Damage = Callable[[bytes], bytes | None]
Stamp = tuple[int, int, int]


def flipped(place: int, bit: int) -> Damage:
    """A bit of the byte at a place, counted from the end if there are fewer."""

    def flip(whole: bytes) -> bytes:
        at = place % len(whole)
        return whole[:at] + bytes([whole[at] ^ (1 << bit)]) + whole[at + 1 :]

    return flip


DAMAGES: dict[str, Damage] = {
    "deleted": lambda whole: None,
    "cut short": lambda whole: whole[: len(whole) // 2],
    "emptied": lambda whole: b"",
    "zeroed": lambda whole: bytes(len(whole)),
}


def _stamp(path: Path) -> Stamp:
    found = path.lstat()
    return found.st_mtime_ns, found.st_ino, found.st_size


@dataclass(frozen=True)
class Verdict:
    """What a command made of a damaged file.

    Parameters
    ----------
    file, damage, command : what was tried
    kind : "same" as undisturbed; "told", in one line if it fails; "mended", so that all is sound but what is
        older; "silent" if it says something else as if nothing was wrong; "traceback"
    said : what it said
    """

    file: str
    damage: str
    command: str
    kind: str
    said: str


def make_sound_store(home: Path) -> None:
    """A store of two sweeps, with their copies and the files that ask for them, in this directory."""
    write(home, race([5, 6]), trio([3, 5]))
    store = new_store(home)
    for content in (race([5, 6]), trio([3, 5])):
        solve(content, store)
        # One more commit, so that there is something older.
        solve(content, store, Rerun.ALL)
        publish(store, content["name"], home / COPIES)


class Trial:
    """A store of two sweeps with their copies, in the working directory of a command.

    Parameters
    ----------
    jeopardice : the command
    sound : where `make_sound_store` made them; they are copied from there
    about : the sweep that the commands ask about, one of its axes, and the file that they export it to
    """

    def __init__(self, jeopardice: Command, sound: Path, about: Mapping[str, str]) -> None:
        self.jeopardice, self.home = jeopardice, jeopardice.home
        self._export = about["export"]
        self._commands = {name: [word.format(**about) for word in words] for name, words in COMMANDS.items()}
        shutil.copytree(sound, self.home, dirs_exist_ok=True)
        self._sound = {
            path.relative_to(self.home).as_posix(): path.read_bytes()
            for place in (STORE, COPIES)
            for path in (self.home / place).rglob("*")
            if path.is_file()
        }
        self._stamps = self._stamped()
        self.undisturbed = {name: self.said(name) for name in COMMANDS}
        for name, said in self.undisturbed.items():
            assert said.code == 0, (name, said)

    def files(self) -> list[str]:
        """All files of the store and of the copies, in order."""
        return sorted(file for file in self._sound if ".lock" not in file)

    def make_sound(self) -> None:
        """Undo all damage, and what commands made of it; to copy all anew would take longer than they do."""
        found = self._stamped()
        changed = {file for file, stamp in self._stamps.items() if found.get(file) != stamp}
        for file in found.keys() - self._sound.keys():
            (self.home / file).unlink()
        for place in (STORE, COPIES):
            for directory, _, _ in os.walk(self.home / place, topdown=False):
                with suppress(OSError):
                    # Those that are not empty stay.
                    Path(directory).rmdir()
        for file in changed:
            path = self.home / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self._sound[file])
        self._stamps |= {file: _stamp(self.home / file) for file in changed}

    def _stamped(self) -> dict[str, Stamp]:
        """What tells of each file whether it was written."""
        return {
            path.relative_to(self.home).as_posix(): _stamp(path)
            for place in (STORE, COPIES)
            for directory, _, names in os.walk(self.home / place)
            for path in (Path(directory, name) for name in names)
        }

    def damage(self, file: str, how: Damage) -> bool:
        """Damage a file; whether this changed it."""
        path = self.home / file
        before = path.read_bytes()
        after = how(before) if before else before
        if after is None:
            path.unlink()
        else:
            path.write_bytes(after)
        return after != before

    def said(self, name: str) -> Said:
        """What a command says."""
        (self.home / self._export).unlink(missing_ok=True)
        return self.jeopardice(*self._commands[name])

    def verdict(self, file: str, damage: str, how: Damage, name: str) -> Verdict | None:
        """What a command makes of one damage; None if that changes nothing in the file."""
        self.make_sound()
        if not self.damage(file, how):
            return None
        try:
            said = self.said(name)
        except Exception as error:
            return Verdict(file, damage, name, "traceback", repr(error)[:300])
        return Verdict(file, damage, name, self._kind(name, said), (said.error or said.out).strip())

    def _is_mended(self) -> bool:
        """Whether the newest state and the copies are sound; a run cannot mend what is older."""
        checked = self.said("check")
        return checked.code <= Severity.SPARE and COPIES not in checked.out

    def _kind(self, name: str, said: Said) -> str:
        if said == self.undisturbed[name]:
            return "same"
        if said.code == 0:
            if "damaged" in said.out:
                return "told"
            return "mended" if name == "run" and self._is_mended() else "silent"
        one_line = said.error.startswith("error: ") and said.error.count("\n") == 1
        return "told" if one_line or name in ("check", "verify") else "traceback"


def drawn(trial: Trial, files: Sequence[str], flips: int, seed: int = 0) -> Iterator[Verdict]:
    """What all commands make of damage to these files: all of DAMAGES, and some flipped bits.

    Parameters
    ----------
    trial : where it is tried
    files : names of the files
    flips : number of bits that are flipped in each, drawn with a seed of its own
    seed : for other bits
    """
    for file in files:
        draw = random.Random(f"{seed} {file}")
        own = {
            f"bit flipped, {bit}": flipped(draw.randrange(2**20), draw.randrange(8)) for bit in range(flips)
        }
        for damage, how in {**DAMAGES, **own}.items():
            for name in COMMANDS:
                if (found := trial.verdict(file, damage, how, name)) is not None:
                    yield found

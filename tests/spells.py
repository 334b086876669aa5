"""Spells on workers: what happens to one that comes to the race to 8, as long as a file is there."""

from dataclasses import dataclass
from pathlib import Path

SPELLBOUND = 8
# What a worker loads as it starts. Only workers know of the spell.
PRELOAD = """
import os
import signal
import threading
from dataclasses import replace
from pathlib import Path

from solvers.catalog import QUESTIONS
from tasks import block

# However short a case is, its worker says that it begins.
block.TOLD_SECONDS = 0.0
spell = Path({file!r})


def spellbound(question):
    def solve(**parameters):
        if parameters["goal"] == {goal} and spell.exists():
            if {once}:
                spell.unlink()
            {does}
        return question.solve(**parameters)

    return replace(question, solve=solve)


QUESTIONS["race.pig"] = spellbound(QUESTIONS["race.pig"])
"""
# What a spell does: the worker ends, is killed, or waits for what nobody does.
ENDS, KILLED, WAITS = "os._exit(1)", "os.kill(os.getpid(), signal.SIGKILL)", "threading.Event().wait()"


@dataclass(frozen=True)
class Spell:
    """A spell that is cast.

    Parameters
    ----------
    file : the spell works as long as it exists
    preload : what workers have to load
    """

    file: Path
    preload: Path

    @property
    def settings(self) -> dict[str, str]:
        """Variables of the environment with which the workers of a local cluster load it."""
        return {"DASK_DISTRIBUTED__WORKER__PRELOAD": f"[{str(self.preload)!r}]"}


def cast(directory: Path, does: str, once: bool = False) -> Spell:
    """Cast a spell.

    Parameters
    ----------
    directory : where its files are
    does : what it does to a worker: ENDS, KILLED or WAITS
    once : whether the first worker that comes to it takes it away
    """
    spell = Spell(directory / "spell", directory / "spell_preload.py")
    spell.file.touch()
    spell.preload.write_text(PRELOAD.format(file=str(spell.file), goal=SPELLBOUND, once=once, does=does))
    return spell

"""What somebody waits for who types a command: whole processes, from Enter to the prompt."""

from pathlib import Path

from tests.bench.contest import Contest
from tests.bench.processes import Command, finish, jeopardice
from tests.bench.samples import OURS

MAIN = "pig/three_players"
# 100 000 cases.
MANY = """\
name: bench/many
title: Hold at n against hold at m, to many goals
game: pig
players: ["hold at {first_hold_at}", "hold at {second_hold_at}"]
axes:
  goal: {from: 91, to: 100}
  first_hold_at: {from: 1, to: 100}
  second_hold_at: {from: 1, to: 100}
keep: [average_win_probability]
"""


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : an empty directory; the main job is run there once, for what reads its store
    left_out : is told what cannot be measured, and why
    """
    (scratch / "many.yaml").write_text(MANY, encoding="utf-8")
    finish(jeopardice("run", MAIN), scratch)
    calls = {
        "--help": ("--help",),
        "ls": ("ls",),
        f"show, of {MAIN}": ("show",),
        "solve race.pig goal=20": ("solve", "race.pig", "goal=20"),
        f"run {MAIN}, nothing to solve": ("run", MAIN),
        f"run {MAIN} --dry-run, 121 cases": ("run", MAIN, "--dry-run"),
        "run many.yaml --dry-run, 100 000 cases": ("run", "many.yaml", "--dry-run"),
    }
    return [Contest(what, {OURS: Command(words, scratch)}) for what, words in calls.items()]

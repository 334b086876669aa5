"""docs/damage.md from what commands made of damage: `python -m tests.storage.damage_table KEPT PAGE`."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests.storage.damaging import COMMANDS, COPIES, KINDS, STORE

Row = Mapping[str, str]
WHAT = {
    f"{STORE}/refs": "name of the newest state",
    f"{STORE}/snapshots": "snapshots (names, attributes, history)",
    f"{STORE}/transactions": "logs of what a commit changed",
    f"{STORE}/manifests": "manifests (lists of chunks)",
    f"{STORE}/chunks": "chunks (answers)",
    f"{STORE}/seals": "seals (digests of all these)",
    COPIES: "plain Zarr copies",
}
TEXT = """# Damaged files

`make damage` takes every file of a small store and of its copies, damages it in up to twelve ways (deleted,
cut in half, emptied, zeroed, a bit flipped at eight places), and gives ten commands each time. It wrote this
page: {trials} commands, on {files} files.

- {silent} said something else than about a sound store as if nothing was wrong.
- {tracebacks} ended in a traceback.
- {told} named the damage, and exited with an error or marked the sweep as damaged.
- {mended} mended it: a run that writes the copy anew, or lists its cases again. Afterwards `jeopardice check`
  finds all sound but what is older.
- {same} said what they say about a sound store, since they do not read that file. A seal that is deleted
  is among them: a commit whose process died before it was sealed looks the same.

In the table, of each kind of file and each command: how many named the damage or mended it, out of all that
were tried. `show CASE` is `show` with `--sel`. Where a command asks about one sweep, that is the smaller of
the two, and `export` writes a CSV. For chunks it is the larger one, and `export` writes NetCDF: small chunks
stand within manifests, and a CSV has no tables.

{table}

[operations.md](operations.md#damage) says what mends which damage.
"""


def page(rows: Sequence[Row]) -> str:
    """The whole page."""
    verdicts = Counter(row["verdict"] for row in rows)
    return TEXT.format(
        trials=len(rows),
        files=len({row["file"] for row in rows}),
        silent=verdicts["silent"],
        tracebacks=verdicts["traceback"],
        told=verdicts["told"],
        mended=verdicts["mended"],
        same=verdicts["same"],
        table="\n".join(f"| {' | '.join(line)} |" for line in _table(rows)),
    )


def _table(rows: Sequence[Row]) -> Iterable[Sequence[str]]:
    names = [name.replace("a case", "CASE") for name in COMMANDS]
    yield ("damaged", "files", *names)
    yield ("---",) * (2 + len(names))
    for kind in KINDS:
        own = [row for row in rows if row["file"].startswith(f"{kind}/")]
        counts = (_count([row for row in own if row["command"] == name]) for name in COMMANDS)
        yield (WHAT[kind], str(len({row["file"] for row in own})), *counts)


def _count(rows: Sequence[Row]) -> str:
    noticed = sum(row["verdict"] in ("told", "mended") for row in rows)
    return f"{noticed}/{len(rows)}"


def main() -> None:
    """Write the page."""
    kept, target = map(Path, sys.argv[1:])
    parts = sorted(kept.glob("*.jsonl"))
    rows = [json.loads(line) for part in parts for line in part.read_text(encoding="utf-8").splitlines()]
    target.write_text(page(rows), encoding="utf-8")


if __name__ == "__main__":
    main()

"""What a small case of every shipped config answered: one line of JSON for each, with a digest of all bits.

`make frozen` writes `answers.jsonl` anew. Beside a digest stand some of the numbers, which say how far an
answer has moved. Certificates are left out: they are differences of what was rounded.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from solvers.catalog import find
from solvers.outputs.output import Role
from tests.frozen.cases import Case, cases

PLACE = Path(__file__).with_name("answers.jsonl")
# Numbers that are kept of each output, from all over it.
KEPT = 4


class Frozen(NamedTuple):
    """One output of one case.

    Parameters
    ----------
    dtype, shape : of the array
    digest : of its bits
    values : some of its numbers
    """

    dtype: str
    shape: list[int]
    digest: str
    values: list[float]


def frozen(values: np.ndarray[Any, Any]) -> Frozen:
    """What is kept of an output."""
    places = np.unique(np.linspace(0, max(0, values.size - 1), KEPT).astype(int))
    kept = [float(values.flat[place]) for place in places] if values.size else []
    digest = hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()[:16]
    return Frozen(values.dtype.str, list(values.shape), digest, kept)


def answered(question: str, parameters: Mapping[str, Any]) -> dict[str, Frozen]:
    """All outputs of a case, but for certificates."""
    asked = find(question)
    solution = asked.solve(**parameters)
    return {
        output.name: frozen(output.read(solution))
        for output in asked.outputs
        if output.role is not Role.CERTIFICATE
    }


def stored() -> Iterator[tuple[Case, dict[str, Frozen]]]:
    """All cases with what they answered when the file was written."""
    for line in PLACE.read_text().splitlines():
        read = json.loads(line)
        outputs = {name: Frozen(*own) for name, own in read["outputs"].items()}
        yield Case(read["sweep"], read["question"], read["parameters"]), outputs


def moved(before: Mapping[str, Frozen], now: Mapping[str, Frozen]) -> list[str]:
    """One line for each output whose bits are others, or that has gone or come."""
    found = [f"{name}: gone" for name in before.keys() - now.keys()]
    found += [f"{name}: new" for name in now.keys() - before.keys()]
    for name in before.keys() & now.keys():
        one, other = before[name], now[name]
        if one[:2] != other[:2]:
            found.append(f"{name}: {one.dtype} {one.shape} became {other.dtype} {other.shape}")
        elif one.digest != other.digest:
            change = np.nanmax(np.abs(np.subtract(one.values, other.values)), initial=0.0)
            found.append(f"{name}: bits moved; {len(one.values)} kept values by {change:.2g} at most")
    return sorted(found)


def main() -> None:
    """Write the file anew."""
    lines = []
    for case in cases():
        start = perf_counter()
        lines.append(json.dumps(case._asdict() | {"outputs": answered(case.question, case.parameters)}))
        print(f"{perf_counter() - start:.1f} s {case.sweep}", file=sys.stderr, flush=True)
    PLACE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

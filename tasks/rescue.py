"""A block whose worker died, hung or took too long: only the case whose fault it is fails.

Workers tell which cases they are at. Those at which they ended are solved apart from the others; where that
is not known, the block is solved in halves, and those in halves again if they are lost, too. So if workers
die of other causes, their calls become short.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

from tasks import progress
from tasks.block import Block, failure, solve_cases
from tasks.case import Answer
from tasks.executor import Lost, Workers
from tasks.outcomes import Outcomes

# Calls of a single case that are lost until it is given up: its worker may have died of another call.
ALONE = 2
# Numbers of cases within their block.
Part = tuple[int, ...]


def rescued(block: Block, lost: Lost, executor: Executor, workers: Workers) -> list[Answer]:
    """Return the answers of a block whose call was lost; none if the run is to stop.

    Parameters
    ----------
    block : the block
    lost : what became of its call
    executor, workers : where its cases are solved
    """
    answers: dict[int, Answer] = {}
    alone: Counter[Part] = Counter()
    outcomes: dict[Part, Any] = {tuple(range(len(block.cases))): lost}
    while outcomes and not progress.ending():
        parts: list[Part] = []
        for part, outcome in outcomes.items():
            if not isinstance(outcome, Lost):
                answers |= zip(part, outcome, strict=True)
                continue
            given_up = _given_up(part, outcome, alone[part])
            answers |= {case: _failed(outcome) for case in given_up}
            others = tuple(case for case in part if case not in given_up)
            parts += [others] if given_up and others else _apart(others, _suspects(part, outcome))
        alone.update(parts)
        outcomes = _outcomes(block, parts, executor, workers)
    # Some are missing if the run is to stop.
    return [answers[place] for place in sorted(answers)] if len(answers) == len(block.cases) else []


def _suspects(part: Part, lost: Lost) -> Part:
    return tuple(part[place] for place in lost.at)


def _given_up(part: Part, lost: Lost, times: int) -> Part:
    """Return the case that fails, if it is one."""
    suspects = _suspects(part, lost)
    if lost.guilty and len(suspects) == 1:
        return suspects
    return part if len(part) == 1 and times == ALONE else ()


def _apart(part: Part, suspects: Part) -> list[Part]:
    """Return a part in two: suspects and others, or halves. A single case stays as it is."""
    others = tuple(case for case in part if case not in suspects)
    if len(others) in (0, len(part)):
        middle = len(part) // 2
        return [half for half in (part[:middle], part[middle:]) if half]
    return [tuple(case for case in part if case in suspects), others]


def _outcomes(block: Block, parts: Sequence[Part], executor: Executor, workers: Workers) -> dict[Part, Any]:
    """Return the answers of parts of a block, or what became of their calls."""
    submitted = {}
    for part in parts:
        # Each part is sent with its own cases only.
        own = replace(block, cases=tuple(block.cases[case] for case in part))
        submitted[executor.submit(solve_cases, own)] = part
    return dict(Outcomes(workers, submitted))


def _failed(lost: Lost) -> Answer:
    return Answer(failure(f"{type(lost).__name__}: {lost}"), {})

"""Prepare a store for the results of a run, and the metadata of its commits: who, when, with which code."""

import secrets
from datetime import UTC, datetime
from typing import Any

from configs.sweep import Sweep
from storage.provenance import code_version, host, user, versions
from storage.repository import Store
from tasks.plan import RunPlan, make_plan
from tasks.rerun import Rerun


def make_room(plan: RunPlan, store: Store, rerun: Rerun, metadata: dict[str, Any]) -> RunPlan:
    """Prepare the store for the results of a plan.

    Returns
    -------
    RunPlan
        the plan, or a new one if another launcher has changed the layout since
    """
    if not plan.changes:
        return plan
    name, message = plan.sweep.name, f"{plan.sweep.name}: plan {plan.places} cases"
    layout = store.prepare(name, plan.layout, attributes(plan.sweep, metadata), message, metadata, plan.keys)
    # Indices belong to the current layout.
    return plan if layout == plan.layout else make_plan(plan.sweep, store, rerun, metadata["run"])


def run_metadata() -> dict[str, Any]:
    """Metadata of every commit of a run: who, when, with which code."""
    started = datetime.now(UTC)
    return {
        "run": f"{started:%Y%m%dT%H%M%S}-{secrets.token_hex(3)}",
        "launched": started.isoformat(timespec="seconds"),
        "by": user(),
        "host": host(),
        "code": code_version(),
        "versions": versions(),
    }


def attributes(sweep: Sweep, metadata: dict[str, Any]) -> dict[str, Any]:
    """Provenance of a sweep's group: the config, the question, and the run that last changed it."""
    question = sweep.asked()
    return {
        "title": sweep.title,
        "question": question.name,
        "question_title": question.title,
        "question_version": question.version,
        "config": sweep.document(),
        **metadata,
    }

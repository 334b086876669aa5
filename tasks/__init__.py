"""The units of work: plan, shard and publish for Prefect, and the block for a Dask worker, which needs no
Prefect; and single cases, as typed by a person (`given`) and as stored (`stored_cases`).
"""

__all__ = [
    "block",
    "executor",
    "given",
    "in_memory",
    "laying_out",
    "log",
    "memory",
    "moved",
    "piece",
    "plan",
    "playable",
    "present",
    "progress",
    "publish",
    "rescue",
    "room",
    "sending",
    "shard",
    "stored_cases",
    "verification",
    "warm",
    "work",
]

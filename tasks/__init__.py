"""The units of work: plan, shard and publish for Prefect, the block for a Dask worker, which needs no
Prefect; and the cases themselves, as a person types them (`given`) and as a store has them (`stored_cases`).
"""

__all__ = [
    "block",
    "executor",
    "given",
    "in_memory",
    "laying_out",
    "plan",
    "playable",
    "progress",
    "publish",
    "room",
    "sending",
    "shard",
    "stored_cases",
    "verification",
    "warm",
    "work",
]

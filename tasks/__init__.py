"""The units of work: plan, shard and publish for Prefect, the block for a Dask worker, which needs no
Prefect.
"""

__all__ = [
    "block",
    "executor",
    "laying_out",
    "plan",
    "playable",
    "progress",
    "publish",
    "room",
    "sending",
    "shard",
    "warm",
    "work",
]

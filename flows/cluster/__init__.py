"""Where blocks run: in the launching process, on a local Dask cluster, or on an existing one."""

__all__ = [
    "asking",
    "dashboard",
    "dask_executor",
    "dask_workers",
    "events",
    "fork_server",
    "forking",
    "given_keys",
    "keys",
    "local_cluster",
    "overtime",
    "patience",
    "pending_calls",
    "silence",
    "telling",
    "worker_imports",
    "workers",
]

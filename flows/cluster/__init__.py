"""Where blocks run: in the launching process, on a local Dask cluster, or on an existing one."""

__all__ = [
    "dashboard",
    "dask_executor",
    "dask_workers",
    "fork_server",
    "forking",
    "keys",
    "local_cluster",
    "lost_workers",
    "patience",
    "silence",
    "worker_imports",
    "workers",
]

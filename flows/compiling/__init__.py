"""Machine code: compiled by other processes on idle cores, and told of while somebody waits for it."""

__all__ = ["ahead", "answering", "elsewhere", "kernel_calls", "shown", "telling", "warm_up"]

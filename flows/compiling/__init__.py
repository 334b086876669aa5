"""Machine code: compiled by other processes on idle cores, and reported while the user waits for it."""

__all__ = ["ahead", "answering", "elsewhere", "kernel_calls", "shown", "telling", "warm_up"]

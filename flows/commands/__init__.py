"""What each command of `jeopardice` does, in a file that bears its name."""

__all__ = [
    "configs",
    "diff",
    "expire",
    "exploit",
    "export",
    "gc",
    "history",
    "ls",
    "play",
    "reproduce",
    "reproduced_files",
    "rm",
    "run",
    "schedule",
    "show",
    "solve",
    "tag",
    "verify",
    "verify_exact",
]

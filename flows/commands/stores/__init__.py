"""Commands that read and maintain stores."""

__all__ = [
    "check",
    "cp",
    "diff",
    "expire",
    "exploit",
    "export",
    "fairest",
    "gc",
    "history",
    "ls",
    "restore",
    "rm",
    "show",
    "status",
    "tag",
    "verify",
    "verify_exact",
]

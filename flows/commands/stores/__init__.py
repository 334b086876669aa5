"""Commands that read and maintain stores."""

__all__ = [
    "diff",
    "expire",
    "exploit",
    "export",
    "fairest",
    "gc",
    "history",
    "ls",
    "rm",
    "show",
    "tag",
    "verify",
    "verify_exact",
]

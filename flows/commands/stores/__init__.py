"""Commands that read stores and look after them."""

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

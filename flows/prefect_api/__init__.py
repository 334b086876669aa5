"""The Prefect API that a run reports to: one that is configured, or a server of its own on loopback."""

__all__ = ["gate", "home", "process", "server"]

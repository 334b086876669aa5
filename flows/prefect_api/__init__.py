"""The Prefect API that a run reports to: a configured one, or the run's own server on loopback."""

__all__ = ["alerts", "answering", "described", "gate", "home", "process", "scheduled", "server", "telling"]

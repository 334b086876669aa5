"""What a person launches: the Prefect flows and the `jeopardice` command."""

__all__ = ["cli", "cluster", "schedule", "server", "sweep"]

"""What to solve: sweeps as YAML files, checked against the catalogue of questions before anything runs.

`load` reads them, `sweep` defines one, `errors` words what is wrong. Nothing is imported here, as a command
that reads a game's file of rules needs no pydantic.
"""

__all__ = ["errors", "load", "rules", "sweep"]

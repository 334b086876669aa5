"""What to solve: sweeps as YAML files, checked against the catalogue of questions before anything runs.

`load` reads them, `sweep` says what one is, `errors` what can be wrong. Nothing is imported here: a command
that asks for a game's file of rules needs no pydantic.
"""

__all__ = ["errors", "load", "rules", "sweep"]

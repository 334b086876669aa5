"""Errors that are worded for who reads a page; all others are faults of ours."""

from configs.errors import ConfigError
from solvers.errors import SolverError
from storage.errors import StoreError

WORDED = (ConfigError, SolverError, StoreError)

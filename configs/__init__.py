"""What to solve: sweeps as YAML files, checked against the catalogue of questions before anything runs."""

from configs.errors import ConfigError, ConfigNotFound
from configs.load import load, parse
from configs.sweep import Sweep

__all__ = ["ConfigError", "ConfigNotFound", "Sweep", "load", "parse"]

"""The machine and the versions, without a name by which it could be found."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tests.bench.floor import FLAGS, compiler

PACKAGES = (
    *("jeopardice", "numba", "llvmlite", "numpy", "scipy", "quantecon"),
    *("prefect", "dask", "icechunk", "zarr", "xarray"),
    *("mdpsolver", "open-spiel", "nashpy"),
)


def described() -> dict[str, str]:
    """What a figure depends on, by what it is of."""
    built = compiler()
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f} GB",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        **{package: _version(package) for package in PACKAGES},
        "compiler": f"{built}, {' '.join(FLAGS)}" if built else "none",
    }


def load() -> float:
    """Processes that want to run, a mean over the last minute."""
    return os.getloadavg()[0]


def _version(package: str) -> str:
    """Of the extra `bench` some may not be installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _processor() -> str:
    """The model's name, where the system tells it."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()

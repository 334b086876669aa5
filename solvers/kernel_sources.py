"""The sources that a kernel's machine code depends on: its module and what this imports from our packages.

Numba recompiles a kernel when its own file changes, but not when a kernel that it calls does. A cache beside
the sources would then keep running the old version of the called kernel.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Imports within functions count, too: a file too many costs little, a missing one gives wrong results.
IMPORTED = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.MULTILINE
)


@cache
def digest(module: Path, compiler: str = "") -> str:
    """Hash a module and everything that it imports, directly or not, independent of where the sources are.

    Parameters
    ----------
    module : path of the module's file
    compiler : text that says what else the machine code depends on

    Returns
    -------
    Sixteen hexadecimal digits, which change when one of these files changes
    """
    found: set[Path] = {module}
    waiting = [module]
    while waiting:
        more = set(_imported(waiting.pop())) - found
        found |= more
        waiting.extend(more)
    known = hashlib.sha256(compiler.encode())
    for path in sorted(found):
        known.update(_line(path))
    return known.hexdigest()[:16]


@cache
def _line(path: Path) -> bytes:
    """A file's path below the root, and the hash of its content."""
    name = str(path.relative_to(ROOT)) if ROOT in path.parents else path.name
    return f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    """The files of `solvers`, and of the module's own package, that a file imports."""
    packages = {"solvers", *path.relative_to(ROOT).parts[:1]} if ROOT in path.parents else {"solvers"}
    names = []
    for base, some, whole in IMPORTED.findall(path.read_text(encoding="utf-8")):
        given = [part.split()[0] for part in re.split(r"[,()\s]*[,()\n]\s*", some or whole) if part.split()]
        names += [base, *(f"{base}.{name}" for name in given)] if base else given
    files = (_file(name) for name in names if name.partition(".")[0] in packages)
    return tuple(file for file in files if file)


@cache
def _file(name: str) -> Path | None:
    """The file of a module or package; None if it is not one of ours."""
    place = ROOT.joinpath(*name.split("."))
    module, package = place.with_name(f"{place.name}.py"), place / "__init__.py"
    return module if module.is_file() else package if package.is_file() else None

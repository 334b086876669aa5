"""What the machine code of a kernel is made from: its module, and all that this imports of these packages.

Numba renews machine code when the kernel's own file changes, not when a kernel that it calls does: code kept
beside the sources would go on computing with yesterday's callee.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
# An import within a function counts, too: one file too many costs little, one too few a wrong answer.
IMPORTED = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.MULTILINE
)


@cache
def digest(module: Path, compiler: str = "") -> str:
    """What names a module and all that it imports, directly or not, wherever the sources are.

    Parameters
    ----------
    module : path of the file
    compiler : what else the machine code depends on

    Returns
    -------
    Sixteen hexadecimal digits, other ones as soon as one of these files changes
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
    """A file's name below the root, and a hash of what is in it."""
    name = str(path.relative_to(ROOT)) if ROOT in path.parents else path.name
    return f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    """The files of `solvers`, and of the module's own package, that a file names in its imports."""
    packages = {"solvers", *path.relative_to(ROOT).parts[:1]} if ROOT in path.parents else {"solvers"}
    names = []
    for base, some, whole in IMPORTED.findall(path.read_text(encoding="utf-8")):
        given = [part.split()[0] for part in re.split(r"[,()\s]*[,()\n]\s*", some or whole) if part.split()]
        names += [base, *(f"{base}.{name}" for name in given)] if base else given
    files = (_file(name) for name in names if name.partition(".")[0] in packages)
    return tuple(file for file in files if file)


@cache
def _file(name: str) -> Path | None:
    """The file of a module or a package, None for what is something else."""
    place = ROOT.joinpath(*name.split("."))
    module, package = place.with_name(f"{place.name}.py"), place / "__init__.py"
    return module if module.is_file() else package if package.is_file() else None

"""Whether docstrings document the parameters that there are: `make check` runs this.

A docstring may do without a section for parameters. One that has it names all of them, in order; of a class,
its fields or what `__init__` takes.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from docstring_parser import DocstringStyle, parse

from flows import PACKAGES

HOUSE = Path(__file__).parent.parent
FOLDERS = (*PACKAGES, "tests")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def main() -> int:
    """Print every docstring that is wrong; return how a command ends."""
    said = [
        line for folder in FOLDERS for path in sorted((HOUSE / folder).rglob("*.py")) for line in wrong(path)
    ]
    print("\n".join(said) or "Documented parameters are those of the signatures.")
    return 1 if said else 0


def wrong(path: Path) -> Iterator[str]:
    """What is wrong in a module, a line each."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, Function | ast.ClassDef):
            continue
        there, told = parameters(node), documented(ast.get_docstring(node) or "")
        if told and told != there:
            said = f"expected the parameters {', '.join(there)}, got {', '.join(told)}"
            yield f"{path.relative_to(HOUSE)}:{node.lineno}: {node.name}: {said}. Document those."


def documented(docstring: str) -> list[str]:
    """Names in the section for parameters, or in that for attributes if there is no other, in order."""
    told: dict[str, list[str]] = {"param": [], "attribute": []}
    for one in parse(docstring, DocstringStyle.NUMPYDOC).params:
        told.setdefault(one.args[0], []).extend(name.strip().lstrip("*") for name in one.arg_name.split(","))
    return told["param"] or told["attribute"]


def parameters(node: Function | ast.ClassDef) -> list[str]:
    """Names that a function or a class takes, in order, but what begins with an underscore."""
    if isinstance(node, ast.ClassDef):
        made = [one for one in node.body if isinstance(one, Function) and one.name == "__init__"]
        fields = [one.target for one in node.body if isinstance(one, ast.AnnAssign)]
        names = [one.id for one in fields if isinstance(one, ast.Name)]
        return parameters(made[0]) if made else [name for name in names if not name.startswith("_")]
    own = node.args
    taken = [*own.posonlyargs, *own.args, own.vararg, *own.kwonlyargs, own.kwarg]
    return [one.arg for one in taken if one is not None and one.arg not in ("self", "cls")]


if __name__ == "__main__":
    sys.exit(main())

"""Contracts for import-linter that know the house: certificates and what they certify, and the rooms of
`solvers`.
"""

from collections import Counter
from pathlib import Path
from typing import Any

from importlinter import Contract, ContractCheck, fields, output

SOLVERS = "solvers"


def room_of(module: str) -> str:
    """The folder of `solvers` that a module lies in, however deep; itself if it lies in none."""
    return module.split(".")[1] if "." in module else ""


def leaf_of(module: str) -> str:
    """A module's own name."""
    return module.rpartition(".")[2]


class Certificates(Contract):  # type: ignore[misc]
    """No certificate and no answer in fractions imports, by whatever way, what computes an answer.

    Options
    -------
    shared : rooms and modules that both may use: rules and data, and what compiles
    """

    type_name = "certificates"
    shared = fields.SetField(subfield=fields.StringField())

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Look at all that each certificate imports."""
        broken = {}
        for certificate in sorted(module for module in graph.modules if is_proof(module)):
            used = {
                module
                for module in graph.find_upstream_modules(certificate)
                if module.startswith(f"{SOLVERS}.")
            }
            kernels = sorted(
                module for module in used if not is_proof(module) and not self._may_share(module)
            )
            if kernels:
                broken[certificate] = [graph.find_shortest_chain(certificate, kernel) for kernel in kernels]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def _may_share(self, module: str) -> bool:
        return any(module == own or module.startswith(f"{own}.") for own in self.shared) or (
            module.count(".") == 1 and module != SOLVERS
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say by which way."""
        for certificate, chains in check.metadata["broken"].items():
            output.print_error(f"{certificate} must share nothing with what it certifies:")
            for chain in chains:
                output.print_error("  " + " -> ".join(chain))


class Rooms(Contract):  # type: ignore[misc]
    """Rooms see few others, and none sees one that sees it; what solves or proves sees no question; no room
    is overfull.

    Options
    -------
    shared : rooms that are ground for all
    most_imports : between rooms that are not
    most_files : in one room, and in each room within it
    growing : rooms that may have more, as each game is a file of its own
    """

    type_name = "rooms"
    shared = fields.SetField(subfield=fields.StringField())
    most_imports = fields.IntegerField()
    most_files = fields.IntegerField()
    growing = fields.SetField(subfield=fields.StringField())

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Count."""
        arrows = Counter[tuple[str, str]]()
        for module in graph.modules:
            for other in (
                graph.find_modules_directly_imported_by(module)
                if module.count(".") >= 2 and module.startswith(SOLVERS)
                else ()
            ):
                if (
                    other.startswith(f"{SOLVERS}.")
                    and other.count(".") >= 2
                    and not {room_of(module), room_of(other)} & self.shared
                ):
                    arrows[room_of(module), room_of(other)] += room_of(module) != room_of(other)
        said = []
        if sum(arrows.values()) > self.most_imports:
            said.append(
                f"imports between rooms: expected at most {self.most_imports}, got {sum(arrows.values())}"
            )
        said += [f"{module} sees {other}, which is above it" for module, other in _upwards(graph)]
        mutual = [(one, other) for one, other in +arrows if one < other and arrows[other, one]]
        said += [f"{one} and {other} see each other" for one, other in mutual]
        folders = (path.parent.relative_to(SOLVERS) for path in Path(SOLVERS).glob("*/**/*.py"))
        files = Counter(folder.as_posix() for folder in folders)
        said += [
            f"{room}: expected at most {self.most_files} files, got {count}"
            for room, count in files.items()
            if count > self.most_files and room not in self.growing
        ]
        return ContractCheck(kept=not said, metadata={"said": said})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say what is too much."""
        for line in check.metadata["said"]:
            output.print_error(line)


def _upwards(graph: Any) -> list[tuple[str, str]]:
    """Imports of a question, or of the literature, by what is neither: machine code is kept without regard to
    them.
    """
    inside = sorted(module for module in graph.modules if module.startswith(f"{SOLVERS}."))
    return [
        (module, other)
        for module in inside
        if not is_above_kernels(module)
        for other in sorted(graph.find_modules_directly_imported_by(module))
        if other.startswith(f"{SOLVERS}.") and is_above_kernels(other)
    ]


def is_above_kernels(module: str) -> bool:
    """Whether a module asks or tells, and neither solves nor proves."""
    rooms = ("questions", "outputs", "wording", "published", "catalog")
    return room_of(module) in rooms or leaf_of(module).startswith("question")


def is_proof(module: str) -> bool:
    """Whether a module proves what others solve: certificates, and answers in fractions."""
    return module.startswith(f"{SOLVERS}.") and leaf_of(module).startswith(("certificate", "exact"))

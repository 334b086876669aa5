"""All outputs that answers can have. Each is declared once; questions add how it is read and what proves it.

Modules: `chances` (winning from the start), `tables` (values of all states), `policies` and `mixtures` (what
to do), `fairness`, `lengths` and `decisions` (further properties of any answer), `proofs` (how exact an
answer is), `studies` (outputs of studies only).
"""

__all__ = [
    "chances",
    "decisions",
    "declared",
    "fairness",
    "lengths",
    "mixtures",
    "output",
    "policies",
    "proofs",
    "studies",
    "tables",
]

"""One registry of outputs: each is declared once, and questions say only how it is read and what proves it.

`chances` has what is won from the start, `tables` what every state is worth, `policies` and `mixtures` what
to do, `fairness`, `lengths` and `decisions` what is read off any answer, `proofs` how exact it is,
`studies` what only a study has.
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

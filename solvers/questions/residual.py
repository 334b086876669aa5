"""The certificate that every answer without a second optimiser has."""

from operator import attrgetter

from solvers.question import Output

RESIDUAL = Output(
    "residual",
    (),
    "float64",
    "1",
    "residual",
    "Largest difference between the value and one backup of it by a route that shares no kernel with the solver.",
    of=attrgetter("residual"),
)

"""The certificate that every answer without a second optimiser has."""

from solvers.question import Output, Role

RESIDUAL = Output(
    name="residual",
    role=Role.CERTIFICATE,
    long_name="residual",
    meaning="Largest difference between the value and one backup of it by a route that shares no kernel with the solver.",
)

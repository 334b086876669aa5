"""What a deployment's run does when it fails: it tells the address that its environment names."""

import os
from typing import Any

from prefect import State
from prefect.client.schemas.objects import FlowRun
from prefect.flows import Flow
from prefect.logging.loggers import flow_run_logger

from flows.launch import Launch
from flows.notifying import VARIABLE, Teller, webhook
from solvers.errors import InvalidRules


def tell_of_failure(flow: Flow[..., Any], flow_run: FlowRun, state: State[Any]) -> None:
    """Tell $JEOPARDICE_ON_FAILURE that a run of a deployment failed. The address is no parameter of the flow,
    as Prefect's database keeps those. Other runs are told of by the command that started them.

    Parameters
    ----------
    flow : the flow
    flow_run : its run
    state : in which it ended
    """
    if flow_run.deployment_id is None:
        return
    try:
        address = webhook(os.environ.get(VARIABLE), VARIABLE)
    except InvalidRules as refused:
        flow_run_logger(flow_run).warning("%s", refused)
        return
    launch = Launch.model_validate(flow_run.parameters["launch"])
    error = state.result(raise_on_failure=False)
    if warning := Teller(launch, address, str(flow_run.id)).tell(error):
        flow_run_logger(flow_run).warning("%s", warning)

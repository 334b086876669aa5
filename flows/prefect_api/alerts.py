"""Automations of the Prefect server: it tells of runs that failed, crashed or are late, and marks killed runs
as crashed, as nobody else may be left to do so.
"""

import asyncio
from datetime import timedelta
from urllib.parse import urlsplit

from prefect.automations import (
    Automation,
    CallWebhook,
    ChangeFlowRunState,
    EventTrigger,
    Posture,
    SendNotification,
)
from prefect.blocks.abstract import NotificationError
from prefect.blocks.notifications import SlackWebhook
from prefect.blocks.webhook import Webhook
from prefect.client.schemas.objects import StateType
from prefect.events.schemas.events import ResourceSpecification
from pydantic import SecretStr

# Of the automation that tells, and of the block that has the address.
TELLS, MARKS = "jeopardice", "jeopardice-killed"
STATES = ("Failed", "Crashed", "Late")
# Seconds between two heartbeats of a run, the least that Prefect takes; and without one, for a killed run.
HEARTBEAT_SECONDS, LOST_SECONDS = 30, 120
HEARTBEAT = "prefect.flow-run.heartbeat"
ENDS = ("Completed", "Failed", "Crashed", "Cancelled", "Cancelling")
RUNS = ResourceSpecification({"prefect.resource.id": "prefect.flow-run.*"})
OURS = ResourceSpecification(
    {"prefect.resource.id": "prefect.tag.jeopardice", "prefect.resource.role": "tag"}
)
SAID = (
    "The run {{ flow_run.name }} is {{ flow_run.state.name | lower }}."
    "{% if flow_run.state.message %} {{ flow_run.state.message }}{% endif %}"
    "{% if flow_run|ui_url %} {{ flow_run|ui_url }}{% endif %}"
)
DOCUMENT = f'{{% set said %}}{SAID}{{% endset %}}{{"text": {{{{ said | tojson }}}}}}'


def is_mail(address: str) -> bool:
    """Whether an address is one of mail."""
    return urlsplit(address).scheme in ("mailto", "mailtos")


def watch(address: str) -> None:
    """Let the configured server tell an address. What it was told before is replaced.

    Parameters
    ----------
    address : takes a POST of JSON; or for mail as Apprise writes it, beginning with mailto:// or mailtos://
    """
    asyncio.run(_watch(address))


def forget() -> bool:
    """Remove both automations; whether there were any."""
    return asyncio.run(_forget())


async def _watch(address: str) -> None:
    await _forget()
    await (await _telling(address)).acreate()
    await _marking().acreate()


async def _forget() -> bool:
    return any([await _removed(name) for name in (TELLS, MARKS)])


async def _removed(name: str) -> bool:
    try:
        await (await Automation.aread(name=name)).adelete()
    except ValueError:
        # Prefect's word for: there is none.
        return False
    return True


async def _telling(address: str) -> Automation:
    return Automation(
        name=TELLS,
        description="Tells of runs of Jeopardice that failed, crashed or are late.",
        trigger=EventTrigger(
            expect={f"prefect.flow-run.{state}" for state in STATES},
            match=RUNS,
            match_related=OURS,
            for_each={"prefect.resource.id"},
            posture=Posture.Reactive,
            threshold=1,
            within=timedelta(0),
        ),
        actions=[await _message(address)],
    )


def post(address: str, text: str) -> str:
    """Send mail now; return what prevented it, else "".

    Parameters
    ----------
    address : as for `watch`, of mail
    text : the mail
    """
    try:
        with (mail := _mail(address)).raise_on_failure():
            mail.notify(text, "Jeopardice")
    except NotificationError as error:
        return _reason(error.log or "", address)
    return ""


def _reason(log: str, address: str) -> str:
    """Return the last line of Apprise's log, without the address, which it may repeat."""
    said = log.strip().rpartition("\n")[2].partition("]: ")[2].replace(address, "...").rstrip(".")
    return "it is no valid address of mail" if not said or "no service" in said else said


def _mail(address: str) -> SlackWebhook:
    """Return a block for mail. Prefect has none of its own; this one lets Apprise read any address."""
    return SlackWebhook(url=SecretStr(address))


async def _message(address: str) -> CallWebhook | SendNotification:
    if is_mail(address):
        mail = await _mail(address).asave(TELLS, overwrite=True)
        return SendNotification(block_document_id=mail, subject="Jeopardice: {{ flow_run.name }}", body=SAID)
    hook = await Webhook(url=SecretStr(address)).asave(TELLS, overwrite=True)
    return CallWebhook(block_document_id=hook, payload=DOCUMENT)


def _marking() -> Automation:
    return Automation(
        name=MARKS,
        description="Calls runs of Jeopardice crashed that give no sign of life any more.",
        trigger=EventTrigger(
            after={HEARTBEAT},
            expect={HEARTBEAT, *(f"prefect.flow-run.{state}" for state in ENDS)},
            match=RUNS,
            match_related=OURS,
            for_each={"prefect.resource.id"},
            posture=Posture.Proactive,
            threshold=1,
            within=timedelta(seconds=LOST_SECONDS),
        ),
        actions=[
            ChangeFlowRunState(
                state=StateType.CRASHED,
                name="Crashed",
                message=f"No sign of life for {LOST_SECONDS} s: it was killed, or cannot reach Prefect.",
                force=False,
            )
        ],
    )

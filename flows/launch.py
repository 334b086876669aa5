"""A launch: a request by `jeopardice run`, a schedule or a deployment, from the command line to the flow."""

from concurrent.futures import Future
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from configs.sweep import Sweep
from flows.places import Where, store_url
from flows.sweep_config import sweeps_of
from tasks.rerun import Rerun

if TYPE_CHECKING:
    from datetime import timedelta

    from flows.begun import Begun
    from tasks.plan import RunPlan


class Launch(BaseModel):
    """What to run and where; plans are made once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    config: str = Field(description="YAML file, or the name of a shipped config.")
    store: str | None = Field(
        default=None, description="Path or URL of the store; $JEOPARDICE_STORE or ./store by default."
    )
    scheduler: str | None = Field(default=None, description="Address of a running Dask scheduler.")
    workers: int | None = Field(
        default=None, description="Number of local Dask workers; one per core by default."
    )
    case_timeout: float | None = Field(
        default=None, description="Seconds after which a case is ended and fails; null for no limit."
    )
    serial: bool = Field(default=False, description="Solve in the launching process, for debugging.")
    rerun: Rerun = Field(
        default=Rerun.NEEDED, description="Cases to solve: needed, failed, stale, damaged or all."
    )
    keep: tuple[str, ...] = Field(
        default=(), description="Outputs to store in addition to those of the config."
    )
    publish: str | None = Field(
        default="published", description="Directory for plain Zarr copies; null for none."
    )
    log: str | None = Field(
        default=None, description="File that gets a line of JSON for each event; $JEOPARDICE_LOG by default."
    )
    keep_history: str | None = Field(
        default=None,
        description="Age, such as 30d, after which replaced states are deleted; null keeps all of them.",
    )
    yes: bool = Field(default=False, description="Run even if the sweep is very large or replaces answers.")

    _begun: "Future[Begun] | None" = PrivateAttr(default=None)

    @property
    def begun(self) -> "Future[Begun] | None":
        """What the launcher has already started; None if the flow starts everything."""
        return self._begun

    def beginning(self, begun: "Future[Begun]") -> None:
        """Make the flow wait for what has been started."""
        self._begun = begun

    @property
    def where(self) -> Where:
        """Where blocks run.

        Raises
        ------
        InvalidRules
            if it names more than one place
        """
        # A deployment may pass empty text for what is not set.
        return Where(self.serial, self.scheduler or None, self.workers, self.case_timeout)

    def check_where(self) -> None:
        """Refuse a launch that names more than one place, for callers that do not use it yet.

        Raises
        ------
        InvalidRules
            if it does
        """
        _ = self.where

    @property
    def history_age(self) -> "timedelta | None":
        """How long replaced states are kept; None for ever.

        Raises
        ------
        InvalidRules
            if it is no age, or too short
        """
        from flows.retention import kept_for

        return kept_for(self.keep_history or None)

    def replacing(self, **changes: Any) -> Self:
        """The same launch with changes, and with the plans that it already has."""
        return self.model_copy(update=changes)

    @property
    def url(self) -> str:
        """Address of the store, which need not exist."""
        return store_url(self.store)

    @cached_property
    def sweeps(self) -> tuple[Sweep, ...]:
        """The sweeps of the config, each with the additional outputs.

        Raises
        ------
        ConfigError, InvalidRules
            if the config is invalid, or a question has no such output
        """
        return sweeps_of(self.config, self.keep)

    @cached_property
    def plans(self) -> "tuple[RunPlan, ...]":
        """The plan for each sweep, from the time when it was first requested.

        Raises
        ------
        InvalidRules, StoreError
            as `flows.look.look`
        """
        # Imported late: an error in the config is reported a second earlier.
        from flows.look import look

        return look(self.sweeps, self.url, self.publish, self.rerun, self.yes)

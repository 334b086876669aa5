"""A launch: what `jeopardice run`, a schedule or a deployment asks for, from the command line to the flow."""

from concurrent.futures import Future
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from configs.sweep import Sweep
from flows.places import Where, store_url
from flows.sweep_config import sweeps_of
from tasks.rerun import Rerun

if TYPE_CHECKING:
    from flows.begun import Begun
    from tasks.plan import RunPlan


class Launch(BaseModel):
    """What is asked of a run, and where it goes; what it comes to is looked up once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    config: str = Field(description="YAML file, or the name of a shipped config.")
    store: str | None = Field(
        default=None, description="Where answers go; $JEOPARDICE_STORE or ./store if unsaid."
    )
    scheduler: str | None = Field(
        default=None, description="Address of a Dask scheduler that is there already."
    )
    workers: int | None = Field(
        default=None, description="Size of the local Dask cluster; one a core if unsaid."
    )
    serial: bool = Field(default=False, description="Solve in the launching process, for debugging.")
    rerun: Rerun = Field(default=Rerun.NEEDED, description="Which cases to solve of those that are there.")
    keep: tuple[str, ...] = Field(
        default=(), description="Outputs to store besides those that the config names."
    )
    publish: str | None = Field(
        default="published", description="Directory for plain Zarr copies; null for none."
    )
    yes: bool = Field(default=False, description="Solve it even if it is absurdly large or replaces answers.")

    _begun: "Future[Begun] | None" = PrivateAttr(default=None)

    @property
    def begun(self) -> "Future[Begun] | None":
        """What the launcher has begun of it; None where the flow begins."""
        return self._begun

    def beginning(self, begun: "Future[Begun]") -> None:
        """From now on the flow waits for what has begun."""
        self._begun = begun

    @property
    def where(self) -> Where:
        """Where blocks run.

        Raises
        ------
        InvalidRules
            if it says more than one place
        """
        # A deployment may hand over an empty text where nothing is set.
        return Where(self.serial, self.scheduler or None, self.workers)

    def check_where(self) -> None:
        """Refuse a launch that says more than one place, for who does not go there yet.

        Raises
        ------
        InvalidRules
            if it does
        """
        _ = self.where

    def replacing(self, **changes: Any) -> Self:
        """The same launch with other words, and the plans that it has already."""
        return self.model_copy(update=changes)

    @property
    def url(self) -> str:
        """Of the store, which need not be there."""
        return store_url(self.store)

    @cached_property
    def sweeps(self) -> tuple[Sweep, ...]:
        """Those of the config, each with what it is to keep besides.

        Raises
        ------
        ConfigError, InvalidRules
            if the config is not one, or a question has no such output
        """
        return sweeps_of(self.config, self.keep)

    @cached_property
    def plans(self) -> "tuple[RunPlan, ...]":
        """What there is to do for each sweep, as it was when it was first asked for.

        Raises
        ------
        InvalidRules, StoreError
            as `flows.look.look`
        """
        # Imported late: a mistake in the config is told a second earlier.
        from flows.look import look

        return look(self.sweeps, self.url, self.publish, self.rerun, self.yes)

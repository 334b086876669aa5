"""How a mixed strategy mixes: between how many choices at each state, and where most."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

# A choice of less chance is none.
LEAST = 1e-12


@dataclass(frozen=True)
class Mixing:
    """A mixed strategy by states.

    Attributes
    ----------
    choices : [down, across, choice], what is mixed
    chance : likewise, how likely each is; 0 where there is none
    """

    choices: xr.DataArray
    chance: xr.DataArray

    @classmethod
    def of(cls, choices: xr.DataArray, chance: xr.DataArray) -> "Mixing":
        """A strategy and its chances, which may lie otherwise and go on beyond it.

        Parameters
        ----------
        choices : [down, across, choice]
        chance : with these dimensions in any order
        """
        down, across, choice = choices.dims
        chance = chance.transpose(down, across, choice).sel(
            {down: choices[down], across: choices[across], choice: choices[choice]}
        )
        return cls(choices, chance.where(chance > LEAST, 0.0))

    @property
    def count(self) -> xr.DataArray:
        """Between how many choices it mixes, [down, across]; NaN where there is no state."""
        counted = (self.chance > 0.0).sum([self.choices.dims[2]])
        return counted.where(counted > 0).rename("choices").assign_attrs(long_name="choices mixed")

    @property
    def most(self) -> tuple[int, int]:
        """The place of the state of the greatest entropy, down and across."""
        entropy = -(self.chance * np.log(self.chance.where(self.chance > 0.0))).sum([self.choices.dims[2]])
        row, column = np.unravel_index(int(entropy.values.argmax()), entropy.shape)
        return int(row), int(column)

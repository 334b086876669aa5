"""A mixed strategy by states: the number of choices in each mixture, and the most mixed state."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

# Choices with less probability do not count.
LEAST = 1e-12


@dataclass(frozen=True)
class Mixing:
    """A mixed strategy by states.

    Attributes
    ----------
    choices : [down, across, choice], the choices
    chance : of the same shape, their probabilities; 0 for no choice
    """

    choices: xr.DataArray
    chance: xr.DataArray

    @classmethod
    def of(cls, choices: xr.DataArray, chance: xr.DataArray) -> "Mixing":
        """Return a strategy from choices and their probabilities, which may have more entries.

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
        """Return the number of choices in each mixture, [down, across]; NaN for no state."""
        counted = (self.chance > 0.0).sum([self.choices.dims[2]])
        return counted.where(counted > 0).rename("choices").assign_attrs(long_name="choices mixed")

    @property
    def most(self) -> tuple[int, int]:
        """Return the index of the state with the greatest entropy, down and across."""
        entropy = -(self.chance * np.log(self.chance.where(self.chance > 0.0))).sum([self.choices.dims[2]])
        row, column = np.unravel_index(int(entropy.values.argmax()), entropy.shape)
        return int(row), int(column)

"""A mixed strategy: a map of the states that mix, and the mixture at the one that mixes most, as bars."""

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from flows.pictures.colours import LINES
from flows.pictures.labels import label, name_ticks, places

# A choice of less chance is none.
LEAST = 1e-12


def draw_mixture(figure: Figure, choices: xr.DataArray, chance: xr.DataArray) -> None:
    """Where it mixes, and how at one state.

    Parameters
    ----------
    figure : empty
    choices : [down, across, choice], what is mixed
    chance : likewise, how likely each is
    """
    down, across, choice = (str(dim) for dim in choices.dims)
    chance = chance.transpose(down, across, choice).sel({down: choices[down], across: choices[across]})
    mixed = (chance > LEAST).sum(choice) > 1
    states, bars = figure.subplots(1, 2, width_ratios=(3, 2))
    at = np.argwhere(mixed.values)
    states.plot(
        places(choices, across)[at[:, 1]], places(choices, down)[at[:, 0]], "s", color=LINES[1], markersize=3
    )
    states.set_xlim(0, places(choices, across).max())
    states.set_ylim(0, places(choices, down).max())
    states.set_aspect("equal")
    name_ticks(states.xaxis, choices, across)
    name_ticks(states.yaxis, choices, down)
    states.set_title(f"{len(at)} of {mixed.size} states mix", fontsize="medium")
    entropy = -(chance * np.log(chance.where(chance > LEAST))).sum(choice)
    row, column = np.unravel_index(int(entropy.values.argmax()), mixed.shape)
    likely = chance.values[row, column] > LEAST
    named = [f"{one:g}" for one in choices.values[row, column][likely].astype(float)]
    bars.bar(named, chance.values[row, column][likely], color=LINES[1])
    bars.set_ylim(0.0, 1.0)
    bars.set_xlabel(label(choices))
    bars.set_ylabel(label(chance))
    where = f"{choices[down].values[row]}, {choices[across].values[column]}"
    bars.set_title(f"the mixture at {where}", fontsize="medium")

"""A mixed strategy: a map of the states that mix, and the mixture at the one that mixes most, as bars."""

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pictures.colours import LINES
from pictures.labels import name_ticks, places
from pictures.mixing import Mixing
from pictures.names import name_of


def draw_mixture(figure: Figure, choices: xr.DataArray, chance: xr.DataArray) -> None:
    """Where it mixes, and how at one state.

    Parameters
    ----------
    figure : empty
    choices : [down, across, choice], what is mixed
    chance : likewise, how likely each is
    """
    mixing = Mixing.of(choices, chance)
    states, bars = figure.subplots(1, 2, width_ratios=(3, 2))
    _draw_states(states, mixing)
    _draw_bars(bars, mixing)


def _draw_states(plot: Axes, mixing: Mixing) -> None:
    choices, mixed = mixing.choices, mixing.count.values > 1
    down, across = (str(dim) for dim in choices.dims[:2])
    at = np.argwhere(mixed)
    x, y = places(choices, across), places(choices, down)
    plot.plot(x[at[:, 1]], y[at[:, 0]], "s", color=LINES[1], markersize=3)
    plot.set_xlim(x.min() - 0.5, x.max() + 0.5)
    plot.set_ylim(y.min() - 0.5, y.max() + 0.5)
    plot.set_aspect("equal")
    name_ticks(plot.xaxis, choices, across)
    name_ticks(plot.yaxis, choices, down)
    plot.set_title(f"{len(at)} of {mixed.size} states mix", fontsize="medium")


def _draw_bars(plot: Axes, mixing: Mixing) -> None:
    row, column = mixing.most
    chance = mixing.chance.values[row, column]
    named = [f"{one:g}" for one in mixing.choices.values[row, column][chance > 0.0].astype(float)]
    plot.bar(named, chance[chance > 0.0], color=LINES[1])
    plot.set_ylim(0.0, 1.0)
    plot.set_xlabel(name_of(mixing.choices))
    plot.set_ylabel(name_of(mixing.chance))
    down, across = mixing.choices.dims[:2]
    where = f"{mixing.choices[down].values[row]}, {mixing.choices[across].values[column]}"
    plot.set_title(f"the mixture at {where}", fontsize="medium")

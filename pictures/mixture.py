"""Draw a mixed strategy: a map of the states that mix, and their mixtures."""

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pictures.colours import LINES
from pictures.labels import name_ticks, places
from pictures.mixing import Mixing
from pictures.names import name_of

GRID = 0.3
# Area of a dot with probability 1, in square points.
LARGEST_DOT = 60.0


def draw_mixture(figure: Figure, choices: xr.DataArray, chance: xr.DataArray) -> None:
    """Draw where a strategy mixes, and what.

    Parameters
    ----------
    figure : an empty figure
    choices : [down, across, choice], the choices
    chance : of the same shape, their probabilities
    """
    mixing = Mixing.of(choices, chance)
    states, totals = figure.subplots(1, 2)
    _draw_states(states, mixing)
    _draw_mixtures(totals, mixing)


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


def _draw_mixtures(plot: Axes, mixing: Mixing) -> None:
    """Draw all mixtures by the first score: a line from the least choice to the greatest, a dot for each."""
    down = str(mixing.choices.dims[0])
    mixed = mixing.count.values > 1
    at = places(mixing.choices, down)[np.argwhere(mixed)[:, 0]]
    choices = mixing.choices.values[mixed].astype(float)
    chance = mixing.chance.values[mixed]
    choices = np.where(chance > 0.0, choices, np.nan)
    if at.size:
        plot.vlines(
            at, np.nanmin(choices, 1), np.nanmax(choices, 1), color=LINES[0], linewidth=0.6, alpha=0.5
        )
    else:
        plot.text(0.5, 0.5, "no state mixes", transform=plot.transAxes, ha="center")
    across = np.broadcast_to(at[:, None], choices.shape)
    plot.scatter(across, choices, s=LARGEST_DOT * chance, color=LINES[2], alpha=0.6, linewidths=0.0)
    name_ticks(plot.xaxis, mixing.choices, down)
    plot.set_ylabel(name_of(mixing.choices))
    plot.grid(alpha=GRID)
    plot.set_title("what they mix; larger dots are likelier", fontsize="medium")

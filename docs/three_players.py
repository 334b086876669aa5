"""Draw docs/three_players.png, which the README shows, from the plain Zarr of a solved sweep: `make
picture`.
"""

import sys

import matplotlib
import xarray as xr
from matplotlib import pyplot


def draw(zarr: str, picture: str) -> None:
    """The two plots that the README names, side by side, with the labels that the dataset has."""
    matplotlib.use("Agg")
    ds = xr.open_zarr(zarr)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    ds.win_probability.plot(ax=left)
    left.set_title("win probability")
    ds.hold_at.sel(first_hold_at=25, second_hold_at=25, second_opponent=60).plot(
        x="banked", ax=right, cmap="magma"
    )
    right.set_title("hold at, against (25, 25), second opponent at 60")
    figure.savefig(picture, dpi=88)


if __name__ == "__main__":
    draw(*sys.argv[1:])

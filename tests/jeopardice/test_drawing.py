"""`jp.plot` draws the pictures of the command."""

from collections.abc import Iterator
from pathlib import Path

import matplotlib
import pytest

import jeopardice as jp


@pytest.fixture(autouse=True)
def no_windows() -> Iterator[None]:
    from matplotlib import pyplot

    with matplotlib.rc_context({"backend": "agg"}):
        yield
        pyplot.close("all")


def test_plot__draws_the_first_picture_on_axes_of_pyplot() -> None:
    from matplotlib import pyplot

    axes = jp.plot(jp.solve("piglet", goal=6))
    assert axes.figure is pyplot.gcf()
    title, subtitle = (text.get_text() for text in axes.figure.texts)
    assert title == "Boundary between rolling and holding"
    assert "Piglet" in subtitle


def test_plot__draws_the_picture_that_is_named() -> None:
    ds = jp.solve("piglet", goal=6)
    titles = [jp.plot(ds, name).figure.texts[0].get_text() for name in ("value", "hold-at")]
    assert len(set(titles)) == 2
    assert all(titles)
    axes = jp.plot(ds, "value", opponent=3)
    assert axes.get_xlabel().startswith("banked")
    assert len(axes.lines) == 1


def test_plot__draws_a_sweep_along_its_axis() -> None:
    ds = jp.sweep("piglet", goal=range(4, 8), progress=False)
    assert jp.plot(ds, "win_probability").get_xlabel().startswith("points to win")


def test_interactive__is_one_page_that_a_notebook_shows(tmp_path: Path) -> None:
    page = jp.plot(jp.solve("piglet", goal=6), interactive=True)
    page.save(tmp_path / "picture.html")
    assert (tmp_path / "picture.html").read_text(encoding="utf-8") == page.html
    assert page._repr_html_().startswith("<iframe srcdoc=")
    assert len(repr(page)) < 80


def test_mistakes__are_worded() -> None:
    ds = jp.solve("piglet", goal=6)
    with pytest.raises(jp.InvalidRules, match="picture: expected one of"):
        jp.plot(ds, "x")
    with pytest.raises(jp.NotInStore, match=r"^There is no axis 'goals'\. The axes are banked, opponent"):
        jp.plot(ds, goals=3)
    with pytest.raises(jp.InvalidRules, match="an output along an axis"):
        jp.plot(jp.solve("piglet", goal=6, keep="win_probability"))
    with pytest.raises(jp.InvalidRules, match="attribute `question`"):
        jp.plot(ds.drop_attrs())
    with pytest.raises(jp.InvalidRules, match=r"an xarray\.Dataset, got 'DataArray'"):
        jp.plot(ds.policy)
    with pytest.raises(jp.InvalidRules, match=r"an xarray\.Dataset, got 'str'"):
        jp.plot("piglet")  # type: ignore[arg-type]

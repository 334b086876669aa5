"""The controls of a page: a choice becomes an address, and an address sets the controls.

Widgets are reused when their options change, so that they keep the keyboard focus.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import panel as pn
import xarray as xr

from browsing.explorer.address import LINE, Address
from browsing.explorer.cells import labels_of
from browsing.explorer.seeing import named
from browsing.explorer.shell import WIDGETS
from browsing.explorer.slicing import variables_of
from solvers.wording.counts import begun

# With more labels one is typed: a list of thousands is useless, and large.
MOST_OPTIONS = 600
PARTS = {"label": "labels", "part": "labels", "point": "point"}


@dataclass(frozen=True)
class Choices:
    """The options of the controls.

    Parameters
    ----------
    dataset : the sweep
    states : states of the sweep, references by words
    others : sweeps to compare with; empty on pages that compare nothing
    other_states : states of the selected one of these
    shown : labels for cross-sections, by dimension
    """

    dataset: xr.Dataset
    states: Mapping[str, str]
    others: tuple[str, ...] = ()
    other_states: Mapping[str, str] | None = None
    shown: Mapping[str, list[str]] = field(default_factory=dict)


class Chooser:
    """Two groups of controls: what is plotted, and at which labels.

    Parameters
    ----------
    told : function that is called with the address that a reader has chosen
    """

    def __init__(self, told: Callable[[Address], None]) -> None:
        self._told, self._address, self._showing = told, Address(), False
        self._widgets: dict[str, Any] = {}
        style = {"sizing_mode": "stretch_width", "stylesheets": [WIDGETS], "css_classes": ["choices"]}
        self.what, self.which = pn.Column(**style), pn.Column(**style)

    def show(self, choices: Choices, address: Address) -> None:
        """Set the controls to a complete address.

        Parameters
        ----------
        choices : the options
        address : the address that is shown
        """
        self._address, self._showing = address, True
        try:
            found = choices.dataset[address.variable]
            dims = [str(dim) for dim in found.dims]
            self._arrange(self.what, self._what(choices, address, dims))
            self._arrange(self.which, self._which(choices, address, dims))
        finally:
            self._showing = False

    def _what(self, choices: Choices, address: Address, dims: list[str]) -> list[Any]:
        names = named(choices.dataset, variables_of(choices.dataset))
        words = named(choices.dataset, dims)
        kept = [self._select("variable", "Variable", names, address.variable)]
        if dims:
            kept.append(self._select("x", "Horizontal", words, address.x))
        if len(dims) > 1:
            down = {"nothing: a line": LINE} | words
            kept.append(self._select("y", "Vertical", down, address.y))
        kept.append(self._select("at", "State", choices.states, address.at))
        if choices.others:
            others = {name: name for name in choices.others}
            kept.append(self._select("other", "Compared with", others, address.other))
            states = choices.other_states or {"newest": ""}
            kept.append(self._select("other_at", "In its state", states, address.other_at))
        return kept

    def _which(self, choices: Choices, address: Address, dims: list[str]) -> list[Any]:
        found, kept = choices.dataset[address.variable], []
        for words, dim in named(choices.dataset, dims).items():
            texts = labels_of(found[dim])
            if dim not in (address.x, address.y):
                kept.append(self._one_of(f"label {dim}", begun(words), texts, address.labels[dim]))
                continue
            if found[dim].dtype.kind in "iuf":
                part = f"Part of {words}, {texts[0]}:{texts[-1]}"
                kept.append(self._text(f"part {dim}", part, address.labels.get(dim, ""), "all"))
            if shown := choices.shown.get(dim):
                point = address.point.get(dim, shown[0])
                kept.append(self._one_of(f"point {dim}", f"Cross-section at {words}", shown, point))
        return kept

    def _one_of(self, key: str, name: str, texts: list[str], value: str) -> Any:
        if len(texts) > MOST_OPTIONS:
            return self._text(key, f"{name}, {texts[0]} to {texts[-1]}", value, texts[0])
        # A label may be written in several ways, 0.5 and .5: the current one is always an option.
        return self._select(key, name, {text: text for text in dict.fromkeys([*texts, value])}, value)

    def _select(self, key: str, name: str, options: Mapping[str, str], value: str) -> Any:
        widget = self._widget(f"{key} select", key, pn.widgets.Select)
        widget.param.update(name=name, options=dict(options), value=value)
        return widget

    def _text(self, key: str, name: str, value: str, placeholder: str) -> Any:
        widget = self._widget(f"{key} text", key, pn.widgets.TextInput)
        widget.param.update(name=name, value=value, placeholder=placeholder)
        return widget

    def _widget(self, kept: str, key: str, kind: Any) -> Any:
        if kept not in self._widgets:
            widget = kind(sizing_mode="stretch_width", margin=0, stylesheets=[WIDGETS])
            widget.param.watch(lambda event: self._choose(key, event.new), "value")
            self._widgets[kept] = widget
        return self._widgets[kept]

    def _arrange(self, group: Any, widgets: list[Any]) -> None:
        if list(group) != widgets:
            group.objects = widgets

    def _choose(self, key: str, value: str) -> None:
        if not self._showing:
            self._told(chosen(self._address, key, value))


def chosen(address: Address, key: str, value: str) -> Address:
    """Return the address after a choice; choices that no longer fit are left to the page.

    Parameters
    ----------
    address : the complete address before
    key : field of the address; or label, part or point, and a dimension
    value : the choice
    """
    kind, _, dim = key.partition(" ")
    if kind in PARTS:
        field = PARTS[kind]
        return address.but(**{field: {**getattr(address, field), dim: value.strip()}})
    if key == "variable":
        held = {name: text for name, text in address.labels.items() if ":" not in text}
        return address.but(variable=value, x="", y="", labels=held, point={})
    if key in ("x", "y"):
        other = "y" if key == "x" else "x"
        swapped = {other: getattr(address, key)} if getattr(address, other) == value else {}
        labels = {name: text for name, text in address.labels.items() if name != value}
        return address.but(**{key: value}, **swapped, labels=labels, point={})
    if key == "other":
        return address.but(other=value, other_at="")
    return address.but(**{key: value})

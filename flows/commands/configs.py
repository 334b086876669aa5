"""`jeopardice configs`: the configs that come with the project."""

import yaml
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from flows.shipped import shipped


def list_configs() -> None:
    """Print the shipped configs with the titles of their sweeps."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, path in shipped().items():
        titles = [str(document["title"]) for document in yaml.safe_load_all(path.read_text(encoding="utf-8"))]
        table.add_row(f"[bold]{name}[/]")
        for title in titles:
            table.add_row(Padding(escape(title), (0, 0, 0, 2)))
    Console(highlight=False).print(table)

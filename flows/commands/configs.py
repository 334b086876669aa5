"""`jeopardice configs`: the configs that come with the project."""

import yaml
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from configs.errors import ConfigNotFound
from flows.shipped import shipped


def list_configs(word: str = "") -> None:
    """Print the shipped configs with the titles of their sweeps.

    Parameters
    ----------
    word : only configs that have it in their name or in a title, in capitals or not; "" for all

    Raises
    ------
    ConfigNotFound
        if none has it
    """
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, path in shipped().items():
        titles = [str(document["title"]) for document in yaml.safe_load_all(path.read_text(encoding="utf-8"))]
        if word.lower() not in "\n".join((name, *titles)).lower():
            continue
        table.add_row(f"[bold]{name}[/]")
        for title in titles:
            table.add_row(Padding(escape(title), (0, 0, 0, 2)))
    if not table.row_count:
        raise ConfigNotFound(
            f"No shipped config has {word!r} in its name or titles. `jeopardice configs` lists all."
        )
    Console(highlight=False).print(table)

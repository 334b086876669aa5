"""The help of each command, from the command itself."""

import re
from collections.abc import Iterator
from typing import Any

import typer
from in_markdown import code, contents, page, table

from flows.cli import app

# Marks of Rich, in texts of help.
MARKS = re.compile(r"\[/?(?:bold|dim|italic|green|cyan|red|yellow)[^\]]*\]")


def pages() -> Iterator[tuple[str, str]]:
    """Names and texts: a page for each command, and one that leads to them."""
    group = typer.main.get_command(app)
    commands: dict[str, Any] = vars(group)["commands"]
    for name, command in commands.items():
        yield f"commands/{name}", _page(name, command)
    first = [[f"[`{name}`]({name}.md)", _plain(one.help).split("\n\n")[0]] for name, one in commands.items()]
    said = "`jeopardice COMMAND --help` prints the same in the terminal."
    yield "commands/index", page("Commands", said, table(["command", "does"], first), contents(commands))


def _page(name: str, command: Any) -> str:
    context = command.make_context(f"jeopardice {name}", [], resilient_parsing=True)
    parts = [_plain(command.help), f"```console\n$ {_usage(command.get_usage(context))}\n```"]
    for title, kind in (("Arguments", "argument"), ("Options", "option")):
        shown = [own for own in command.get_params(context) if own.param_type_name == kind]
        records = [record for own in shown if (record := own.get_help_record(context))]
        if records:
            rows = [[code(names.strip()), _plain(said)] for names, said in records]
            parts.append(table([title, "meaning"], rows))
    return page(f"jeopardice {name}", *parts)


def _usage(text: str) -> str:
    """The line of a usage, with each bracket once.

    >>> _usage("Usage: jeopardice solve [[GAME]] [[NAME=VALUE]...]...")
    'jeopardice solve [GAME] [NAME=VALUE]...'
    """
    once = text.removeprefix("Usage: ").replace("...]...", "]...").replace("[[", "[").replace("]]", "]")
    return " ".join(once.split())


def _plain(text: str | None) -> str:
    """A help text as Markdown: without marks, and one line a paragraph."""
    clean = MARKS.sub("", text or "").replace("\b", "")
    return "\n\n".join(" ".join(part.split()) for part in clean.split("\n\n")).replace("<", "&lt;")

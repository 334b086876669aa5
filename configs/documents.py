"""A YAML file as plain content, with the line of each entry for errors.

Only what a config needs is read: mappings with text keys, lists, and plain values. A repeated key is an
error, while YAML readers commonly take the last one; anchors, aliases and tags are errors, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from configs.errors import Path, Problem, shown

# PyYAML's messages, and the same in plain words.
END = "'<stream end>'"
TAB = "a tab cannot stand here"
UNLIKE = "this line is not indented like those that it belongs to"
PLAIN = {
    END: "the end of the file",
    ", but got": ", got",
    ", but found": ", got",
    "the node content": "a value",
    "found character '\\t' that cannot start any token": TAB,
    "expected <block end>, got '<block sequence start>'": UNLIKE,
    "expected <block end>, got '<block mapping start>'": UNLIKE,
    "mapping values are not allowed here": "a colon and a space cannot stand here",
}


@dataclass
class Document:
    """One YAML document.

    Parameters
    ----------
    content : mappings, lists and values
    lines : line number of each entry by its path, in the order of the file; () for the document
    problems : parts of the file that content cannot hold
    """

    content: object = None
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def entry(self, path: Path) -> Path:
        """The path itself if the file has such an entry, else the nearest parent."""
        while path not in self.lines:
            path = path[:-1]
        return path

    def line(self, path: Path) -> int:
        """The line of an entry, or of its nearest parent."""
        return self.lines[self.entry(path)]


class NotYaml(ValueError):
    """The text is not YAML.

    Parameters
    ----------
    problem : what is wrong
    line : line number, from 1; None if unknown
    excerpt : the text there and a caret below it, in two lines; "" if unknown
    """

    def __init__(self, problem: str, line: int | None = None, excerpt: str = "") -> None:
        super().__init__(problem, line, excerpt)
        self.problem, self.line, self.excerpt = problem, line, excerpt


def documents(text: bytes) -> Iterator[Document]:
    """The documents of a YAML file.

    Raises
    ------
    NotYaml
        where it is not well-formed
    """
    try:
        for node in yaml.compose_all(text, Loader=_Loader):
            yield _document(node)
    except yaml.MarkedYAMLError as error:
        raise _not_yaml(error) from None
    except yaml.YAMLError as error:
        raise NotYaml(" ".join(str(error).split())) from None
    except RecursionError as error:
        # Without its thousand frames, which nobody reads, and whose pickling would exceed the recursion limit
        # again.
        raise NotYaml("lists or mappings nested too deeply") from error.with_traceback(None)


def _not_yaml(error: yaml.MarkedYAMLError) -> NotYaml:
    """The error at the place where a text is no longer YAML; unclosed brackets are shown where they open."""
    problem, mark = error.problem or str(error), error.problem_mark or error.context_mark
    if END in problem:
        mark = error.context_mark or mark
    for theirs, ours in PLAIN.items():
        problem = problem.replace(theirs, ours)
    if mark is None:
        return NotYaml(problem)
    excerpt = mark.get_snippet(indent=2) or ""
    return NotYaml(problem, mark.line + 1, excerpt if excerpt.strip(" ^\n") else "")


class _Loader(yaml.SafeLoader):
    """Refuses aliases, by which a short file can expand without end."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            alias: Any = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(
                None, None, f"alias *{alias.anchor}, which configs do not have", alias.start_mark
            )
        return super().compose_node(parent, index)


def _document(node: yaml.Node) -> Document:
    document = Document()
    document.lines[()] = _line(node)
    document.content = _content(node, (), document)
    return document


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _content(node: yaml.Node, path: Path, document: Document) -> object:
    if isinstance(node, yaml.MappingNode) and node.tag == "tag:yaml.org,2002:map":
        return dict(_entries(node, path, document))
    if isinstance(node, yaml.SequenceNode) and node.tag == "tag:yaml.org,2002:seq":
        return [_entry(item, item, (*path, place), document) for place, item in enumerate(node.value)]
    if isinstance(node, yaml.ScalarNode):
        return _value(node, path, document)
    document.problems.append(
        Problem(_name(path), f"the tag {node.tag!r} is not a value", "", path, "Remove it.")
    )
    return None


def _entries(node: yaml.MappingNode, path: Path, document: Document) -> Iterator[tuple[str, object]]:
    first: dict[str, int] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.tag != "tag:yaml.org,2002:str":
            got = shown(key.value) if isinstance(key, yaml.ScalarNode) else "a list or mapping"
            own = (*path, str(key.value))
            document.lines[own] = _line(key)
            document.problems.append(Problem("key", "a word", got, own, "Put quotes around it if it is one."))
        elif key.value in first:
            remedy = "Remove one of the two."
            document.problems.append(
                Problem(
                    key.value,
                    f"this key is on line {first[key.value]} and again on line {_line(key)}",
                    "",
                    (*path, key.value),
                    remedy,
                )
            )
        else:
            first[key.value] = _line(key)
            yield key.value, _entry(key, value, (*path, key.value), document)


def _entry(begin: yaml.Node, node: yaml.Node, path: Path, document: Document) -> object:
    document.lines[path] = _line(begin)
    return _content(node, path, document)


def _value(node: yaml.ScalarNode, path: Path, document: Document) -> Any:
    try:
        return yaml.constructor.SafeConstructor().construct_object(node)
    except (yaml.YAMLError, ValueError):
        rule = "text, a number, true or false"
        document.problems.append(
            Problem(_name(path), rule, shown(node.value), path, "Put quotes around it if it is text.")
        )
        return None


def _name(path: Path) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "document")

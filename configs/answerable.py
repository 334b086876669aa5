"""What a question refuses in a sweep: unknown names, values out of range, repeated labels, symmetries that it
does not have.

It checks a config's plain content, so that problems of all parts are found at once. Parts of a wrong type are
skipped here, as the model of the sweep refuses those.
"""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import ValidationError

from configs import axis
from configs.axis import MOST_LABELS, Span
from configs.errors import NOTHING, Path, Problem, nearest, shown
from solvers.catalog import QUESTIONS, keeping
from solvers.errors import InvalidRules
from solvers.questions.parameter import Parameter, Value
from solvers.questions.question import Question

Content = Mapping[str, object]


def unanswerable(content: Content) -> list[Problem]:
    """All problems that a sweep's question has with its content.

    Parameters
    ----------
    content : document of a config, or of a sweep
    """
    asked = content.get("question")
    if not isinstance(asked, str):
        return []
    if asked not in QUESTIONS:
        return [
            Problem(
                "question",
                "one of the catalogue",
                shown(asked),
                ("question",),
                nearest(asked, QUESTIONS, "The catalogue"),
            )
        ]
    question = QUESTIONS[asked]
    parameters, axes = _mapping(content, "parameters"), _mapping(content, "axes")
    return [
        *_missing(question, parameters, axes),
        *_fixed(question, parameters),
        *_axes(question, axes, parameters),
        *_symmetric(question, axes, _sequence(content.get("symmetric"))),
        *_keep(question, _sequence(content.get("keep"))),
    ]


def _mapping(content: Content, key: str) -> Content:
    part = content.get(key)
    return part if isinstance(part, Mapping) else {}


def _sequence(part: object) -> Sequence[object]:
    return part if isinstance(part, list | tuple) else ()


def _missing(question: Question, parameters: Content, axes: Content) -> Iterator[Problem]:
    for parameter in question.parameters:
        if parameter.default is None and parameter.name not in parameters and parameter.name not in axes:
            remedy = "It has no default: give it under parameters or axes."
            yield Problem(parameter.name, parameter.rule, NOTHING, (), remedy)


def _known(question: Question, name: str, path: Path) -> Iterator[Problem]:
    names = [parameter.name for parameter in question.parameters]
    if name not in names:
        yield Problem(name, f"a parameter of {question.name}", shown(name), path, nearest(name, names, "It"))


def _refused(parameter: Parameter, value: object, path: Path, remedy: str = "") -> Iterator[Problem]:
    if (refused := parameter.refused(value)) is not None:
        yield Problem(parameter.name, refused.rule, shown(refused.got), path, refused.remedy or remedy)


def _fixed(question: Question, parameters: Content) -> Iterator[Problem]:
    for name, value in parameters.items():
        path: Path = ("parameters", name)
        if unknown := list(_known(question, name, path)):
            yield from unknown
            continue
        remedy = "Several values go under axes." if isinstance(value, list | tuple | Mapping) else ""
        yield from _refused(question.parameter(name), value, path, remedy)


def _axes(question: Question, axes: Content, parameters: Content) -> Iterator[Problem]:
    for name, items in axes.items():
        path: Path = ("axes", name)
        if name in parameters:
            yield Problem(
                name, "it is under parameters and under axes", "", path, "Remove it from one of the two."
            )
        if unknown := list(_known(question, name, path)):
            yield from unknown
            continue
        parameter = question.parameter(name)
        written = _written(items, path)
        # Counted first, without expanding a range: millions of values would each be refused.
        yield from _too_many(parameter, written, path) or (
            [problem for item, own in written for problem in _refused_item(parameter, item, own)]
            or _repeated(parameter, written)
        )


def _written(items: object, path: Path) -> list[tuple[object, Path]]:
    """The items of an axis, ranges parsed, each with its path; invalid ranges are left to the model."""
    each = (
        [(items, path)]
        if isinstance(items, Mapping)
        else [(item, (*path, place)) for place, item in enumerate(_sequence(items))]
    )
    written: list[tuple[object, Path]] = []
    for item, own in each:
        try:
            written.append((Span.model_validate(item) if isinstance(item, Mapping) else item, own))
        except ValidationError:
            continue
    return written


def _refused_item(parameter: Parameter, item: object, path: Path) -> Iterator[Problem]:
    if not isinstance(item, Span):
        yield from _refused(parameter, item, path)
    elif parameter.kind in (bool, str):
        remedy = "Write [false, true]." if parameter.kind is bool else "Write a list."
        yield Problem(parameter.name, parameter.rule, "a range", path, remedy)
    else:
        yield from _refused(parameter, item.first, (*path, "from"))
        yield from _refused(parameter, item.last, (*path, "to"))


def _too_many(parameter: Parameter, written: list[tuple[object, Path]], path: Path) -> list[Problem]:
    number = axis.count(item for item, _ in written)
    if number <= MOST_LABELS:
        return []
    rule = f"at most {MOST_LABELS} labels on an axis"
    return [Problem(parameter.name, rule, str(number), path, "Take a larger step.")]


def _repeated(parameter: Parameter, written: list[tuple[object, Path]]) -> Iterator[Problem]:
    """Each item that repeats a label."""
    seen: set[Value] = set()
    for item, own in written:
        labels = list(map(parameter.label, axis.expanded(item, parameter)))
        again = next((label for label in labels if label in seen), None)
        if again is not None:
            games = "Remove one of the two, or give one another `name:`, which is its label."
            remedy = games if parameter.in_a_file else "Remove one of the two."
            yield Problem(parameter.name, f"the label {again!r} comes twice", "", own, remedy)
        seen.update(labels)


def _symmetric(question: Question, axes: Content, groups: Sequence[object]) -> Iterator[Problem]:
    grouped: set[str] = set()
    for place, group in enumerate(groups):
        if not isinstance(group, list | tuple):
            continue
        names = [name for name in group if isinstance(name, str)]
        problem = _no_symmetry(question, axes, names) or _unequal(question, axes, names)
        if problem is None and grouped & set(names):
            problem = (
                f"{sorted(grouped & set(names))[0]!r} is in two groups",
                "",
                "Remove it from one of the groups.",
            )
        if problem is not None:
            yield Problem("symmetric", problem[0], problem[1], ("symmetric", place), problem[2])
        grouped.update(names)


def _no_symmetry(question: Question, axes: Content, names: list[str]) -> tuple[str, str, str] | None:
    declared = "; ".join(", ".join(symmetry.axes) for symmetry in question.symmetries)
    if len(set(names)) < 2 or len(set(names)) < len(names):
        return "two or more different axes", shown(names), "Write it as [[first_axis, second_axis]]."
    if not any(set(names) <= set(symmetry.axes) for symmetry in question.symmetries):
        remedy = f"It is symmetric in {declared}." if declared else "It has no symmetry: remove the key."
        return f"{question.name} is not symmetric in {', '.join(names)}", "", remedy
    if absent := [name for name in names if name not in axes]:
        return f"{absent[0]!r} is not an axis of this sweep", "", "Make it an axis, or remove the group."
    return None


def _unequal(question: Question, axes: Content, names: list[str]) -> tuple[str, str, str] | None:
    """Different labels on exchangeable axes; none if an axis has problems of its own."""
    labels = []
    for name in names:
        items = [item for item, _ in _written(axes[name], ())]
        if axis.count(items) > MOST_LABELS:
            return None
        try:
            labels.append(axis.values(items, question.parameter(name)))
        except InvalidRules:
            return None
    if all(own == labels[0] for own in labels):
        return None
    return (
        f"the axes {', '.join(names)} have different labels",
        "",
        "Give them the same labels, or remove the group.",
    )


def _keep(question: Question, keep: Sequence[object]) -> Iterator[Problem]:
    names = [output.name for output in question.outputs]
    told = [name for name in keep if isinstance(name, str)]
    refused = [
        problem
        for place, name in enumerate(keep)
        if isinstance(name, str) and name not in names
        for problem in _not_kept(question, [name], ("keep", place))
    ]
    yield from refused or ([] if {*told} <= {*names} else _not_kept(question, told, ("keep",)))
    for place, name in enumerate(keep):
        if name in keep[:place]:
            yield Problem(
                "keep", f"the output {shown(name)} comes twice", "", ("keep", place), "Remove one of the two."
            )


def _not_kept(question: Question, keep: Sequence[str], path: Path) -> Iterator[Problem]:
    """Why no question with these words has the outputs; if another one has, its name."""
    try:
        other = keeping(question.name, keep)
    except InvalidRules as error:
        if error.refusal is None:
            raise
        rule, got, remedy = error.refusal
        yield Problem("keep", rule, shown(got), path, remedy)
    else:
        if path == ("keep",):
            rule, remedy = (
                f"{question.name} has not all of {', '.join(keep)}",
                f"Write question: {other.name!r}.",
            )
            yield Problem("keep", rule, "", path, remedy)

"""Pages of all questions, from the catalogue: what goes in, what comes out, and a command that asks."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from shlex import quote

from in_markdown import code, contents, page, table

from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.outputs.output import Output
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, type_names
from solvers.questions.question import Question
from solvers.wording.listed import askable
from tasks.given import read_all

# What an example gives where a question has no default: all are accepted together.
GIVEN = {
    "rules": "pig",
    "rule": "hold at 20",
    "first_rule": "hold at 20",
    "second_rule": "hold at 25",
    "third_rule": "hold at 22",
    "earlier_rule": "hold at 20",
    "later_rule": "hold at 25",
    "goal": "20",
    "players": "3",
    "dice": "5",
    "first_dice": "4",
    "opponent_dice": "5",
    "attackers": "5",
    "defenders": "6",
    "first": "2",
}
HOLD_AT = "20"
# What an example gives besides where it would take long or is refused: the first of these that helps.
SMALLER = ([], ["goal=40"], ["busts=2"], ["busts=2", "goal=40"])
LONG = 60
MOST_MISSING = 3
MINUTE, HOUR = 60, 3600


def family(name: str) -> str:
    """What questions of one page have in common: the name before the dot."""
    return name.partition(".")[0]


def example(question: Question) -> list[str]:
    """The words of a command that asks a question, its name first."""
    missing = [own.name for own in question.parameters if own.default is None]
    needed = [f"{name}={GIVEN.get(name, HOLD_AT)}" for name in missing]
    taking = {}
    for place, more in enumerate(SMALLER):
        given = [*(word for word in needed if not word.startswith("goal=") or not more), *more]
        with suppress(InvalidRules):
            taking[place] = ([question.name, *given], seconds(question, given))
            if taking[place][1] <= LONG:
                break
    return min(taking.values(), key=lambda one: max(one[1], LONG))[0]


def seconds(question: Question, given: Sequence[str]) -> float:
    """How long a case takes, estimated.

    Parameters
    ----------
    question : what is asked
    given : its parameters, as typed

    Raises
    ------
    InvalidRules
        if the question does not take them
    """
    return question.seconds(question.complete(read_all(question, given)))


def pages() -> Iterator[tuple[str, str]]:
    """Names and texts: a page for each family, one of all outputs, and one that leads to them."""
    families = [(name, list(rows)) for name, rows in groupby(sorted(QUESTIONS.values(), key=_place), _family)]
    for name, rows in families:
        yield f"questions/{name}", _family_page(name, rows)
    yield "questions/index", _index([name for name, _ in families])
    yield "outputs", _outputs()


def _place(question: Question) -> str:
    return family(question.name)


_family = _place


def _family_page(name: str, rows: Sequence[Question]) -> str:
    parts = [f"Questions whose names begin with `{name}`. Each heading is a name to type."]
    seen: dict[str, str] = {}
    for question in rows:
        parts += [f"## {question.name}", f"{question.title}.", _facts(question)]
        for title, text in (("Parameters", _parameters(question)), ("Outputs", _answers(question))):
            if text in seen:
                parts.append(f"**{title}**: as for [`{seen[text]}`](#{_anchor(seen[text])}).")
            else:
                seen[text] = question.name
                parts += [f"**{title}**", text]
    return page(name.replace("_", " ").capitalize(), *parts)


def _anchor(name: str) -> str:
    return name.replace(".", "")


def _facts(question: Question) -> str:
    asked = example(question)
    words = " ".join(map(quote, asked))
    return (
        f"```console\n$ jeopardice solve {words}\n```\n\n"
        f"About {_time(seconds(question, asked[1:]))} on one core, once its code is compiled. "
        f"Contest: {question.contest.name or 'none'}."
    )


def _time(seconds: float) -> str:
    """An estimate in words.

    >>> _time(0.0004), _time(0.3), _time(7.2), _time(300), _time(9000)
    ('1 ms', '300 ms', '7 s', '5 min', '2.5 h')
    """
    if seconds < 1:
        return f"{max(1, round(1000 * seconds))} ms"
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / MINUTE:.0f} min" if seconds < HOUR else f"{seconds / HOUR:.1f} h"


def _parameters(question: Question) -> str:
    head = ["name", "meaning", "values", "default"]
    return table(head, [_parameter(own) for own in question.parameters])


def _parameter(own: Parameter) -> list[str]:
    rule = own.rule
    if own.kind is not str and own.codes:
        rule = "; ".join(f"{number}: {word}" for number, word in enumerate(own.codes) if word)
    default = "none: say it" if own.default is None else code(str(own.default).lower() or '""')
    return [code(own.name), own.meaning, rule or type_names[own.kind], default]


def _answers(question: Question) -> str:
    return table(["name", "meaning", "along", "unit"], [_answer(own) for own in question.outputs])


def _answer(own: Output) -> list[str]:
    along = ", ".join(own.dims) or "one number"
    return [code(own.name), own.meaning, along, "" if own.unit == "1" else own.unit]


def _index(families: Sequence[str]) -> str:
    in_words = table(
        ["contest", "players", "games", "names"],
        [
            [one.contest.name, code(one.briefly), _games(one.games), _names(one.rows)]
            for one in askable(list(QUESTIONS.values()))
        ],
    )
    asked = (
        'Ask in words: `jeopardice solve pig contest="equal turns" players="best, hold at 20"`. Put a number '
        "in the place of `{n}`, or keep it and add `n=20`. Each name in the last column leads to parameters, "
        "outputs and an example."
    )
    return page("Questions", asked, in_words, contents(families))


def _games(names: Sequence[str]) -> str:
    """Names of games, or the few that are missing."""
    missing = [game for game in GAMES if game not in names]
    if len(missing) > MOST_MISSING:
        return ", ".join(names)
    return "all but " + ", ".join(missing) if missing else "all"


def _names(rows: Sequence[Question]) -> str:
    found = dict.fromkeys(family(row.name) for row in rows)
    return ", ".join(f"[`{name}`]({name}.md)" for name in found)


def _outputs() -> str:
    known: dict[tuple[str, str], Output] = {}
    asked: dict[tuple[str, str], dict[str, None]] = {}
    for question in QUESTIONS.values():
        for own in question.outputs:
            key = (own.name, own.meaning)
            known.setdefault(key, own)
            asked.setdefault(key, {})[family(question.name)] = None
    rows = [[*_output(known[key]), _linked(asked[key])] for key in sorted(known)]
    said = "What `keep` may name, and what a dataset calls its variables. A certificate is always stored."
    return page("Outputs", said, table(["name", "meaning", "kind", "unit", "of"], rows))


def _output(own: Output) -> list[str]:
    return [code(own.name), own.meaning, own.role.name.lower(), "" if own.unit == "1" else own.unit]


def _linked(families: Mapping[str, None]) -> str:
    few = [f"[{name}](questions/{name}.md)" for name in families]
    return ", ".join(few[:3]) + (f" and {len(few) - 3} more" if len(few) > 3 else "")

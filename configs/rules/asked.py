"""Rules that a sweep is asked about: `rules:` of a config, as a file's name or written out."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path as File

from configs.errors import ConfigError, Problem
from solvers.games import own, pig
from solvers.games.turn import Turn

RULES = "rules"


@dataclass(frozen=True)
class Asked:
    """A config with its rules as a parameter.

    Attributes
    ----------
    content : of the document
    problems : with rules that it has itself
    elsewhere : problems of the file that it names, worded
    """

    content: object
    problems: tuple[Problem, ...] = ()
    elsewhere: tuple[str, ...] = ()


def with_rules(content: object, place: str) -> Asked:
    """Put the rules that a config names among its parameters.

    Parameters
    ----------
    content : of its document
    place : its file, beside which the rules are looked for
    """
    if not isinstance(content, Mapping) or RULES not in content:
        return Asked(content)
    # Reading rules takes a parser, which no other sweep needs.
    from configs.rules.load import checked, load_rules

    rest = {key: value for key, value in content.items() if key != RULES}
    written, parameters = content[RULES], content.get("parameters") or {}
    if isinstance(parameters, Mapping) and RULES in parameters:
        remedy = "Remove it from the parameters."
        return Asked(rest, (Problem(RULES, "once", "twice", ("parameters", RULES), remedy),))
    if isinstance(written, str):
        try:
            return Asked(_given(rest, parameters, load_rules(File(os.path.dirname(place), written))))
        except ConfigError as error:
            return Asked(_given(rest, parameters, None), elsewhere=tuple(str(error).splitlines()))
    turn, problems = checked(written)
    inside = tuple(replace(problem, path=(RULES, *problem.path)) for problem in problems)
    return Asked(_given(rest, parameters, turn), inside)


def _given(content: Mapping[str, object], parameters: object, turn: Turn | None) -> object:
    """With the rules among the parameters; with rules of some game where there are none to be had, so that
    everything else can be looked at.
    """
    if not isinstance(parameters, Mapping):
        return content
    text = own.text(pig.turn() if turn is None else turn)
    return {**content, "parameters": {RULES: text, **parameters}}

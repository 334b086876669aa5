"""Shell completion: names of configs, questions, parameters and sweeps. Errors offer nothing."""

from collections.abc import Iterator
from typing import Any

import typer


def configs(incomplete: str) -> list[str]:
    """Shipped configs, and files."""
    from flows.shipped import shipped

    return [*_begun(shipped(), incomplete), *_files(incomplete)]


def questions(incomplete: str) -> list[str]:
    """Games, and names of the catalogue."""
    from solvers.catalog import QUESTIONS

    return [*judged_games(incomplete), *_begun(QUESTIONS, incomplete)]


def parameters(context: typer.Context, incomplete: str) -> list[str]:
    """NAME= of the parameters of the typed question, and of the words that go with a game."""
    from flows.command_line.asked_for import WORDS, asked_for
    from solvers.catalog import QUESTIONS
    from solvers.errors import InvalidRules

    name, given = context.params.get("question") or "", context.params.get("parameters") or []
    try:
        question, *_ = asked_for(name, [text for text in given if text.partition("=")[0] in WORDS])
    except InvalidRules:
        return []
    words = () if name in QUESTIONS else WORDS
    return _begun([f"{own}=" for own in (*words, *(own.name for own in question.parameters))], incomplete)


def games(incomplete: str) -> list[str]:
    """Games that can be played."""
    from playing.games import PLAYABLE

    return _begun(PLAYABLE, incomplete)


def judged_games(incomplete: str) -> list[str]:
    """Games whose decisions can be judged, and files of rules."""
    from configs.rules.shipped import shipped_rules
    from solvers.questions.games import GAMES

    return [*_begun(dict.fromkeys([*GAMES, *shipped_rules()]), incomplete), *_files(incomplete)]


def game_parameters(context: typer.Context, incomplete: str) -> list[str]:
    """NAME= of the parameters of the typed game."""
    from playing.games import PLAYABLE

    playable = PLAYABLE.get(context.params.get("game") or "")
    known = playable.question.parameters if playable else ()
    return _begun([f"{parameter.name}=" for parameter in known], incomplete)


def thumb_games(incomplete: str) -> list[str]:
    """Games that have rules of thumb."""
    from flows.command_line.thumb_questions import games_with_rules
    from solvers.contests.contest import RACE

    return _begun(games_with_rules(RACE), incomplete)


def thumb_parameters(context: typer.Context, incomplete: str) -> list[str]:
    """NAME= of the parameters of the typed game."""
    from flows.command_line.thumb_questions import CONTESTS, about_rules

    game = str(context.params.get("game"))
    asked = [question for contest in CONTESTS for question in about_rules(contest) if question.is_about(game)]
    known = [parameter.name for question in asked for parameter in question.parameters]
    return _begun([f"{name}=" for name in dict.fromkeys(known)], incomplete)


def opponents(context: typer.Context, incomplete: str) -> list[str]:
    """Possible opponents in the typed game."""
    from playing.games import PLAYABLE
    from playing.opponent_names import offered

    playable = PLAYABLE.get(context.params.get("game") or "")
    return _begun(offered(playable), incomplete) if playable else []


def starters(incomplete: str) -> list[str]:
    """Values of --first."""
    return _begun(("you", "opponent", "chance"), incomplete)


def sweeps(context: typer.Context, incomplete: str) -> list[str]:
    """The sweeps of a local store; a shell should not wait for a bucket."""
    from flows.places import store_url
    from storage.errors import StoreError
    from storage.repository import Store

    url = store_url(context.params.get("store"))
    if "://" in url:
        return []
    try:
        return _begun(Store.open(url).sweeps(), incomplete)
    except StoreError:
        return []


def questions_and_sweeps(context: typer.Context, incomplete: str) -> list[str]:
    """Names of the catalogue, and the sweeps of the store."""
    return [*questions(incomplete), *sweeps(context, incomplete)]


def reruns(incomplete: str) -> list[str]:
    """Values of --rerun."""
    return _begun(("needed", "failed", "stale", "damaged", "all"), incomplete)


def papers(incomplete: str) -> list[str]:
    """Values of `reproduce --paper`."""
    from solvers.published.papers import PAPERS

    return _begun([paper.id for paper in PAPERS], incomplete)


def _begun(names: Any, incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _files(incomplete: str) -> Iterator[str]:
    """YAML files in the typed directory, and its subdirectories."""
    from pathlib import Path

    directory = incomplete[: incomplete.rfind("/") + 1]
    for path in sorted(Path(directory or ".").glob("*")):
        name = directory + path.name
        if name.startswith(incomplete) and not path.name.startswith("."):
            if path.is_dir():
                yield f"{name}/"
            elif path.suffix in (".yaml", ".yml"):
                yield name

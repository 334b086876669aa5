"""The pages: the list of games, a form for one, a game, a game that is being solved, and errors."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from browsing.play import drawing, record, scoring, table
from browsing.play.asked import NAMED, Shown, address
from browsing.templates import beside
from playing import coach, games, opponent_names
from playing.games import Playable
from playing.match import Match, seconds
from playing.numbers import percent
from playing.play import replay
from playing.reasons import of_last_turn
from playing.saving import Saved, link
from playing.setup import BOTH, CHANCE, FIRST, Setup
from solvers.wording.counts import some

TEMPLATES = beside(__file__)
TEMPLATES.globals["percent"] = percent
STARTS = {"you": "you", "opponent": "the opponent", CHANCE: "a coin decides", BOTH: "both at once"}


def list_of_games() -> str:
    """Return the list of all games."""
    found = [(one, opponent_names.offered(one)) for one in games.PLAYABLE.values()]
    return _page("games.html", games=found)


def form(game: str, filled: Mapping[str, str], fault: str = "") -> str:
    """Return the form of a new game.

    Parameters
    ----------
    game : name of the game
    filled : values of the form, by name
    fault : error in them

    Raises
    ------
    InvalidRules
        if there is no such game
    """
    playable = games.find(game)
    parameters = {own.name: own for own in playable.question.parameters}
    goal = parameters.pop("goal")
    offered = {name: opponent_names.says(playable, name) for name in opponent_names.offered(playable)}
    opponent = filled.get(NAMED) or filled.get("opponent") or next(iter(offered))
    return _page(
        "form.html",
        playable=playable,
        goal=goal,
        others=list(parameters.values()),
        changed=any(filled.get(name, "") not in ("", str(own.default)) for name, own in parameters.items()),
        offered=offered,
        opponent=opponent,
        named="" if opponent in offered else opponent,
        kinds=[(kind.offered(playable), kind) for kind in opponent_names.kinds(playable)],
        starts={name: STARTS[name] for name in _starts(playable)},
        filled=filled,
        fault=fault,
    )


def game(match: Match, saved: Saved, shown: Shown) -> str:
    """Return a game, or as much of it as is shown.

    Parameters
    ----------
    match : what is solved for it
    saved : the game
    shown : how it is shown

    Raises
    ------
    InvalidRules
        if one of its decisions is impossible
    """
    whole = replay(match, saved.moves)
    play = whole if shown.after is None else replay(match, saved.moves[: shown.after])
    decided = coach.decisions(play)
    return _page(
        "game.html",
        setup=match.setup,
        says=opponent_names.says(match.setup.playable, match.setup.opponent),
        play=play,
        sides=table.sides(play),
        risk=table.risk(play),
        options=table.options(play, shown),
        happened=table.happened(play),
        result=table.result(play),
        sets_aside=table.sets_aside(play),
        scoring=scoring.examples(match),
        scoring_rest=scoring.rest(match),
        reasons=of_last_turn(play),
        shown=shown,
        chance=coach.chance(play, play.state),
        curve=drawing.curve(coach.curve(play)),
        verdict=record.verdict(play, decided, shown),
        given_away=record.given_away(decided),
        lines=record.lines(play, decided, saved.moves, shown),
        costliest=record.costliest(play, decided, saved.moves, shown),
        moves=len(saved.moves),
        at=len(saved.moves) if shown.after is None else shown.after,
        to=_ways(match.setup, saved.moves, shown),
        fields=_fields(match.setup, shown),
        opponent_first=not match.setup.playable.at_once and match.setup.starter,
    )


def waiting(setup: Setup, ahead: int | None = None) -> str:
    """Return the page of a game that is being solved, or waits for it.

    Parameters
    ----------
    setup : setup of the game
    ahead : number of games to solve before it; None if it is being solved
    """
    queue = None if ahead is None else some(ahead, "game")
    return _page("waiting.html", setup=setup, queue=queue, seconds=max(1, round(seconds(setup))))


def wrong(title: str, words: str) -> str:
    """Return the page of an error.

    Parameters
    ----------
    title : short description
    words : what was expected, what was given, and what to do
    """
    return _page("wrong.html", title=title, words=words)


def _starts(playable: Playable) -> tuple[str, ...]:
    return (BOTH,) if playable.at_once else (*FIRST, CHANCE)


def _ways(setup: Setup, moves: tuple[int, ...], shown: Shown) -> dict[str, str]:
    """Addresses of pages of the same game: one decision back and on, the end, with or without the coach."""
    at = len(moves) if shown.after is None else shown.after
    found = {
        "here": link(setup, moves),
        "start": address(setup, moves, Shown(shown.coaching, 0)),
        "end": address(setup, moves, Shown(shown.coaching)),
        "coach": address(setup, moves, Shown(not shown.coaching, shown.after)),
        "anew": address(setup, (), Shown(shown.coaching)),
        "again": urlencode(_fields(setup, shown, without=("seed",))),
        "change": urlencode(_fields(setup, shown, without=("seed", "v"))),
    }
    if at > 0:
        found["back"] = address(setup, moves, Shown(shown.coaching, at - 1))
    if at < len(moves):
        found["on"] = address(setup, moves, Shown(shown.coaching, at + 1))
    return found


def _fields(setup: Setup, shown: Shown, without: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Fields of the address of another page, besides the decisions."""
    pairs = parse_qsl(address(setup, (), Shown(shown.coaching)), keep_blank_values=True)
    return [(name, text) for name, text in pairs if name not in ("moves", *without)]


def _page(template: str, **told: Any) -> str:
    return TEMPLATES.get_template(template).render(told)

"""Games, contests and players: what a question is made of."""

from collections.abc import Iterator

from in_markdown import code, contents, page, table

from configs.rules.shipped import shipped_rules
from solvers.contests.contest import CONTESTS
from solvers.questions.games import GAMES
from solvers.wording.spoken import SPELLED


def pages() -> Iterator[tuple[str, str]]:
    """Names and texts of two pages."""
    yield "games", page("Games, contests and players", *_games(), *_contests(), *_players())
    said = (
        "These pages are made from the code each time the site is built. A question is a game, a contest and "
        "players; [Questions](questions/index.md) lists which are solved."
    )
    below = ["games", "questions/index", "outputs", "commands/index", "python", "config", "rules"]
    yield "index", page("Reference", said, contents(below))


def _games() -> list[str]:
    rows = [
        [code(game.name), game.title, game.usual_goal, ", ".join(code(own.name) for own in game.parameters)]
        for game in GAMES.values()
    ]
    files = ", ".join(map(code, sorted(shipped_rules())))
    return [
        "## Games",
        table(["game", "title", "usual goal", "parameters"], rows),
        "`jeopardice rules NAME` prints a game that is a file of rules; `--as-file` begins one of yours. "
        f"Shipped files: {files}.",
    ]


def _contests() -> list[str]:
    rows = [[code(one.name), one.meaning, ", ".join(map(code, one.parameters))] for one in CONTESTS.values()]
    return ["## Contests", table(["contest", "meaning", "its parameters"], rows)]


def _players() -> list[str]:
    rows = [[code(spelled.replace("%s", "n")), kind.value] for kind, spelled in SPELLED.items()]
    return ["## Players", table(["typed", "plays"], rows)]

"""`jeopardice play --browser`: games as pages."""

from rich.console import Console

from browsing.play.asked import Shown, address
from browsing.play.server import serve
from flows.commands.play import Manner, Wanted, asked
from flows.commands.serving import Serving
from flows.places import store_url
from solvers.errors import InvalidRules

console = Console(highlight=False)


def play_in_browser(wanted: Wanted, manner: Manner, serving: Serving) -> None:
    """Serve games until Ctrl-C, starting with the requested one.

    Parameters
    ----------
    wanted : the requested game; empty for a list of games
    manner : coach and store; pages save games themselves
    serving : port, host and browser

    Raises
    ------
    InvalidRules
        if the requested game cannot be played, or not in a browser
    """
    said = {"--plain": manner.plain, "--save": manner.save is not None, "--log": manner.log is not None}
    if any(said.values()):
        first = next(option for option, is_said in said.items() if is_said)
        raise InvalidRules(
            f"--browser: leave out {first}. The page shows the dice and saves the game itself."
        )
    query = ""
    if wanted.game or wanted.replayed is not None:
        saved = asked(wanted)
        query = f"?{address(saved.setup, saved.moves, Shown(manner.coach))}"

    def say(at: str) -> None:
        console.print(f"Playing at {at}{query}  (Ctrl-C ends it)", soft_wrap=True, markup=False)
        serving.open(at + query)

    serve(serving.port, None if manner.store is None else store_url(manner.store), say)
    console.print("Ended.")

"""The review after a game: the curve of win probabilities, the total loss, and the costliest decisions."""

from collections.abc import Iterator

from playing import coach
from playing.choices import choice
from playing.coach import Judged
from playing.drawing import Ink, sparkline
from playing.play import Play
from solvers.wording.counts import some

CURVE = "Your chance to win "


def looked_back(play: Play, ink: Ink, width: int) -> Iterator[str]:
    """Yield the review of a game, line by line.

    Parameters
    ----------
    play : the game
    ink : characters that the terminal can print
    width : width of the terminal
    """
    chances = [point.chance for point in coach.curve(play)]
    ends = f"{chances[0]:.2f} ", f" {chances[-1]:.2f}"
    room = width - len(CURVE) - sum(map(len, ends))
    yield f"{CURVE}{ends[0]}{sparkline(chances, ink, room)}{ends[1]}"
    decided = coach.decisions(play)
    if not decided:
        return
    costly = coach.costliest(decided)
    if not costly:
        yield f"You made the best choice every time ({some(len(decided), 'decision')})."
        return
    yield (
        f"You gave away {coach.given_away(decided):.4f} in {some(len(decided), 'decision')}. The costliest:"
        if len(costly) > 1
        else f"You gave away {costly[0].loss:.4f} in one of {some(len(decided), 'decision')}:"
    )
    for number, one in enumerate(costly, 1):
        yield f"{number}. {_costly(play, one)}"


def _costly(play: Play, one: Judged) -> str:
    match, before = play.match, one.step.before
    point = match.setup.playable.point
    scores = f"{before.banked * point} to {before.other * point}"
    at_risk = "" if before.opens else f", {before.turn_total * point} at risk"
    chosen, better = (choice(match, before, place).short for place in (one.step.place, one.best))
    return (
        f"At {scores}{at_risk}: to {chosen} wins {one.worths[one.step.place]:.4f}, to {better}"
        f" {one.worths[one.best]:.4f}. Cost {one.loss:.4f}."
    )

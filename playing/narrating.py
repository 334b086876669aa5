"""Describe what happens in a game."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from playing.choices import choice
from playing.match import Match
from playing.play import Play, Step
from playing.state import OPPONENT, SHARED, YOU, State
from playing.throwing import Fate
from solvers.games.turn import HOLD

NAMES = ("You", "The opponent")


def standing(match: Match, state: State) -> str:
    """Return the scores, and the points at risk, in words."""
    point = match.setup.playable.point
    you, opponent = (score * point for score in state.scores)
    at_risk = f"   at risk {state.turn_total * point}" if not state.opens else ""
    return f"You {you}   opponent {opponent}   goal {match.setup.goal * point}{at_risk}"


def told(match: Match, steps: Sequence[Step]) -> Iterator[tuple[list[Step], str]]:
    """Yield steps with sentences: each step of the person, and the opponent's turn by turn.

    Parameters
    ----------
    match : the setup, and what is solved for it
    steps : the steps, in order
    """
    turn: list[Step] = []
    for step in steps:
        turn.append(step)
        if step.player == YOU or step.ends_turn:
            yield turn, _sentence(match, turn)
            turn = []


def ended(play: Play) -> str:
    """Return how the game ended, in words."""
    point = play.match.setup.playable.point
    you, opponent = (score * point for score in play.state.scores)
    if play.state.winner == SHARED:
        return f"Both reach the goal and share the win: {you} to {opponent}."
    if play.state.winner == YOU:
        return f"You win, {you} to {opponent}."
    return f"The opponent wins, {opponent} to {you}."


def _sentence(match: Match, turn: Sequence[Step]) -> str:
    player, last = turn[-1].player, turn[-1]
    # Successive rolls share one verb: "rolls 4, 3, 6 and holds".
    done = [_deed(match, step) for step in turn]
    verb = _verb(match.thrower.piece.verb, player) + " "
    first = done[0]
    rest = [deed.removeprefix(verb) if before.startswith(verb) else deed for before, deed in pairwise(done)]
    *most, end = [first, *rest]
    # Deeds with two verbs each are separated by semicolons.
    twofold = any(deed.startswith(_verb("keep", player)) for deed in done)
    words = end
    if most:
        words = "; ".join([*most, end]) if twofold else f"{', '.join(most)} and {end}"
    return f"{NAMES[player]} {words}{_outcome(match, last)}"


def _deed(match: Match, step: Step) -> str:
    """What was done: "roll 5", "keeps 1 5 and rolls 2 3"."""
    piece = match.thrower.piece
    if step.place == HOLD:
        return _verb("hold", step.player)
    aside = choice(match, step.before, step.place).aside
    kept = f"{_verb('keep', step.player)} {piece.words(aside)} and " if aside else ""
    return f"{kept}{_verb(piece.verb, step.player)} {piece.words(step.faces)}"


def _outcome(match: Match, step: Step) -> str:
    """What came of it."""
    point, after = match.setup.playable.point, step.after
    if not step.ends_turn:
        return f": {after.turn_total * point} at risk."
    score = after.scores[step.player] * point
    if match.rules.at_once:
        return _unseen(step, point)
    if step.result is not None and step.result.fate is Fate.WIPES:
        return f": the whole score of {step.before.banked * point} is gone."
    if step.result is not None and step.result.fate is Fate.BUSTS:
        lost, least = step.before.turn_total * point, match.rules.turn.least_score
        gone = f", {lost} gone" if lost else ""
        return f": bust{gone}" + (f", but {least} scored." if least else ".")
    gained = score - step.before.banked * point
    has = "you have" if step.player == YOU else "it has"
    return f": {gained} banked, {has} {score}."


def _unseen(step: Step, point: int) -> str:
    """What a turn scored, if both play unseen."""
    busts = step.result is not None and step.result.fate is Fate.BUSTS
    if step.player == YOU:
        gain = (step.after.waiting or 0) * point
        return ": bust, nothing gained." if busts else f": {gain} to bank when the round ends."
    gains = [point * (step.after.scores[one] - step.before.scores[one]) for one in (YOU, OPPONENT)]
    bust = ": bust. " if busts else ". "
    return f"{bust}This round: you {gains[YOU]:+d}, opponent {gains[OPPONENT]:+d}."


def _verb(verb: str, player: int) -> str:
    if player == YOU:
        return verb
    return verb + ("es" if verb.endswith("s") else "s")

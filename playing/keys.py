"""The keys of a game in a terminal: those that every game has, and which choice another one stands for."""

from collections.abc import Sequence

from playing.choices import Choice

COACH, WHY, SAVE, QUIT, HELP = "c", "w", "s", "q", "?"
KEYS = {
    COACH: "coach on or off: what each choice is worth, and what yours cost",
    WHY: "why the opponent did what it did in its last turn",
    SAVE: "save the game, and show its link",
    QUIT: "quit, and show a link to continue later",
    HELP: "these keys, and the rules",
}
ALWAYS = "c coach  w why  s save  q quit  ? help"
# So many choices are numbers to type, not lines to read.
MOST_LISTED = 12


def chosen(choices: Sequence[Choice], typed: str) -> Choice | None:
    """The choice that was typed, by its key or its number; None if it is none.

    Parameters
    ----------
    choices : that there are
    typed : a line from the keyboard, in small letters
    """
    for choice in choices:
        if typed in (choice.key, str(choice.place) if choice.key != "h" else "hold"):
            return choice
    return next((choice for choice in choices if typed and choice.words.split()[0] == typed), None)


def listed(choices: Sequence[Choice]) -> list[str]:
    """The choices with their keys, in lines."""
    if len(choices) > MOST_LISTED:
        first, last = choices[0], choices[-1]
        return [f"{first.key} to {last.key}  how many dice to throw"]
    if len(choices) <= 2:
        return ["   ".join(f"{choice.key} {choice.words}" for choice in choices)]
    return [f"{choice.key:>2}  {choice.words}" for choice in choices]

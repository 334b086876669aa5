"""The keys of a game in a terminal: fixed ones, and those of choices."""

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
# With more choices, numbers are typed instead of choosing from a list.
MOST_LISTED = 12


def chosen(choices: Sequence[Choice], typed: str) -> Choice | None:
    """Return the choice that was typed, by its key or its number; None if there is none.

    Parameters
    ----------
    choices : the choices
    typed : the typed line, in lower case
    """
    for choice in choices:
        if typed in (choice.key, str(choice.place) if choice.key != "h" else "hold"):
            return choice
    return next((choice for choice in choices if typed and choice.words.split()[0] == typed), None)


def listed(choices: Sequence[Choice]) -> list[str]:
    """Return the choices with their keys, as lines."""
    if len(choices) > MOST_LISTED:
        first, last = choices[0], choices[-1]
        return [f"{first.key} to {last.key}  how many dice to throw"]
    if len(choices) <= 2:
        return ["   ".join(f"{choice.key} {choice.words}" for choice in choices)]
    return [f"{choice.key:>2}  {choice.words}" for choice in choices]

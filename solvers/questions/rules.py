"""The rules of a game, from a file, as a parameter, and the checks that refuse them."""

from solvers.errors import InvalidRules, Refusal, expected
from solvers.games import own
from solvers.games.must_throw import MOST_GAINS
from solvers.questions.parameter import Parameter, Parameters

# Remedy of a question without entries.
KNOW_AN_ENTRY = (
    "ask race.own, length.own, equal_turns.own, within_turns.own, fewest_turns.own, most_points.own or"
    " solitaire.own; for rules of thumb, thumb.own_by_position."
)

# Name of the game whose rules are a parameter.
OWN = "own"


def no_rules(text: str) -> Refusal | None:
    """Why a text is not the rules of a game; None if it is."""
    try:
        own.turn(text)
    except InvalidRules:
        remedy = "Name a file: `rules: FILE` in a config, rules=FILE for a command."
        return Refusal("the rules of a turn", text[:60], remedy)
    return None


def must_throw(text: str) -> Refusal | None:
    """Why a question without forced throws refuses rules; None if it accepts them."""
    if (refused := no_rules(text)) is not None or not own.turn(text).must_throw:
        return refused
    remedy = "ask race.own, equal_turns.own, length.own, within_turns.own or fewest_turns.own."
    rule = "a game in which a player may always hold"
    return Refusal(rule, own.turn(text).name, f"Here a player must throw in some position: {remedy}")


def entry(text: str, because: str = KNOW_AN_ENTRY) -> Refusal | None:
    """Why a question without entries refuses rules; None if it accepts them.

    Parameters
    ----------
    text : the rules
    because : why it has no entries, and what to ask instead
    """
    if (refused := no_rules(text)) is not None or not own.turn(text).entry:
        return refused
    turn = own.turn(text)
    return Refusal("a game without an entry", turn.name, f"Here it has an entry of {turn.entry}: {because}")


def house_rules(text: str, because: str = KNOW_AN_ENTRY) -> Refusal | None:
    """Why a question with neither entries nor forced throws refuses rules; None if it accepts them.

    Parameters
    ----------
    text : the rules
    because : why it has no entries, and what to ask instead
    """
    return must_throw(text) or entry(text, because)


def are_rules(given: Parameters) -> None:
    """Refuse rules that are too large."""
    turn = own.turn(str(given["rules"]))
    if len(turn.actions) > own.MOST_ACTIONS:
        raise expected("rules", f"at most {own.MOST_ACTIONS} actions", len(turn.actions))
    size = len(turn.throws) + len(turn.positions)
    goal = int(given.get("goal", 0))
    if goal and turn.entry > goal:
        raise expected("goal", f"{turn.entry} or more, the entry of these rules", goal)
    gains = len(turn.throws) * len(turn.positions)
    if turn.must_throw and goal * gains > MOST_GAINS:
        remedy = "A throw with all forced throws after it has too many results."
        raise expected("goal", f"at most {MOST_GAINS // gains}, to fit in memory", goal, remedy)
    if goal * size > own.MOST_ROWS:
        remedy = f"Its {size} throws and positions need as many rows for each point."
        raise expected("goal", f"at most {own.MOST_ROWS // size}, to fit in memory", goal, remedy)
    if not goal and turn.always_held_from() * size > own.MOST_ROWS:
        where = f"{size} of them, up to turn total {turn.always_held_from()}"
        remedy = "Ask for a goal, which ends a turn sooner: race.own, within_turns.own."
        raise expected("rules", "throws and positions that fit in memory", where, remedy)


RULES = Parameter(
    "rules",
    str,
    "The rules of a turn, from a file.",
    "",
    fits=are_rules,
    words="turn rules",
    refuses=house_rules,
    called=lambda rules: own.turn(rules).name,
)

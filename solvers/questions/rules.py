"""The rules of a turn, from a file, as a parameter: which are none, and for which there is no room."""

from solvers.errors import InvalidRules, expected
from solvers.games import own
from solvers.questions.parameter import Parameter, Parameters, Refusal

# Points times throws and positions, where one must throw somewhere: half a minute.
MOST_GAINS = 500_000


def no_rules(text: str) -> Refusal | None:
    """Why a text is not the rules of a turn, None if it is."""
    try:
        own.turn(text)
    except InvalidRules:
        remedy = "Name a file: `rules: FILE` in a config, rules=FILE for a command."
        return Refusal("the rules of a turn", text[:60], remedy)
    return None


def _house_rules(text: str) -> Refusal | None:
    """Why rules are none for a question that does not know what may be added to a game."""
    if (refused := no_rules(text)) is not None:
        return refused
    turn = own.turn(text)
    found = ["it has an entry"] * (turn.entry > 0) + ["in some position one must throw"] * turn.must_throw
    remedy = "ask race.own, length.own, within_turns.own or fewest_turns.own."
    rule = "a game without an entry in which one may always hold"
    return Refusal(rule, turn.name, f"Here {' and '.join(found)}: {remedy}") if found else None


def _are_rules(given: Parameters) -> None:
    turn = own.turn(str(given["rules"]))
    if len(turn.actions) > own.MOST_ACTIONS:
        raise expected("rules", f"at most {own.MOST_ACTIONS} actions", len(turn.actions))
    size = len(turn.throws) + len(turn.positions)
    goal = int(given.get("goal", 0))
    if goal and turn.entry > goal:
        raise expected("goal", f"{turn.entry} or more, the entry of these rules", goal)
    gains = len(turn.throws) * len(turn.positions)
    if turn.must_throw and goal * gains > MOST_GAINS:
        remedy = "A throw that is made with all that must follow it ends in so many ways."
        raise expected("goal", f"at most {MOST_GAINS // gains}, for which there is room", goal, remedy)
    if goal * size > own.MOST_ROWS:
        remedy = f"Its {size} throws and positions are as many rows for each point."
        raise expected("goal", f"at most {own.MOST_ROWS // size}, for which there is room", goal, remedy)
    if not goal and turn.critical_threshold() * size > own.MOST_ROWS:
        where = f"{size} of them, up to turn total {turn.critical_threshold()}"
        remedy = "Ask for a goal, which ends a turn sooner: race.own, within_turns.own."
        raise expected("rules", "throws and positions for which there is room", where, remedy)


RULES = Parameter(
    "rules",
    str,
    "The rules of a turn, from a file.",
    "",
    fits=_are_rules,
    words="turn rules",
    refuses=_house_rules,
    called=lambda rules: own.turn(rules).name,
)

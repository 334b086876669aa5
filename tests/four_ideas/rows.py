"""What each question asks, in four ideas: which game, contest and players, and where its numbers are read."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from solvers.games.turn import Turn
from tests.four_ideas.contests import (
    AGAIN,
    PARTS,
    Contest,
    CountedRace,
    Ended,
    EqualTurns,
    EqualTurnsWithBusts,
    FewestTurns,
    MostPoints,
    Race,
    Standing,
    TurnsOf,
    WithinTurns,
)
from tests.four_ideas.values import OPTIMAL, REPLY, Player, hold_at
from tests.strategies import (
    pigs,
    turns,
    turns_of_three,
    turns_that_lead_on,
    turns_that_must_throw,
    turns_with_entry,
    wiping_turns,
)

Given = Mapping[str, Any]
# Which of the row's seatings is asked about, at which standing or end, and which seat's number it is.
Place = tuple[int, Standing | Ended, int]
BEST: Player = None


@dataclass(frozen=True)
class Row:
    """One question.

    Parameters
    ----------
    question : its name
    turns : games that are drawn
    given : the question's other parameters, drawn
    contest : by the parameters
    seatings : lists of players by seat
    reads : of each output that is compared, where the number with these labels is; None where no game comes
    sign : of what is stored, to what a seat wins
    """

    question: str
    turns: st.SearchStrategy[Turn]
    given: dict[str, st.SearchStrategy[Any]]
    contest: Callable[[Given], Contest]
    seatings: Callable[[Given], tuple[tuple[Player, ...], ...]]
    reads: dict[str, Callable[..., Place | None]]
    sign: int = 1


def first_ways_first(turn: Turn) -> Turn:
    """A turn whose ways that give up least are named first."""
    ways = (sorted(position.ways, key=lambda way: way.given_up) for position in turn.positions)
    positions = (replace(at, ways=tuple(own)) for at, own in zip(turn.positions, ways, strict=True))
    return replace(turn, positions=tuple(positions))


goals, points = st.integers(2, 4), st.integers(1, 7)
plain = st.one_of(turns(), turns_that_lead_on())
# Throws that must be made are followed until hardly anybody comes so far.
must_throw, seldom_must = (turns_that_must_throw(Fraction(1, share)) for share in (2, 8))
any_turn = st.one_of(turns(full=True), turns_that_lead_on(), must_throw, turns_with_entry(2))
# With equal turns each score that they lead to is a standing, too.
any_with_equal_turns = st.one_of(turns(full=True), turns_that_lead_on(), seldom_must, turns_with_entry(2))
busting_for_nothing = st.one_of(plain, turns(full=True).filter(lambda turn: not turn.least_score))
one_throw = st.one_of(pigs(5), wiping_turns())
of_three = pigs(4)
entering = st.builds(lambda turn, entry: replace(turn, entry=entry), of_three, st.integers(0, 2))
two_best_in_a_race = st.one_of(pigs(3), turns_of_three().filter(lambda turn: not turn.may_gain_nothing))
# Whoever goes on by a rule gives up as little as may be, and in these goes the first of all ways.
by_first_ways = st.one_of(pigs(4), st.one_of(turns(), turns_that_lead_on()).map(first_ways_first))
of_streaks = st.one_of(by_first_ways, wiping_turns())
in_a_race_of_three = st.one_of(
    of_three, wiping_turns(), st.one_of(turns_with_entry(2), turns_that_lead_on()).map(first_ways_first)
)


def race(given: Given) -> Race:
    """A race of two."""
    return Race(given["goal"])


def streak(given: Given) -> Race:
    """A race of two in which busts in a row cost points."""
    return Race(given["goal"], 2, given["busts"], given["cost"])


def equal_turns_with_busts(given: Given) -> EqualTurnsWithBusts:
    """Equal turns of two in which busts in a row cost points."""
    return EqualTurnsWithBusts(given["goal"], given["tie"], 2, given["busts"], given["cost"])


def equal_turns(given: Given) -> EqualTurns:
    """Equal turns of two."""
    return EqualTurns(given["goal"], given["tie"])


def equal_turns_of_three(given: Given) -> EqualTurns:
    """Equal turns of three."""
    return EqualTurns(given["goal"], given["tie"], 3)


def both_best(given: Given) -> tuple[tuple[Player, ...], ...]:
    """Both play for the win."""
    return ((BEST, BEST),)


def both_optimal(given: Given) -> tuple[tuple[Player, ...], ...]:
    """Both play for the win, in a contest in which something else is counted."""
    return ((OPTIMAL, OPTIMAL),)


def alone(given: Given) -> tuple[tuple[Player, ...], ...]:
    """One player, who plays for the most."""
    return ((BEST,),)


def answering(name: str) -> Callable[[Given], tuple[tuple[Player, ...], ...]]:
    """The best response first, then second, to a player who holds at the parameter of this name."""
    return lambda given: ((BEST, hold_at(given[name])), (hold_at(given[name]), BEST))


def judged(given: Given) -> tuple[tuple[Player, ...], ...]:
    """A rule against its best reply, and itself; two who play for the win; the rule against one of these."""
    rule = _by_rule(given["rule"], given["goal"])
    return ((rule, BEST), (BEST, rule), (rule, rule), (BEST, BEST), (rule, OPTIMAL), (OPTIMAL, rule))


def _replying(given: Given) -> tuple[tuple[Player, ...], ...]:
    """The best response first, then second, where something else is counted."""
    rule = _by_rule(given["rule"], given["goal"])
    return ((REPLY, rule), (rule, REPLY))


def _meeting_two(given: Given) -> tuple[tuple[Player, ...], ...]:
    """A rule and optimal play, then a rule and its best reply, where something else is counted."""
    rule = _by_rule(given["rule"], given["goal"])
    return ((rule, OPTIMAL), (OPTIMAL, rule), (rule, REPLY), (REPLY, rule))


def at_turn(contest: Any, mover: int, own: int, other: int) -> Standing:
    """A player about to move in a seat."""
    return contest.at(mover, *((own, other) if mover == 0 else (other, own)))


def behind(contest: Any, *points: int) -> tuple[int, ...]:
    """Scores so many points behind one that is beyond the goal."""
    return tuple(2 * contest.goal - own for own in points)


def last_turn(contest: Any, lacking: int) -> Standing:
    """The second of two about to move, so far behind the first."""
    standing: Standing = contest.at(1, *behind(contest, 0, lacking))
    return standing


def led(contest: Any, leading: int, lacking: int) -> Standing:
    """The third about to move, so far behind the first, the second or both; the other one has nothing."""
    first, second, third = behind(contest, 0, 0, lacking)
    return contest.at(2, first if leading != 2 else 0, second if leading != 1 else 0, third)


MOVING = {"value": lambda c, banked, opponent: (0, c.at(0, banked, opponent), 0)}
WAITING = {"waiting_value": lambda c, banked, opponent: (0, c.at(1, banked, opponent), 0)}
FIRST_WINS = {"win_probability": lambda c: (0, c.at(0, 0, 0), 0)}
LAST_TURNS = {"last_value": lambda c, behind: (0, last_turn(c, behind), 1)}
TIE_WORTH = {"tie_value": lambda c: (0, c.tied((1, 1), (0, 1)), 0)}
SECOND = {"second_value": lambda c, banked, opponent: (0, c.at(1, opponent, banked), 1)}
BOTH_SEATS = {
    "value": lambda c, seat, banked, opponent: (seat - 1, at_turn(c, seat - 1, banked, opponent), seat - 1),
    "waiting_value": lambda c, seat, banked, opponent: (
        seat - 1,
        at_turn(c, 2 - seat, opponent, banked),
        seat - 1,
    ),
    "tie_value": lambda c, seat: (seat - 1, c.tied((1, 1), (0, 1)), 0),
    "last_mover_value": lambda c, seat, behind: (seat - 1, last_turn(c, behind), 1),
}

# Of a best response, and of optimal play in its place.
LENGTHS = {
    "turns_left": lambda c, banked, opponent: (0, c.at(0, banked, opponent), 0),
    "waiting_turns_left": lambda c, banked, opponent: (0, c.at(1, banked, opponent), 0),
    "best_response_expected_turns": lambda c, seat: (0, c.at(seat - 1, 0, 0), 0),
    "turns_left_of_optimal": lambda c, banked, opponent: (1, c.at(0, banked, opponent), 0),
    "waiting_turns_left_of_optimal": lambda c, banked, opponent: (1, c.at(1, banked, opponent), 0),
    "optimal_expected_turns": lambda c, seat: (1, c.at(seat - 1, 0, 0), 0),
}
LENGTHS_BY_SEAT = {
    "turns_left": BOTH_SEATS["value"],
    "waiting_turns_left": BOTH_SEATS["waiting_value"],
    "expected_turns_by_seat": lambda c, seat: (seat - 1, c.at(0, 0, 0), 0),
    "expected_turns": FIRST_WINS["win_probability"],
}
TRIO = {
    "win_probability": lambda c, seat: (0, c.at(0, 0, 0, 0), seat - 1),
    "seat_value": lambda c, mover, first, second, third, seat: (
        0,
        c.at(mover - 1, first, second, third),
        seat - 1,
    ),
    "after_value": lambda c, second_behind, third_behind, seat: (
        0,
        c.at(1, *behind(c, 0, second_behind, third_behind)),
        seat - 1,
    ),
    "last_value": lambda c, leading, behind, seat: (0, led(c, leading, behind), seat - 1),
    "three_tie_value": lambda c, seat: (0, c.tied((1, 1, 1), (0, 1, 2)), seat - 1),
    "tie_value": lambda c, untied: (0, _tie_of_two(c, untied - 1), min({0, 1, 2} - {untied - 1})),
}
LENGTH_OF_THREE = {
    "expected_turns": lambda c: (0, c.at(0, 0, 0, 0), 0),
    "turns_left": lambda c, mover, first, second, third: (0, c.at(mover - 1, first, second, third), 0),
}
RESPONSE_OF_THREE = {
    "last_value": lambda c, seat, leading, behind: (seat - 1, led(c, leading, behind), seat - 1),
    "after_value": lambda c, seat, second_behind, third_behind: (
        seat - 1,
        c.at(1, *behind(c, 0, second_behind, third_behind)),
        seat - 1,
    ),
    "win_probability_by_seat": lambda c, seat: (seat - 1, c.at(0, 0, 0, 0), seat - 1),
    "value": lambda c, seat, mover, first, second, third: (
        seat - 1,
        c.at(mover - 1, first, second, third),
        seat - 1,
    ),
    "three_tie_value": lambda c, seat: (seat - 1, c.tied((1, 1, 1), (0, 1, 2)), seat - 1),
    "two_tie_value": lambda c, seat, untied: (seat - 1, _tie_of_two(c, untied - 1), seat - 1),
}


BEST_OF_THREE = TRIO | {
    "last_value": lambda c, leaders, behind: (0, led(c, (1, 3)[leaders - 1], behind), 2),
    "tie_value": lambda c: (0, _tie_of_two(c, 2), 0),
}


def _tie_of_two(contest: Any, untied: int) -> Standing | Ended:
    scores = tuple(0 if seat == untied else 1 for seat in range(3))
    return contest.tied(scores, tuple(seat for seat in range(3) if seat != untied))


THUMB_SEATS = {
    "value_against_optimal": lambda c, seat, banked, opponent: (
        3 + seat,
        at_turn(c, seat - 1, banked, opponent),
        seat - 1,
    ),
    "waiting_value_against_optimal": lambda c, seat, banked, opponent: (
        3 + seat,
        at_turn(c, 2 - seat, opponent, banked),
        seat - 1,
    ),
    "tie_value_against_optimal": lambda c, seat: (3 + seat, c.tied((1, 1), (0, 1)), 0),
    "value_against_reply": lambda c, seat, banked, opponent: (
        seat - 1,
        at_turn(c, seat - 1, banked, opponent),
        seat - 1,
    ),
    "waiting_value_against_reply": lambda c, seat, banked, opponent: (
        seat - 1,
        at_turn(c, 2 - seat, opponent, banked),
        seat - 1,
    ),
    "value_against_itself": lambda c, seat, banked, opponent: (
        2,
        at_turn(c, seat - 1, banked, opponent),
        seat - 1,
    ),
    "optimal_value": lambda c, seat, banked, opponent: (3, at_turn(c, seat - 1, banked, opponent), seat - 1),
    "optimal_tie_value": lambda c: (3, c.tied((1, 1), (0, 1)), 0),
    "tie_value_against_itself": lambda c: (2, c.tied((1, 1), (0, 1)), 0),
    "tie_value_against_reply": lambda c, seat: (seat - 1, c.tied((1, 1), (0, 1)), 0),
}


def _length_by_seat(first: int) -> tuple[Callable[..., Place], Callable[..., Place], Callable[..., Place]]:
    """Of a rule that moves first in one seating and second in the next: its turn, its wait, the start."""
    return (
        lambda c, seat, banked, opponent: (first + seat - 1, at_turn(c, seat - 1, banked, opponent), 0),
        lambda c, seat, banked, opponent: (first + seat - 1, at_turn(c, 2 - seat, opponent, banked), 0),
        lambda c, seat: (first + seat - 1, c.at(0, 0, 0), 0),
    )


THUMB_LENGTHS = {
    f"{name}_against_{other}": read
    for first, other in ((0, "optimal"), (2, "reply"))
    for name, read in zip(
        ("turns_left", "waiting_turns_left", "expected_turns"), _length_by_seat(first), strict=True
    )
}
THUMB = {
    "value_against_optimal": lambda c, banked, opponent: (4, c.at(0, banked, opponent), 0),
    "waiting_value_against_optimal": lambda c, banked, opponent: (4, c.at(1, banked, opponent), 0),
    "value_against_reply": lambda c, banked, opponent: (0, c.at(0, banked, opponent), 0),
    "waiting_value_against_reply": lambda c, banked, opponent: (0, c.at(1, banked, opponent), 0),
    "value_against_itself": lambda c, banked, opponent: (2, c.at(0, banked, opponent), 0),
    "optimal_value": lambda c, banked, opponent: (3, c.at(0, banked, opponent), 0),
}


def _with_busts(reads: Callable[..., Place], mover: int) -> Callable[..., Place]:
    def read(c: Any, banked: int, opponent: int, own_busts: int, opponent_busts: int) -> Place:
        seating, _, seat = reads(c, banked, opponent)
        return seating, c.at(mover, banked, opponent, busts=(own_busts, opponent_busts)), seat

    return read


def _with_turns_left(seating: int) -> Callable[..., Place]:
    return lambda c, turns_left, banked: (seating, c.at(turns_left, banked), 0)


def _counted(reads: Callable[..., Place]) -> Callable[..., Place | None]:
    """Of an opponent who has not scored yet: what follows leads to all that a game can come to."""
    return lambda c, scored, banked, opponent: None if scored else reads(c, banked, opponent)


def _counted_by_both(reads: Callable[..., Place]) -> Callable[..., Place | None]:
    """Of two who have not scored yet."""
    return lambda c, own, other, banked, opponent: None if own or other else reads(c, banked, opponent)


def _counting(rule: str, goal: int) -> Player:
    """A player by a rule that looks at how many turns of its own have scored."""
    first, *others = map(int, re.findall("-?[0-9]+", rule))

    def in_turns(standing: Standing, total: int) -> bool:
        return total >= max(1, (goal - standing.own) // (first - standing.memory[standing.mover]))

    def by_count(standing: Standing, total: int) -> bool:
        step, most, lead = others
        held = first + step * min(most, standing.memory[standing.mover])
        return total >= held and standing.own <= _others(standing)[0] + lead

    return in_turns if not others else by_count


def _answering_who_counts(given: Given) -> tuple[tuple[Player, ...], ...]:
    rule = _counting(given["rule"], given["goal"])
    return ((BEST, rule), (rule, BEST))


def _two_who_count(given: Given) -> tuple[tuple[Player, ...], ...]:
    return (tuple(_counting(given[f"{seat}_rule"], given["goal"]) for seat in ("first", "second")),)


def _three_rules(given: Given) -> tuple[tuple[Player, ...], ...]:
    return (tuple(_by_rule(given[f"{seat}_rule"], given["goal"]) for seat in ("first", "second", "third")),)


def _two_best(seat: int) -> Callable[[Given], tuple[tuple[Player, ...], ...]]:
    """Two who play for the win beside a rule in a seat."""

    def seatings(given: Given) -> tuple[tuple[Player, ...], ...]:
        rule = _by_rule(given["rule"], given["goal"])
        return (tuple(rule if own == seat else BEST for own in range(3)),)

    return seatings


def _answering_two_rules(given: Given) -> tuple[tuple[Player, ...], ...]:
    earlier, later = (_by_rule(given[f"{seat}_rule"], given["goal"]) for seat in ("earlier", "later"))
    return ((BEST, earlier, later), (earlier, BEST, later), (earlier, later, BEST))


def _by_rule(rule: str, goal: int) -> Player:
    """A player by a rule: it holds at a turn total, or looks at the best of the others, or at busts."""
    if rule in LOOKING_AT_BUSTS | BY_NAME:
        return (LOOKING_AT_BUSTS | BY_NAME)[rule]
    # In further rounds, too, it holds with as many points as the goal.
    if rule.startswith("hold at "):
        return hold_at(min(goal, int(rule.removeprefix("hold at "))))
    lead = min(goal, int(rule.removeprefix(LEADING)))
    return lambda standing, total: standing.own + total >= max(_others(standing)) + lead


def _others(standing: Standing) -> list[int]:
    return [own for seat, own in enumerate(standing.scores) if seat != standing.mover]


def _two_rules(given: Given) -> tuple[tuple[Player, ...], ...]:
    return (tuple(_by_rule(given[f"{seat}_rule"], given["goal"]) for seat in ("first", "second")),)


def _second_with_busts(c: Any, banked: int, opponent: int, own_busts: int, opponent_busts: int) -> Place:
    return 0, c.at(1, opponent, banked, busts=(opponent_busts, own_busts)), 1


def _reply_with_busts(waits: int, whose: int | None = None) -> Callable[..., Place]:
    """A best response about to move, or while the other is; its own number if it is not said whose."""

    def read(c: Any, seat: int, banked: int, opponent: int, own_busts: int, opponent_busts: int) -> Place:
        mover = (seat - 1 + waits) % 2
        pairs = (banked, opponent), (own_busts, opponent_busts)
        scores, busts = (pair if seat == 1 else pair[::-1] for pair in pairs)
        return seat - 1, c.at(mover, *scores, busts=busts), seat - 1 if whose is None else whose

    return read


def _busts_of(standing: Standing, seat: int) -> int:
    """Busts in a row; with equal turns the memory has more, and they come last."""
    *_, last = standing.memory
    counts = last if isinstance(last, tuple) else standing.memory
    count: int = counts[seat]
    return count


STREAK = {"value": _with_busts(MOVING["value"], 0)}
THUMB_STREAK = {name: _with_busts(read, int(name.startswith("waiting"))) for name, read in THUMB.items()}
THUMB_STREAK_LENGTHS = {
    "turns_left_against_optimal": _with_busts(MOVING["value"], 0),
    "waiting_turns_left_against_optimal": _with_busts(WAITING["waiting_value"], 1),
    "expected_turns_against_optimal": lambda c, seat: (0, c.at(seat - 1, 0, 0), 0),
    "turns_left_against_reply": _with_busts(lambda c, *scores: (2, c.at(0, *scores), 0), 0),
    "waiting_turns_left_against_reply": _with_busts(lambda c, *scores: (2, c.at(1, *scores), 0), 1),
    "expected_turns_against_reply": lambda c, seat: (2, c.at(seat - 1, 0, 0), 0),
}
RULE = points.map(lambda held: f"hold at {held}")
LEADING = "hold when banked + turn_total >= opponent + "
LOOKING_AT_BUSTS: dict[str, Player] = {
    "hold at 3 - own_busts": lambda standing, total: total >= 3 - _busts_of(standing, standing.mover),
    "hold when opponent_busts > own_busts or turn_total >= 2": lambda standing, total: (
        total >= 2 or _busts_of(standing, 1 - standing.mover) > _busts_of(standing, standing.mover)
    ),
}
# Rules that go by a name. All do the same with a score of 0 and of 1: in further rounds solvers have only 0.
BY_NAME: dict[str, Player] = {
    "end race at 2 or keep pace with 1 and 1/1": lambda standing, total: (
        total >= 1 + max(_others(standing)) - standing.own and max(standing.scores) < 2
    ),
}
LOOKING = st.one_of(RULE, st.integers(0, 3).map(lambda lead: f"{LEADING}{lead}"), st.sampled_from([*BY_NAME]))
# Up to the largest goals none holds so seldom that play would not come to an end.
COUNTING = st.one_of(
    st.integers(1, 4).map(lambda turns: f"{turns} scoring turns"),
    st.builds(
        lambda first, step, most, lead: (
            f"hold when turn_total >= {first} + {step} * min(scored, {most}) and banked <= opponent + {lead}"
        ),
        st.integers(1, 4),
        st.integers(-2, 3),
        st.integers(0, 4),
        st.integers(0, 5),
    ),
)
LOOKING_FARTHER = st.one_of(LOOKING, st.sampled_from([*LOOKING_AT_BUSTS]))
THREE_RULES = {f"{seat}_rule": LOOKING for seat in ("first", "second", "third")}
WHOM_MET = {"earlier_rule": LOOKING, "later_rule": LOOKING}
A_GOAL = {"goal": goals}
TWO_RULES = {"first_rule": LOOKING, "second_rule": LOOKING}
TWO_RULES_THAT_LOOK_FARTHER = {"first_rule": LOOKING_FARTHER, "second_rule": LOOKING_FARTHER}
ALONE = {"goal": st.integers(2, 9)}
A_TIE = {"goal": goals, "tie": st.sampled_from([*PARTS, AGAIN])}
A_STREAK = {"goal": goals, "busts": st.integers(1, 3), "cost": st.integers(0, 5)}
A_TIE_AND_BUSTS = A_STREAK | {
    "goal": st.integers(2, 3),
    "busts": st.integers(1, 2),
    "tie": st.sampled_from([*PARTS]),
}
THREE_TIES = {"goal": st.integers(2, 3), "tie": st.integers(0, AGAIN)}

ROWS = (
    Row("race.own", any_turn, A_GOAL, race, both_best, MOVING | FIRST_WINS),
    Row("streak.own", busting_for_nothing, A_STREAK, streak, both_best, STREAK),
    Row(
        "equal_turns_streak.own",
        busting_for_nothing,
        A_TIE_AND_BUSTS,
        equal_turns_with_busts,
        both_best,
        STREAK | {"second_value": _second_with_busts} | LAST_TURNS | FIRST_WINS,
    ),
    Row(
        "equal_turns_streak_response.own",
        of_streaks,
        A_TIE_AND_BUSTS | {"rule": LOOKING_FARTHER},
        equal_turns_with_busts,
        lambda given: judged(given)[1::-1],
        {
            "value": _reply_with_busts(0),
            "waiting_value": _reply_with_busts(1),
            "last_mover_value": BOTH_SEATS["last_mover_value"],
        },
    ),
    Row(
        "equal_turns_streak_response.own",
        of_streaks,
        A_TIE_AND_BUSTS | {"rule": LOOKING_FARTHER},
        lambda given: TurnsOf(equal_turns_with_busts(given)),
        _replying,
        LENGTHS_BY_SEAT
        | {"turns_left": _reply_with_busts(0, 0), "waiting_turns_left": _reply_with_busts(1, 0)},
    ),
    Row(
        "equal_turns.own",
        any_with_equal_turns,
        A_TIE,
        equal_turns,
        both_best,
        MOVING | SECOND | LAST_TURNS | TIE_WORTH | FIRST_WINS,
    ),
    Row(
        "length_equal_turns.own",
        st.one_of(by_first_ways, turns_with_entry(2)),
        A_TIE,
        lambda given: TurnsOf(equal_turns(given)),
        both_optimal,
        {
            "turns_left": MOVING["value"],
            "second_turns_left": SECOND["second_value"],
            "expected_turns": FIRST_WINS["win_probability"],
        },
    ),
    Row(
        "length_equal_turns.own",
        wiping_turns(),
        A_TIE | {"tie": st.integers(0, 2)},
        lambda given: TurnsOf(equal_turns(given)),
        both_optimal,
        {"turns_left": MOVING["value"], "second_turns_left": SECOND["second_value"]},
    ),
    Row(
        "length_streak.own",
        of_streaks,
        A_STREAK | {"goal": st.integers(2, 3)},
        lambda given: TurnsOf(streak(given)),
        both_optimal,
        {"turns_left": STREAK["value"], "expected_turns": FIRST_WINS["win_probability"]},
    ),
    Row(
        "length_equal_turns_streak.own",
        of_streaks,
        A_TIE_AND_BUSTS,
        lambda given: TurnsOf(equal_turns_with_busts(given)),
        both_optimal,
        {"turns_left": STREAK["value"], "second_turns_left": _second_with_busts},
    ),
    Row(
        "streak_rules.own",
        of_streaks,
        A_STREAK | {"goal": st.integers(2, 3)} | TWO_RULES_THAT_LOOK_FARTHER,
        streak,
        _two_rules,
        STREAK | {"second_value": _second_with_busts} | FIRST_WINS,
    ),
    Row(
        "streak_rules.own",
        of_streaks,
        A_STREAK | {"goal": st.integers(2, 3)} | TWO_RULES_THAT_LOOK_FARTHER,
        lambda given: TurnsOf(streak(given)),
        _two_rules,
        {"turns_left": STREAK["value"], "second_turns_left": _second_with_busts},
    ),
    Row(
        "equal_turns_streak_rules.own",
        of_streaks,
        A_TIE_AND_BUSTS | TWO_RULES_THAT_LOOK_FARTHER,
        equal_turns_with_busts,
        _two_rules,
        STREAK | {"second_value": _second_with_busts} | FIRST_WINS,
    ),
    Row(
        "equal_turns_streak_rules.own",
        of_streaks,
        A_TIE_AND_BUSTS | TWO_RULES_THAT_LOOK_FARTHER,
        lambda given: TurnsOf(equal_turns_with_busts(given)),
        _two_rules,
        {"turns_left": STREAK["value"], "second_turns_left": _second_with_busts},
    ),
    Row(
        "equal_turns_rules.own",
        one_throw,
        A_TIE | TWO_RULES,
        equal_turns,
        _two_rules,
        MOVING | SECOND | LAST_TURNS | TIE_WORTH | FIRST_WINS,
    ),
    Row(
        "equal_turns_rules.own",
        one_throw,
        A_TIE | TWO_RULES,
        lambda given: TurnsOf(equal_turns(given)),
        _two_rules,
        {
            "turns_left": MOVING["value"],
            "second_turns_left": SECOND["second_value"],
            "expected_turns": FIRST_WINS["win_probability"],
        },
    ),
    Row(
        "equal_turns_response_to_rule.own",
        one_throw,
        A_TIE | {"rule": RULE},
        equal_turns,
        lambda given: judged(given)[1::-1],
        BOTH_SEATS,
    ),
    Row(
        "equal_turns_response_to_rule.own",
        st.one_of(by_first_ways, wiping_turns(), turns_with_entry(2).map(first_ways_first)),
        A_TIE | {"rule": LOOKING},
        lambda given: TurnsOf(equal_turns(given)),
        _replying,
        LENGTHS_BY_SEAT,
    ),
    Row(
        "equal_turns_trio.own",
        entering,
        THREE_TIES | THREE_RULES,
        equal_turns_of_three,
        _three_rules,
        TRIO,
    ),
    Row(
        "equal_turns_trio.own",
        entering,
        THREE_TIES | THREE_RULES,
        lambda given: TurnsOf(equal_turns_of_three(given)),
        _three_rules,
        LENGTH_OF_THREE,
    ),
    Row(
        "equal_turns_response_to_two.own",
        entering,
        THREE_TIES | WHOM_MET,
        equal_turns_of_three,
        _answering_two_rules,
        RESPONSE_OF_THREE,
    ),
    Row(
        "race_of_three_rules.own",
        in_a_race_of_three,
        A_GOAL | THREE_RULES,
        lambda given: Race(given["goal"], 3),
        _three_rules,
        {name: TRIO[name] for name in ("win_probability", "seat_value")},
    ),
    Row(
        "race_of_three_rules.own",
        in_a_race_of_three,
        A_GOAL | THREE_RULES,
        lambda given: TurnsOf(Race(given["goal"], 3)),
        _three_rules,
        LENGTH_OF_THREE,
    ),
    Row(
        "race_of_three_response.own",
        in_a_race_of_three,
        A_GOAL | WHOM_MET,
        lambda given: Race(given["goal"], 3),
        _answering_two_rules,
        {name: RESPONSE_OF_THREE[name] for name in ("win_probability_by_seat", "value")},
    ),
    *(
        Row(
            f"race_beside_{name}_rule.own",
            two_best_in_a_race,
            {"goal": st.integers(2, 3), "rule": LOOKING},
            lambda given: Race(given["goal"], 3),
            _two_best(seat),
            {name: TRIO[name] for name in ("win_probability", "seat_value")},
        )
        for seat, name in enumerate(("first", "second", "third"))
    ),
    Row(
        "race_response.hold_at_own",
        one_throw,
        A_GOAL | {"opponent_hold_at": points},
        race,
        answering("opponent_hold_at"),
        MOVING | WAITING,
    ),
    Row(
        "race_response_to_rule.own",
        by_first_ways,
        A_GOAL | {"rule": LOOKING},
        race,
        lambda given: judged(given)[1::-1],
        MOVING | WAITING,
    ),
    Row(
        "race_response_to_rule.own",
        by_first_ways,
        A_GOAL | {"rule": LOOKING},
        lambda given: TurnsOf(race(given)),
        lambda given: tuple((own, _by_rule(given["rule"], given["goal"])) for own in (REPLY, OPTIMAL)),
        LENGTHS,
    ),
    Row(
        "race_response_to_counting_rule.own",
        one_throw.filter(lambda turn: not turn.least_score),
        {"goal": st.integers(2, 7), "rule": COUNTING},
        lambda given: TurnsOf(CountedRace(given["goal"])),
        lambda given: ((REPLY, _counting(given["rule"], given["goal"])),),
        {name: _counted(LENGTHS[name]) for name in ("turns_left", "waiting_turns_left")},
    ),
    Row(
        "race_response_to_counting_rule.own",
        one_throw.filter(lambda turn: not turn.least_score),
        {"goal": st.integers(2, 7), "rule": COUNTING},
        lambda given: CountedRace(given["goal"]),
        _answering_who_counts,
        {name: _counted(read) for name, read in (MOVING | WAITING).items()},
    ),
    Row(
        "head_to_head.counting_rules_own",
        one_throw.filter(lambda turn: not turn.least_score),
        {"goal": st.integers(2, 7), "first_rule": COUNTING, "second_rule": COUNTING},
        lambda given: CountedRace(given["goal"]),
        _two_who_count,
        {name: _counted_by_both(read) for name, read in (MOVING | WAITING).items()},
    ),
    Row(
        "head_to_head.counting_rules_own",
        one_throw.filter(lambda turn: not turn.least_score),
        {"goal": st.integers(2, 7), "first_rule": COUNTING, "second_rule": COUNTING},
        lambda given: TurnsOf(CountedRace(given["goal"])),
        _two_who_count,
        {name: _counted_by_both(LENGTHS[name]) for name in ("turns_left", "waiting_turns_left")},
    ),
    Row("head_to_head.rules_own", one_throw, A_GOAL | TWO_RULES, race, _two_rules, MOVING | WAITING),
    Row(
        "head_to_head.rules_own",
        one_throw,
        A_GOAL | TWO_RULES,
        lambda given: TurnsOf(race(given)),
        _two_rules,
        {
            "turns_left": MOVING["value"],
            "waiting_turns_left": WAITING["waiting_value"],
            "expected_turns": FIRST_WINS["win_probability"],
        },
    ),
    Row("thumb.own", one_throw, A_GOAL | {"rule": LOOKING}, race, judged, THUMB),
    Row(
        "thumb_streak.own",
        of_streaks,
        A_STREAK | {"goal": st.integers(2, 3), "rule": LOOKING_FARTHER},
        streak,
        judged,
        THUMB_STREAK,
    ),
    Row(
        "thumb_streak.own",
        of_streaks,
        A_STREAK | {"goal": st.integers(2, 3), "rule": LOOKING_FARTHER},
        lambda given: TurnsOf(streak(given)),
        _meeting_two,
        THUMB_STREAK_LENGTHS,
    ),
    Row(
        "thumb_equal_turns.own",
        by_first_ways,
        THREE_TIES | {"rule": LOOKING},
        equal_turns,
        judged,
        THUMB_SEATS,
    ),
    Row(
        "thumb_equal_turns.own",
        by_first_ways,
        THREE_TIES | {"rule": LOOKING},
        lambda given: TurnsOf(equal_turns(given)),
        _meeting_two,
        THUMB_LENGTHS,
    ),
    Row(
        "within_turns.own",
        any_turn,
        ALONE | {"turns": st.integers(1, 4)},
        lambda given: WithinTurns(given["goal"]),
        alone,
        {"value": _with_turns_left(0)},
    ),
    Row(
        "thumb_within_turns.own",
        one_throw,
        ALONE | {"turns": st.integers(1, 4), "rule": RULE},
        lambda given: WithinTurns(given["goal"]),
        lambda given: ((judged(given)[0][0],), (BEST,)),
        {
            "rule_value": _with_turns_left(0),
            "value": _with_turns_left(1),
        },
    ),
    Row(
        "fewest_turns.own",
        any_turn,
        ALONE,
        lambda given: FewestTurns(given["goal"]),
        alone,
        {"turns_value": lambda c, banked: (0, c.at(banked), 0)},
        sign=-1,
    ),
    Row(
        "most_points.own",
        any_turn,
        {"turns": st.integers(1, 2), "most_banked": st.integers(0, 3), "may_pass": st.booleans()},
        lambda given: MostPoints(given["may_pass"]),
        alone,
        {"score_value": _with_turns_left(0)},
    ),
    Row(
        "solitaire.own",
        any_turn,
        {},
        lambda given: MostPoints(),
        alone,
        {"expected_score": lambda c: (0, c.at(1, 0), 0)},
    ),
    Row(
        "equal_turns_of_three.own",
        st.one_of(pigs(3), turns_of_three()),
        THREE_TIES,
        equal_turns_of_three,
        lambda given: ((BEST, BEST, BEST),),
        BEST_OF_THREE,
    ),
)

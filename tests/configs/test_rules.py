"""Games from files: counted as dice fall, the same bits as the games that are written here, and every mistake
said with its line.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from configs.errors import ConfigError
from configs.load import load
from configs.rules.load import checked, load_game
from configs.rules.schema import text
from configs.rules.shipped import shipped_rules
from configs.rules.written_out import written_out
from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.games import own
from solvers.games.must_throw import made_at_once
from solvers.games.turn import Turn, tables
from solvers.questions.games import GAMES
from solvers.race.solve import optimal_play
from tests.strategies import turns, turns_that_lead_on

CONFIGS = Path(__file__).parents[2] / "configs"
MADE_UP = """\
name: Made up
throws:
  coin:
    results:
      - {chance: 1/2, bust: true}
      - {chance: 1/2, gain: 1}
"""
HEAD = "name: own/coin\ntitle: A coin\nquestion: race.own\n"


def written(directory: Path, content: str) -> Path:
    path = directory / "game.yaml"
    path.write_text(content, encoding="utf-8")
    return path


def game(content: str) -> Turn:
    found, problems = checked(yaml.safe_load(content))
    assert problems == []
    assert found is not None
    return found.turn


def same(one: Turn, other: Turn) -> bool:
    """Whether solvers get the same."""
    pairs = zip(tables(one), tables(other), strict=True)
    return all(np.array_equal(mine, theirs) for mine, theirs in pairs)


@pytest.mark.parametrize("name", sorted(set(shipped_rules()) & set(GAMES)))
def test_shipped_game__is_what_is_written_here_bit_by_bit(name: str) -> None:
    usual = GAMES[name].turn({one.name: one.default for one in GAMES[name].parameters})  # type: ignore[misc]
    loaded = load_game(shipped_rules()[name]).turn
    assert loaded.least_score == usual.least_score
    loaded, usual = made_at_once(loaded, 12), made_at_once(usual, 12)
    assert same(loaded, usual)
    mine, theirs = optimal_play(loaded, 12), optimal_play(usual, 12)
    assert np.array_equal(mine.value, theirs.value)


@pytest.mark.parametrize("coins", [2, 3, 4])
def test_piglet__with_several_coins_is_what_is_written_here_bit_by_bit(coins: int) -> None:
    two_coins = shipped_rules()["piglet_two_coins"].read_text(encoding="utf-8")
    loaded = game(two_coins.replace("[[0, 1], [0, 1]]", str([[0, 1]] * coins)))
    usual = GAMES["piglet"].turn({"heads": 0.5, "coins": coins})
    assert same(loaded, usual)
    assert np.array_equal(optimal_play(loaded, 12).value, optimal_play(usual, 12).value)


def test_shipped_games__are_all_of_the_catalogue_and_more() -> None:
    assert set(shipped_rules()) >= set(GAMES) - {"own"}


@pytest.mark.parametrize("path", shipped_rules().values(), ids=lambda path: path.stem)
def test_shipped_game__obeys_the_schema_and_names_it(path: Path) -> None:
    schema = yaml.safe_load((CONFIGS / "rules.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(yaml.safe_load(path.read_text(encoding="utf-8")), schema)
    named = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / named).resolve() == (CONFIGS / "rules.schema.json").resolve()


def test_schema_file__is_up_to_date() -> None:
    stored = (CONFIGS / "rules.schema.json").read_text(encoding="utf-8")
    assert stored == text(), "run: jeopardice schema --rules > configs/rules.schema.json"


@given(turns() | turns_that_lead_on())
def test_turn__comes_again_from_its_text_and_from_its_file(turn: Turn) -> None:
    assert own.turn(own.text(turn)) == turn
    loaded, problems = checked(yaml.safe_load(written_out(turn)))
    if loaded is None:
        # What no turn comes to is refused in a file, and ways that an action does not tell apart.
        known = "no turn ever gets there", "two different throws are called"
        assert all(problem.rule.startswith(known) for problem in problems)
    else:
        assert same(loaded.turn, turn)


FACES = st.lists(st.integers(1, 4), min_size=1, max_size=3)
ASKED = st.lists(st.sampled_from([1, 2, 3, "n", "m"]), min_size=1, max_size=3)


def first_match(dice: Sequence[int], asked: list[list[Any]]) -> tuple[int, list[int]]:
    """Which result dice are for, and which of them are left: by trying every order of the dice."""
    for place, wanted in enumerate(asked):
        found = []
        for order in set(permutations(dice)):
            taken, rest = order[: len(wanted)], order[len(wanted) :]
            letters = {
                letter: face for letter, face in zip(wanted, taken, strict=False) if letter in ("n", "m")
            }
            fits = len(taken) == len(wanted) and all(
                face == (letters[one] if one in letters else one)
                for one, face in zip(wanted, taken, strict=True)
            )
            if fits and len(set(letters.values())) == len(letters):
                found.append(sorted(rest))
        if found:
            return place, min(found, key=lambda rest: (sum(rest), rest))
    return len(asked), list(dice)


@given(st.lists(FACES, min_size=1, max_size=4), st.lists(ASKED, max_size=2, unique_by=tuple))
@example([[1], [1, 2]], [["n", "m"]])
def test_dice__are_counted_as_every_throw_of_them_says(dice: list[list[int]], asked: list[list[Any]]) -> None:
    chances: dict[tuple[str, int], Fraction] = {}
    every = list(product(*dice))
    for thrown in every:
        # The die that decides the bust is thrown, too, and has no points then.
        place, rest = first_match([*thrown, 0], asked)
        key = f"at {place}", 100 * sum(thrown) + len(rest) + 1
        chances[key] = chances.get(key, Fraction(0)) + Fraction(1, len(every))
    used = {place for place, _ in chances}
    results = [
        {"show": wanted, "gain": "100 * sum + others + 1", "then": f"at {place}"}
        for place, wanted in enumerate(asked)
        if f"at {place}" in used
    ]
    last = f"at {len(asked)}"
    results += [{"gain": "100 * sum + dice + 1", "then": last}] if last in used else []
    positions = {place: [{"throw": "dice"}] for place in used}
    content = {
        "name": "dice",
        "throws": {"dice": {"dice": [*dice, [0, 9]], "results": [{"show": [9], "bust": True}, *results]}},
        "positions": positions,
    }
    found, problems = checked(content)
    assert problems == []
    assert found is not None
    turn = found.turn
    (throw,) = turn.throws
    assert throw.bust == Fraction(1, 2)
    counted: dict[tuple[str, int], Fraction] = {}
    for outcome in throw.outcomes:
        key = turn.positions[outcome.position].name, outcome.gain
        counted[key] = counted.get(key, Fraction(0)) + outcome.probability
    assert counted == {key: chance / 2 for key, chance in chances.items()}


def test_throw_that_changes_nothing__is_made_until_something_else_comes() -> None:
    again = game(
        """
name: again
throws:
  die:
    dice: [d6]
    results:
      - {show: [6], again: true}
      - {show: [1], bust: true}
      - {gain: sum}
"""
    )
    five = game("name: again\nthrows: {die: {dice: [d5], results: [{show: [1], bust: true}, {gain: sum}]}}")
    assert again.throws == five.throws


def test_throw_without_a_gain__comes_before_those_that_it_leads_to() -> None:
    turn = game(LEADS_ON)
    assert [throw.name for throw in turn.throws] == ["first", "last"]
    assert turn.openings == (0,)
    assert [(one.gain, turn.positions[one.position].name) for one in turn.throws[0].outcomes] == [
        (0, "later"),
        (1, "early"),
    ]


def test_yellow_zombie_dice__are_what_every_throw_of_three_dice_says() -> None:
    turn = load_game(shipped_rules()["yellow_zombie_dice"]).turn
    for before, throw in enumerate(turn.throws):
        chances: dict[tuple[int, str], Fraction] = {}
        for dice in product("bsf", repeat=3):
            shotguns = before + dice.count("s")
            where = "bust" if shotguns > 2 else ("no shotguns", "one shotgun", "two shotguns")[shotguns]
            if dice != ("f", "f", "f"):
                key = 0 if where == "bust" else dice.count("b"), where
                chances[key] = chances.get(key, Fraction(0)) + Fraction(1, 26)
        assert throw.bust == chances.pop((0, "bust"))
        assert chances == {
            (one.gain, turn.positions[one.position].name): one.probability for one in throw.outcomes
        }


def test_rules__are_asked_about_in_a_config_from_a_file_or_written_out(tmp_path: Path) -> None:
    written(tmp_path, MADE_UP)
    sweep = HEAD + "{}\naxes: {{goal: [5]}}\nkeep: [value]\n"
    inline = yaml.safe_load(MADE_UP)
    for place, rules in (("named.yaml", "rules: game.yaml"), ("inline.yaml", f"rules: {inline}")):
        (tmp_path / place).write_text(sweep.format(rules), encoding="utf-8")
    (named,), (inside,) = load(tmp_path / "named.yaml"), load(tmp_path / "inline.yaml")
    assert named.document() == inside.document()
    assert own.turn(str(named.parameters["rules"])) == game(MADE_UP)
    written(tmp_path, MADE_UP.replace("gain: 1", "gain: 2"))
    (changed,) = load(tmp_path / "named.yaml")
    assert changed.parameters != named.parameters


def test_config__says_what_is_wrong_with_its_rules_and_with_itself(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    rules = MADE_UP.replace("1/2, gain: 1", "1/3, gain: 1").replace("\n", "\n  ").rstrip()
    path.write_text(
        f"{HEAD}rules:\n  {rules}\naxes: {{goal: [1]}}\nkeep: [value]\n",
        encoding="utf-8",
    )
    with pytest.raises(ConfigError) as refused:
        load(path)
    lines = str(refused.value).splitlines()
    assert lines[0].startswith("results: the chances add up to 5/6 instead of 1 (")
    assert "line 7, rules.throws.coin). 1/6 is missing." in lines[0]
    assert "goal: expected a whole number from 2 to 1000, got 1" in lines[1]


OF_MANY = (
    "race_of_three.own equilibrium.race_of_three.own race_of_many.own equilibrium.race_of_many.own".split()
)
TAKES_NOTHING = (
    "rules: expected a game of one opening in which a bust scores nothing and takes nothing banked"
)


WHY = [
    ("two_dice_pig", "two-dice pig", "Here its throw 'two dice' wipes the banked score: ask race.own"),
    ("progressive_pig", "progressive pig", "Here a turn that busts scores, too (least_score): ask"),
    ("hog", "hog", "Here it has 30 openings: ask race.own"),
]


@pytest.mark.parametrize(
    ("question", "rules", "name", "why"),
    # Thirty openings take two seconds to read.
    [(asked, *one) for asked in OF_MANY for one in WHY if one[0] != "hog" or asked == "race_of_many.own"],
)
def test_game__that_a_question_cannot_answer_is_refused_as_the_config_is_read(
    question: str, rules: str, name: str, why: str, tmp_path: Path
) -> None:
    head = HEAD.replace("race.own", question)
    path = tmp_path / "many.yaml"
    for line, place, written in (
        (4, "rules", f"rules: {rules}\naxes: {{goal: [5]}}\n"),
        (4, "axes.rules[1]", f"axes: {{rules: [pig, {rules}]}}\n"),
        (4, "parameters.rules", f"parameters: {{rules: {rules}}}\naxes: {{goal: [5]}}\n"),
    ):
        path.write_text(f"{head}{written}keep: [win_probability]\n", encoding="utf-8")
        with pytest.raises(ConfigError) as refused:
            load(path)
        said = str(refused.value)
        assert said.startswith(f"{TAKES_NOTHING}, got '{name}' ({path}, line {line}, {place}). {why}"), said
        assert len(said.splitlines()) == 1
    with pytest.raises(InvalidRules, match=re.escape(f"{TAKES_NOTHING}, got '{name}'. {why}")):
        find(question).complete({"rules": own.text(load_game(shipped_rules()[rules]).turn), "goal": 5})


AT_ONCE = {
    "simultaneous.best_response_to_one.own": {"opponent_hold_at": 5},
    "simultaneous.best_response_to_two.own": {"first_hold_at": 5, "second_hold_at": 6},
    "simultaneous.best_response_any_rule_to_one.own": {"opponent_hold_at": 5},
    "simultaneous.best_response_any_rule_to_two.own": {"first_hold_at": 5, "second_hold_at": 6},
    "simultaneous.best_response_any_rule_to_three.own": {
        "first_hold_at": 5,
        "second_hold_at": 6,
        "third_hold_at": 7,
    },
    "equilibrium.simultaneous_own": {},
    "equilibrium.any_rule.own": {},
}


@pytest.mark.parametrize("question", AT_ONCE)
@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("two_dice_pig", "Here its throw 'two dice' wipes the banked score: ask race.own"),
        ("progressive_pig", "Here a turn that busts scores, too (least_score): ask race.own"),
        ("great_rolled_ones", "Here a player may do more than hold or repeat the same throw: ask race.own"),
    ],
)
def test_game__that_is_not_played_at_once_is_refused(question: str, rules: str, why: str) -> None:
    given = {"rules": own.text(load_game(shipped_rules()[rules]).turn), "goal": 5, **AT_ONCE[question]}
    with pytest.raises(InvalidRules, match=re.escape(why)):
        find(question).complete(given)


def edit(old: str, new: str, of: str = MADE_UP) -> Callable[[], str]:
    def changed() -> str:
        assert old in of
        return of.replace(old, new)

    return changed


DICE = """\
name: Dice
throws:
  die:
    dice: [d6]
    results:
      - {show: [1], bust: true}
      - {gain: sum}
"""


def dice(old: str, new: str) -> Callable[[], str]:
    return edit(old, new, DICE)


TWO_WAYS = """\
name: Two ways
throws:
  coin:
    results:
      - {chance: 1/2, bust: true}
      - {chance: 1/2, gain: 1, then: up}
  other:
    results: [{chance: 1/3, bust: true}, {chance: 2/3, gain: 1, then: up}]
positions:
  up: [{throw: coin}, {throw: other}]
"""
LEADS_ON = """\
name: Leads on
throws:
  last: {results: [{chance: 1/2, bust: true}, {chance: 1/2, gain: 1, then: later}]}
  first:
    results:
      - {chance: 1/2, bust: true}
      - {chance: 1/4, gain: 0, then: later}
      - {chance: 1/4, gain: 1, then: early}
positions:
  early: [{throw: first}]
  later: [{throw: last}]
openings: [first]
"""


def leads_on(old: str, new: str) -> Callable[[], str]:
    return edit(old, new, LEADS_ON)


WRONG: dict[str, tuple[Callable[[], str], str]] = {
    "circle": (
        leads_on("1/2, gain: 1, then: later", "1/2, gain: 0, then: early"),
        "then: these positions repeat without a gain: early > later > early"
        " (game.yaml, line 3, throws.last). Let one of these throws gain",
    ),
    "circle of one": (
        leads_on("1/2, gain: 1, then: later", "1/2, gain: 0, then: later"),
        "without a gain: later > later (game.yaml, line 3, throws.last). Let one of these throws gain"
        ", or write `again: true` for a throw that changes nothing.",
    ),
    "ends without a gain": (
        leads_on("  later: [{throw: last}]", "  later: []"),
        "then: this result gains nothing, and 'later' has no way on (game.yaml, line 4,",
    ),
    "leads on past a wipe": (
        leads_on("1/2, bust: true}, {", "1/2, wipe: true}, {"),
        "then: a result leads to 'later' without a gain, while some throw wipes (game.yaml, line 4, throws",
    ),
    "gives up nothing": (
        leads_on("[{throw: last}]", "[{throw: last, give_up: 1}]"),
        "give_up: expected less than the least gain that leads there, 0, got 1",
    ),
    "gain below nothing": (
        leads_on("gain: 0", "gain: 0 - 1"),
        "gain: expected 0 or more, got -1 (game.yaml, line 7, throws.first.results[1]). A gain takes no",
    ),
    "leads on with a least score": (
        lambda: LEADS_ON + "least_score: 1\n",
        "results: expected gains of 1 or more, which every turn scores, got 0",
    ),
    "missing chance": (
        edit("chance: 1/2, gain", "gain"),
        "chance: expected a fraction more than 0, such as 1/6, got nothing",
    ),
    "chance too large": (
        edit("1/2, gain: 1", "3/2, gain: 1"),
        "chance: expected a fraction more than 0, such as 1/6, got '3/2'",
    ),
    "no fraction": (
        edit("1/2, gain: 1", "half, gain: 1"),
        "got 'half' (game.yaml, line 6, throws.coin.results[1]).",
    ),
    "too much": (edit("1/2, gain: 1", "2/3, gain: 1"), "results: the chances add up to 7/6 instead of 1"),
    "no bust": (edit("bust: true", "gain: 2"), "A turn must be able to end: let some result bust."),
    "no gain": (edit("gain: 1", "wipe: true"), "results: no result gains points"),
    "gain of nothing": (edit("gain: 1", "gain: 0"), "gain: expected 1 or more, got 0"),
    "sum without dice": (edit("gain: 1", "gain: sum"), "gain: expected a number at column 1, got 'sum'"),
    "two kinds": (
        edit("gain: 1", "gain: 1, bust: true"),
        "results: expected one of bust, wipe, again, gain, got bust and gain",
    ),
    "bust that leads on": (
        edit("bust: true", "bust: true, then: there"),
        "results: expected a gain with `then`, got bust",
    ),
    "misspelt key": (edit("gain", "gian"), "Did you mean 'gain'?"),
    "unknown position": (
        edit("gain: 1", "gain: 1, then: there"),
        "got 'there' (game.yaml, line 6, throws.coin.results[1].then). Describe 'there' under `positions`",
    ),
    "gain of too much": (edit("gain: 1", "gain: 10001"), "gain: expected at most 10000, got 10001"),
    "gain of a file": (
        edit("gain: 1", f"gain: '{'9' * 5000}'"),
        "gain: expected at most 100 characters, got 5000",
    ),
    "flag as gain": (
        edit("gain: 1", "gain: true"),
        "gain: expected a whole number, or a sum such as 2 * sum, got True (game.yaml, line 6",
    ),
    "chance with a point": (
        edit("1/2, gain: 1", "0.5, gain: 1"),
        "chance: expected a fraction, such as 1/2, got 0.5 (game.yaml, line 6",
    ),
    "chance that takes for ever": (edit("1/2, gain: 1", "1e-5000, gain: 1"), "such as 1/6, got '1e-5000'"),
    "chance in percent": (
        edit("1/2, gain: 1", "50%, gain: 1"),
        "got '50%' (game.yaml, line 6, throws.coin.results[1]). Write 50% as 1/2.",
    ),
    "chance over nothing": (edit("1/2, gain: 1", "1/0, gain: 1"), "such as 1/6, got '1/0'"),
    "way called hold": (
        lambda: (
            MADE_UP.replace("gain: 1", "gain: 1, then: heads")
            + "positions:\n  heads: [{throw: coin, action: hold}]\n"
        ),
        "action: the name 'hold' is taken (game.yaml, line 8",
    ),
    "two ways alike": (
        lambda: TWO_WAYS,
        "action: two different throws are called 'roll' (game.yaml, line 10",
    ),
    "face in quotes": (
        dice("[1]", '["1"]'),
        "show: expected a list of faces, or of letters for any face, got '1'",
    ),
    "dice that take for ever": (
        dice("[d6]", str(["d1000"] * 8)),
        "dice: these dice have too many outcomes to count",
    ),
    "no dice": (dice("[d6]", "[]"), "dice: expected a list of dice, got []"),
    "names like types": (
        lambda: MADE_UP.replace("  coin:", "  string:").replace("gain: 1", "gian: 1"),
        "gian: expected one of chance, show, bust, wipe, again, gain, then, got 'gian' (game.yaml, line 6,"
        " throws.string.results[1].gian)",
    ),
    "unknown opening": (
        lambda: MADE_UP + "openings: [die]\n",
        "openings: expected one of coin, got 'die' (game.yaml, line 7",
    ),
    "unknown throw": (
        lambda: MADE_UP.replace("gain: 1", "gain: 1, then: heads") + "positions:\n  heads: [{throw: die}]\n",
        "throw: expected one of coin, got 'die' (game.yaml, line 8, positions.heads[0].throw).",
    ),
    "gives up all": (
        lambda: (
            MADE_UP.replace("gain: 1", "gain: 1, then: heads")
            + "positions:\n  heads: [{throw: coin, give_up: 1}]\n"
        ),
        "give_up: expected less than the least gain that leads there, 1, got 1",
    ),
    "never reached": (
        lambda: MADE_UP + "positions:\n  heads: [{throw: coin}]\n",
        "heads: no turn ever gets there (game.yaml, line 8, positions.heads).",
    ),
    "least score": (
        lambda: MADE_UP + "least_score: 2\n",
        "results: expected gains of 2 or more, which every turn scores, got 1",
    ),
    "hardly ever scores": (
        lambda: MADE_UP.replace("1/2, bust", f"{10**11 - 1}/{10**11}, bust").replace(
            "1/2, gain", f"1/{10**11}, gain"
        ),
        "Made up: chance that a turn scores: expected at least 1e-09, got 1e-11 (game.yaml, line 2",
    ),
    "no name": (lambda: MADE_UP.replace("name: Made up\n", ""), "name: expected a value, got nothing"),
    "two games": (lambda: f"{MADE_UP}---\n{MADE_UP}", "rules: this file has 2 games"),
    "no die": (
        dice("d6", "six"),
        "or a list of faces, got 'six' (game.yaml, line 4, throws.die.dice). A usual die is d6.",
    ),
    "too many dice": (dice("[d6]", str(["d6"] * 101)), "dice: expected at most 100, got 101"),
    "chance of dice": (
        dice("gain: sum", "gain: sum, chance: 1/6"),
        "chance: a throw with `dice` takes no `chance`",
    ),
    "nothing for some": (
        dice("      - {gain: sum}\n", "      - {show: [2], gain: sum}\n"),
        "results: no result fits when the dice show another face",
    ),
    "never shown": (dice("[1]", "[7]"), "show: this result never happens"),
    "no sum": (
        dice("gain: sum", "gain: 2 * (sum"),
        "gain: expected an operator such as + or -, or ')', at column 9, where the text ends, got '2 * (sum'",
    ),
    "unknown in a sum": (dice("gain: sum", "gain: total + 1"), "at column 1, got 'total'"),
    "gain below one": (
        dice("gain: sum", "gain: sum - 2"),
        "gain: expected 1 or more where the dice show another face, got 0",
    ),
    "gain that takes points": (
        dice("bust: true", "gain: -5"),
        "where the dice show 1, got -5 (game.yaml, line 6, throws.die.results[0]). A gain takes no points",
    ),
    "nothing for two dice": (
        lambda: dice("[d6]", "[d6, d6]")().replace("      - {gain: sum}\n", ""),
        "results: no result fits when the dice show 2 other faces",
    ),
    "two dice in one": (
        dice("d6", "2d6"),
        "got '2d6' (game.yaml, line 4, throws.die.dice). A list has an entry for each die: [d6, d6].",
    ),
    "goal": (
        lambda: f"goal: 50\n{MADE_UP}",
        "got 'goal' (game.yaml, line 1, goal). Did you mean 'usual_goal'?",
    ),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_mistake__is_said_with_its_line(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, words = WRONG[mistake]
    monkeypatch.chdir(tmp_path)
    written(tmp_path, content())
    with pytest.raises(ConfigError) as refused:
        load_game("game.yaml")
    assert words in str(refused.value)
    assert "game.yaml" in str(refused.value)


def test_mistakes__of_all_kinds_are_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole = """\
name: Many
throws:
  a:
    results:
      - {chance: 1/2, bust: true}
      - {chance: 1/3, gain: 1, then: p}
  b:
    dice: [d6, d7x]
    results:
      - {show: [1], bust: true}
      - {gain: sum * foo}
positions:
  p: [{throw: a, give_up: 1}]
  q: [{throw: b, action: hold}]
"""
    written(tmp_path, whole)
    with pytest.raises(ConfigError) as refused:
        load_game("game.yaml")
    said = str(refused.value).splitlines()
    assert [line.split(":")[0] for line in said] == [
        "results",
        "b",
        "die",
        "gain",
        "give_up",
        "q",
        "action",
    ]
    # What is not in form hides nothing of what is, and nothing is said of what may be all right.
    written(tmp_path, whole.replace("d7x", "[1, x]").replace("give_up: 1", "give_up: -1, mst: true"))
    with pytest.raises(ConfigError) as refused:
        load_game("game.yaml")
    said = str(refused.value).splitlines()
    assert [line.split(":")[0] for line in said] == ["results", "dice", "give_up", "mst"]
    assert "1/6 is missing" in said[0]
    assert "got 'x' (game.yaml, line 8, throws.b.dice[1][1])" in said[1]
    assert said[3].endswith("Did you mean 'must'?")


@pytest.mark.parametrize("content", ["[1]", "throws: 3\npositions: [1]\n", "throws: {1: 2}\nopenings: 7\n"])
def test_mistakes__of_form_are_words_whatever_it_is(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, content)
    with pytest.raises(ConfigError, match="expected"):
        load_game("game.yaml")

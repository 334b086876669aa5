"""Logs as people and spreadsheets write them: read as they are meant, or refused with line and remedy."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.following import games_of
from judging.log import NEEDED, read_log
from judging.mistakes import LogError
from playing.state import Rules
from solvers.games import hog, pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from tests.strategies import MANY

PIG, CHIPS = pig.turn(), "chips (50 points)"
HEAD = "game,seat,banked,opponent,turn_total,action\n"
# Seat 1 holds with 6, seat 2 busts, seat 1 wins.
WON = HEAD + "a,1,0,0,0,roll\na,1,0,0,6,hold\na,2,0,6,0,roll\na,1,6,0,0,roll\na,1,6,0,5,hold\n"


def rules(turn: Turn = PIG, goal: int = 10) -> Rules:
    """Rules of a race."""
    return Rules(turn, goal, at_once=False)


def said(path: Path, content: str | bytes, game: Rules | None = None, unit: str = "points") -> list[str]:
    """What is said of a log, without the path; nothing if it is read."""
    log = path / "log.csv"
    log.write_bytes(content if isinstance(content, bytes) else content.encode())
    try:
        games_of(read_log(str(log), game or rules(), unit), game or rules())
    except LogError as error:
        return str(error).replace(f"{log}, ", "").replace(str(log), "log.csv").splitlines()
    return []


# --- What spreadsheets write


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace(",", ";"),
        lambda text: text.replace(",", "\t"),
        lambda text: text.replace("turn_total", "Turn Total"),
        lambda text: "sep=;\r\n" + text.replace(",", ";").replace("\n", "\r\n"),
        lambda text: text + "\n\n,,,,,\n  \n",
        lambda text: "\n" + text.rstrip("\n"),
        lambda text: text.replace(",", " , ").upper(),
        lambda text: text.replace("roll", '"throw"'),
        lambda text: text.replace("\n", ",,,\n").replace("action,,,", "action,when,,"),
        lambda text: (
            text.replace("action", "action,player").replace("roll", "roll,").replace("hold", "hold,")
        ),
    ],
)
def test_log__is_read_as_spreadsheets_write_it(change: object, tmp_path: Path) -> None:
    assert callable(change)
    path = tmp_path / "log.csv"
    path.write_bytes(change(WON).encode())
    (game,) = games_of(read_log(str(path), rules(), "points"), rules())
    assert game.winner == 0
    assert game.players == ("seat 1", "seat 2")
    assert [one.row.line for one in game.decided] == list(
        range(game.decided[0].row.line, game.decided[0].row.line + 5)
    )
    assert change(WON).encode().splitlines()[game.decided[0].row.line - 1].strip().lower().startswith(b"a")


def test_columns__come_in_any_order_and_others_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("when,action,turn_total,opponent,banked,seat,player,game\nnoon,roll,0,0,0,1,Ann,7\n")
    (row,) = read_log(str(path), rules(), "points").rows
    assert (row.game, row.player, row.action, row.cells[0]) == ("7", "Ann", "roll", "noon")


def test_games__may_be_mixed(tmp_path: Path) -> None:
    rows = WON.splitlines()[1:]
    others = [row.replace("a,", "b,", 1) for row in rows[:2]]
    mixed = [row for pair in zip(rows, [*others, "", "", ""], strict=True) for row in pair]
    path = tmp_path / "log.csv"
    path.write_text(HEAD + "\n".join(mixed))
    first, second = games_of(read_log(str(path), rules(), "points"), rules())
    assert (first.name, first.winner, len(first.decided)) == ("a", 0, 5)
    assert (second.name, second.winner, len(second.decided)) == ("b", None, 2)


# --- What is refused


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("", "columns: expected game, seat, banked, opponent, turn_total, action, got 'nothing' (line 1)."),
        (HEAD, "log: there are no rows below the header (line 1)."),
        ("game,seat\n1,1\n", "Add banked, opponent, turn_total, action."),
        (HEAD.replace("action", "action,seat"), "seat: 2 columns have this name (line 1). Keep one."),
        (
            HEAD.replace("action", "action,postion") + "a,1,0,0,0,roll,\n",
            "postion: this column name is too close to 'position' (line 1). Rename it.",
        ),
        (HEAD.encode("utf-16"), "is not in UTF-8: line 1 has the byte ff. Save it as CSV in UTF-8."),
        (HEAD.encode() + b"a,1,0,0,0,r\xf6ll\n", "is not in UTF-8: line 2 has the byte f6."),
        (HEAD + "a,1\0\n", "is not a text file. Save it as CSV in UTF-8."),
        (
            HEAD + 'a,1,0,0,0,"roll\n',
            "log: this is not CSV (unexpected end of data) (line 2). Put a cell",
        ),
        (HEAD + "a,1,0,0,0,roll,7\n", "row: expected 6 cells, got 7 (line 2)."),
        (HEAD + "a,1,0,0,0\n", "action: expected hold, roll, throw, die, got nothing (line 2)."),
        (HEAD + ",1,0,0,0,roll\n", "game: expected a name or a number, got nothing (line 2)."),
        (
            HEAD + "a\x1b[2J,1,0,0,0,roll\n",
            r"game: expected printable text, got 'a\x1b[2J' (line 2).",
        ),
        (HEAD + "a,3,0,0,0,roll\n", "seat: expected 1 or 2, got '3' (line 2)."),
        (
            HEAD + "a,1,10,0,0,roll\n",
            "banked: expected a whole number from 0 to 9 points, below the goal, got '10' (line 2).",
        ),
        (
            HEAD + "a,1,0,-1,0,roll\n",
            "opponent: expected a whole number from 0 to 9 points, below the goal, got",
        ),
        (HEAD + "a,1,0,0,2.0,roll\n", "turn_total: expected a whole number of 0 or more points, got '2.0'"),
        (HEAD + "a,1,0,0,,roll\n", "turn_total: expected a whole number of 0 or more points, got nothing"),
        (HEAD + "a,1,0,0,0,rol\n", "got 'rol' (line 2). Did you mean 'roll'?"),
    ],
)
def test_cell__that_cannot_be_is_refused(content: str | bytes, error: str, tmp_path: Path) -> None:
    (told,) = said(tmp_path, content)
    assert error in told


def test_cells__that_cannot_be_are_refused_all_at_once_but_for_many(tmp_path: Path) -> None:
    told = said(tmp_path, HEAD + "a,3,0,0,0,rol\n\na,1,0,0,x,roll\n")
    assert [line.split(":")[0] for line in told] == ["seat", "action", "turn_total"]
    assert ["line 2" in told[0], "line 2" in told[1], "line 4" in told[2]] == [True] * 3
    many = said(tmp_path, HEAD + "a,3,0,0,0,roll\n" * 50)
    assert len(many) == 21
    assert many[-1] == "... and 30 more of the same kind."


@given(
    content=st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200).map(str.encode),
        st.text(alphabet='abroldie0126,;\n"\r', max_size=200).map(lambda rows: (HEAD + rows).encode()),
    )
)
@MANY
def test_anything__is_a_log_or_refused(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    for line in said(tmp_path_factory.getbasetemp(), content):
        assert re.match(r"[^:]+: \S.* .*\.$|\.\.\. and ", line), line


@given(place=st.integers(0, len(WON) - 1), letter=st.sampled_from('0126b,;"\nx'), insert=st.booleans())
@MANY
def test_slip__is_a_log_or_refused(
    place: int, letter: str, insert: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    slipped = WON[:place] + letter + WON[place + (not insert) :]
    for line in said(tmp_path_factory.getbasetemp(), slipped):
        assert re.search(r": \S.* \(line \d+\)\.", line), line


def test_file__that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"log: cannot read .*: No such file or directory\. Check the path\."):
        read_log(str(tmp_path / "nowhere.csv"), rules(), "points")
    with pytest.raises(LogError, match="Is a directory"):
        read_log(str(tmp_path), rules(), "points")


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ("a,2,0,0,0,roll", "seat: expected 1 at the start of a game, got 2 (line 2)."),
        ("a,1,3,0,0,roll", "banked: expected 0 at the start of a game, got 3 (line 2)."),
        ("a,1,0,0,0,hold", "action: expected roll, die or throw here, got 'hold' (line 2)."),
        (
            "a,1,0,0,0,roll\na,1,0,0,7,hold",
            "turn_total: expected 2, 3, 4, 5 or 6 after the roll in line 2, got 7 (line 3). After a"
            " roll that loses the turn, the next row is of the other seat.",
        ),
        (
            "a,1,0,0,0,roll\na,1,2,0,6,hold",
            "banked: expected 0 as in line 2 of the same turn, got 2 (line 3).",
        ),
        (
            "a,1,0,0,0,roll\na,1,0,2,6,hold",
            "opponent: expected 0 as in line 2 of the same turn, got 2 (line 3).",
        ),
        (
            "a,1,0,0,0,roll\na,2,0,6,0,roll",
            "opponent: expected 0 after the roll in line 2, which lost the turn, got 6 (line 3). Write",
        ),
        (
            "a,1,0,0,0,roll\na,2,0,0,3,hold",
            "turn_total: expected 0 after the roll in line 2, which lost the turn, got 3 (line 3).",
        ),
        (
            "a,1,0,0,0,roll\na,1,0,0,6,hold\na,1,6,0,0,roll",
            "seat: expected 2 after the hold in line 3, got 1 (line 4). Write a row for every roll and",
        ),
        (
            "a,1,0,0,0,roll\na,1,0,0,6,hold\na,2,0,5,0,roll",
            "opponent: expected 6 after the hold in line 3, got 5 (line 4).",
        ),
        (
            "a,1,0,0,0,roll\na,1,0,0,6,hold\na,2,1,6,0,roll",
            "banked: expected 0 after the hold in line 3, got 1 (line 4).",
        ),
        (
            WON.removeprefix(HEAD) + "a,2,0,11,0,roll",
            "opponent: expected a whole number from 0 to 9 points, below the goal, got '11' (line 7).",
        ),
        (
            WON.removeprefix(HEAD) + "a,1,0,0,0,roll",
            "game: 'a' ended in line 6 and cannot have another row (line 7). Give each game its own name.",
        ),
        (
            "a,1,0,0,0,roll\na,1,0,0,6,roll\na,1,0,0,12,roll",
            "action: expected hold, as the goal of 10 is reached, got 'roll' (line 4).",
        ),
    ],
)
def test_row__that_does_not_follow_is_refused(rows: str, error: str, tmp_path: Path) -> None:
    (told,) = said(tmp_path, HEAD + rows)
    assert error in told


def test_rows__of_each_game_are_refused_by_the_first_that_does_not_follow(tmp_path: Path) -> None:
    broken = "a,1,0,0,0,roll\na,1,0,0,7,roll\na,1,3,0,8,roll\n"
    told = said(
        tmp_path, HEAD + broken + WON.removeprefix(HEAD).replace("a,", "b,") + broken.replace("a,", "c,")
    )
    assert [line.split(" (")[1][:6] for line in told] == ["line 3", "line 11"[:6]]


def test_mistakes__of_all_games_are_said_at_once(tmp_path: Path) -> None:
    broken = "a,1,0,0,0,roll\na,1,0,0,7,roll\n"
    told = said(tmp_path, HEAD + broken + broken.replace("a,", "b,").replace("0,7", "x,7"))
    assert [(line.split(":")[0], line[-2]) for line in told] == [("turn_total", "t"), ("opponent", ")")]
    assert ["line 3" in told[0], "line 5" in told[1]] == [True, True]
    # A row of no game may be of any.
    (one,) = said(tmp_path, HEAD + broken + ",1,0,0,0,roll\n")
    assert one.startswith("game: expected a name or a number, got nothing (line 4).")


def test_player__keeps_the_seat(tmp_path: Path) -> None:
    head = HEAD.replace("action", "action,player")
    (told,) = said(tmp_path, head + "a,1,0,0,0,roll,Ann\na,1,0,0,3,roll,Ben\n")
    assert "player: expected 'Ann', who has seat 1 in line 2, got 'Ben' (line 3)." in told


def test_player_without_a_row__is_the_other_of_two(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    won = "b,1,0,0,0,roll,{0}\nb,1,0,0,6,roll,{0}\nb,1,0,0,11,hold,{0}\n"
    rows = HEAD.replace("action", "action,player") + "a,1,0,0,0,roll,Ann\na,2,0,0,0,roll,Ben\n"
    for content, players in (
        (rows + won.format("Ben"), ("Ben", "Ann")),
        (rows + won.format("Cleo"), ("Cleo", "seat 2")),
        (rows + won.format(""), ("seat 1", "seat 2")),
    ):
        path.write_text(content)
        assert games_of(read_log(str(path), rules(), "points"), rules())[1].players == players


# --- Other games


def test_wipe__is_told_from_a_bust_by_the_score(tmp_path: Path) -> None:
    head = HEAD + "a,1,0,0,0,roll\na,1,0,0,4,hold\na,2,0,4,0,roll\na,1,4,0,0,roll\n"
    game = rules(two_dice_pig.turn())
    for banked in (4, 0):
        assert said(tmp_path, head + f"a,2,0,{banked},0,roll\n", game) == []
    (told,) = said(tmp_path, head + "a,2,0,2,0,roll\n", game)
    assert "opponent: expected 4 or 0 after the roll in line 5, which lost the turn, got 2 (line 6)." in told


def test_openings__are_named_by_what_is_thrown(tmp_path: Path) -> None:
    game = rules(hog.turn(most_dice=3), 20)
    assert said(tmp_path, HEAD + "a,1,0,0,0,3 dice\na,1,0,0,12,hold\na,2,0,12,0,2 Dice\n", game) == []
    (told,) = said(tmp_path, HEAD + "a,1,0,0,0,throw\n", game)
    assert "action: expected 1 dice, 2 dice or 3 dice here, got 'throw' (line 2)." in told
    (told,) = said(tmp_path, HEAD + "a,1,0,0,0,3 dice\na,1,0,0,12,3 dice\n", game)
    assert "action: expected hold here, got '3 dice' (line 3)." in told


def test_position__is_asked_for_where_the_throw_leaves_it_open(tmp_path: Path) -> None:
    game, head = rules(ten_thousand.turn(), 200), HEAD.replace("turn_total", "turn_total,position")
    # 150 points are a one and a five; 100 are a one, or two fives.
    assert said(tmp_path, head + 'a,1,0,0,0,,roll\na,1,0,0,3,"1 5",m5\n', game, CHIPS) != []
    assert said(tmp_path, head + 'a,1,0,0,0,,roll\na,1,0,0,3,"5 1, 3 left",m5\n', game, CHIPS) == []
    assert said(tmp_path, head + "a,1,0,0,0,,roll\na,1,0,0,3,,m5\n", game, CHIPS) == []
    (told,) = said(tmp_path, head + "a,1,0,0,0,,roll\na,1,0,0,2,,hold\n", game, CHIPS)
    assert "position: expected '1, 4 left' or '5 5, 3 left', got nothing (line 3)." in told
    (told,) = said(tmp_path, head + 'a,1,0,0,0,,roll\na,1,0,0,2,"5, 4 left",hold\n', game, CHIPS)
    assert (
        "position: expected '1, 4 left' or '5 5, 3 left', after a gain of 2 in line 2, got '5, 4 left'"
        in told
    )
    (told,) = said(tmp_path, head + 'a,1,0,0,0,"5, 4 left",roll\n', game, CHIPS)
    assert (
        "position: expected nothing at the start of a turn, got '5, 4 left' (line 2). Empty this cell."
        in told
    )
    (told,) = said(tmp_path, head + "a,1,0,0,0,,roll\na,1,0,0,3,,m55\n", game, CHIPS)
    assert "action: expected hold, roll, 3 dice" in told
    (told,) = said(tmp_path, head + "a,1,200,0,0,,roll\n", game, CHIPS)
    assert (
        "banked: expected a whole number from 0 to 199 chips (50 points), below the goal, got '200'" in told
    )


def test_columns__that_are_needed_are_all_in_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "judge.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page for name in (*NEEDED, "position", "player"))

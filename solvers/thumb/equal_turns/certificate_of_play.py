"""Certificate of what a rule of thumb's decisions give away with equal turns, in plain NumPy.

Turns of the rule and of optimal play are played forwards in both seats, from the stored numbers of turns, and
what they send to each pair of scores is compared with these numbers. Games that reach the goal come to last
turns, and ties after these to further rounds. In each seat the decisions give away what the rule lacks to
optimal play, which is known backwards from the goal.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate import second_handed
from solvers.equal_turns.certificate_of_last_turns import after_goal, last_turns
from solvers.games.turn import HOLD, Turn
from solvers.in_turn.certificate_of_last_turns import ends_of_last_turns
from solvers.players.ruled import Ruled, without_entry
from solvers.thumb.certificate_of_play import Said, Sums, by_phase, off_of_counts, play_at
from solvers.thumb.certificate_of_values import Stakes


class _Does(NamedTuple):
    """A player with known choices.

    Attributes
    ----------
    takes : function of the position, x and the columns that returns int64[banked, column or 1]
    """

    takes: Callable[[int, int, Integers], Integers]


class _Game(NamedTuple):
    """A rule, and the values of turns' ends under optimal play.

    Attributes
    ----------
    own, tie : the rule, and who wins ties
    group : int64[position], group of each position in the tables
    level : value of a tie to the second player
    first, second, round : values of the turns' ends in both seats below the goal, and in the first turn of a
        round after a tie
    """

    own: Ruled
    tie: Tie
    group: Integers
    level: float
    first: Stakes
    second: Stakes
    round: Stakes

    @property
    def goal(self) -> int:
        """Points to reach."""
        return self.own.rule.goal

    @property
    def entered(self) -> Turn:
        """The turn of a player who has entered."""
        return without_entry(self.own.rule.turn)

    def sums(self, stakes: Stakes, goal_apart: bool = False) -> Sums:
        """Return empty sums."""
        return Sums.of_stakes(self.group, stakes, self.goal, goal_apart)


class _Played(NamedTuple):
    """Sums over the turns of a rule in one seat.

    Attributes
    ----------
    below, after : sums below the goal; and, in the first seat after ties, in the second of last turns
    off : errors of the turns begun
    """

    below: Sums
    after: Sums
    off: list[float]


def up_to(goal: int, behind: Array) -> Array:
    """Return a table by points behind, cut to 0 to the goal; the last entry stands for more, too.

    Parameters
    ----------
    goal : points to reach
    behind : float64[behind], of any length
    """
    out = np.zeros(goal + 1)
    np.add.at(out, np.minimum(np.arange(behind.size), goal), behind)
    return out


def residual_of_play(own: Ruled, tie: Tie, group: Integers, said: Said) -> float:
    """Return the largest error of turns begun, visits and losses, or of the identity.

    Parameters
    ----------
    own : the rule
    tie : who wins ties
    group : int64[position], group of each position in the tables
    said : stored tables, for games where a fair coin decides who moves first. `turns_begun`,
        `turns_begun_by_optimal` and `lost`, float64[seat, banked, opponent], with the rule's seat and score
        first; `last_turns_begun` and `lost_in_last_turns`, float64[behind], for 0 to the goal points;
        `rounds_begun`, float64[seat]; `visits`, `right_visits` and `lost_there`, float64[phase, turn_total,
        group]; and values as in `solvers.thumb.equal_turns.certificate`
    """
    game = _game(own, tie, group, said["optimal_value"])
    first, second = _moving_first(game, said), _moving_second(game, said)
    tables = (first.below, second.below, first.below.past_goal, second.after, first.after)
    counted = {
        name: np.stack([getattr(of, name) for of in tables]) for name in ("visits", "right", "lost_there")
    }
    there = by_phase(said["lost_there"])
    # The last phase is that of rounds after a tie.
    given_away = (
        said["lost"][0].sum() + there[-1].sum(),
        said["lost"][1].sum() + said["lost_in_last_turns"].sum(),
    )
    worst = [
        *first.off,
        *second.off,
        off_of_counts(counted["visits"], by_phase(said["visits"])),
        off_of_counts(counted["right"], by_phase(said["right_visits"])),
        float(np.abs(counted["lost_there"] - there).max()),
        float(np.abs(np.stack([first.below.lost, second.below.lost]) - said["lost"]).max()),
        float(np.abs(up_to(game.goal, second.after.lost[0]) - said["lost_in_last_turns"]).max()),
        *(abs(float(of) - loss / 2.0) for of, loss in zip(given_away, _losses(said), strict=True)),
        abs(float(there.sum()) - sum(_losses(said)) / 2.0),
    ]
    return float(np.max(worst))


def _losses(said: Said) -> tuple[float, float]:
    """What the rule lacks to optimal play in either seat, at the start."""
    value = float(said["optimal_value"][0, 0, 0])
    first, second = said["value_against_optimal"], said["waiting_value_against_optimal"]
    return value - float(first[0, 0, 0]), 1.0 - value - float(second[1, 0, 0])


def _game(own: Ruled, tie: Tie, group: Integers, value: Array) -> _Game:
    """The values of turns' ends under optimal play, from its value, float64[seat, banked, opponent]."""
    turn, goal = own.rule.turn, own.rule.goal
    entered, after, far = without_entry(turn), after_goal(turn, goal, tie), goal + turn.longest_gain
    level, top, again = 1.0 - after.tie_value, max(after.top, far), far
    if tie is Tie.AGAIN:
        again = max(far, after_goal(entered, 1, tie).top)
    last = last_turns(turn, max(top, again) + turn.longest_gain, 0.0, level, 1.0, None)
    behind = np.arange(goal, top + turn.longest_gain)[:, None] - np.arange(goal)
    first = np.concatenate((1.0 - value[1].T, 1.0 - last[behind]))
    return _Game(
        own,
        tie,
        group,
        level,
        Stakes(turn, goal, first, top, np.full(goal, top)),
        Stakes(turn, goal, second_handed(turn, goal, value[0]), goal, np.full(goal, goal)),
        Stakes(entered, 1, 1.0 - last[: again + turn.longest_gain, None], again, np.array([again])),
    )


def _moving_first(game: _Game, said: Said) -> _Played:
    """Sums over a rule's turns when it moves first."""
    begun, theirs, goal = said["turns_begun"][0], said["turns_begun_by_optimal"][0], game.goal
    mine, others, round_ = game.sums(game.first, True), game.sums(game.second), game.sums(game.round)
    play_at(game.first, (_below_goal(game), begun, mine))
    play_at(game.second, (None, theirs.T, others))
    ties = said["rounds_begun"][:1]
    if game.tie is Tie.AGAIN:
        play_at(game.round, (_after_tie(game), ties[:, None], round_))
    last = _with_rounds(mine.ends, round_.ends, goal)
    ends = ends_of_last_turns(game.entered, (), last.size - 1, game.level, False)
    return _Played(
        mine,
        round_,
        [
            off_of_counts(_start(goal) + others.ends[:goal].T, begun),
            off_of_counts(mine.ends[:goal], theirs),
            _off_of_ties(game, last @ ends.level, ties),
        ],
    )


def _moving_second(game: _Game, said: Said) -> _Played:
    """Sums over a rule's turns when it moves second."""
    begun, theirs, goal = said["turns_begun"][1], said["turns_begun_by_optimal"][1], game.goal
    mine, others, round_ = game.sums(game.second), game.sums(game.first), game.sums(game.round)
    play_at(game.second, (_below_goal(game), begun, mine))
    play_at(game.first, (None, theirs.T, others))
    ties = said["rounds_begun"][1:]
    if game.tie is Tie.AGAIN:
        play_at(game.round, (None, ties[:, None], round_))
    last = _with_rounds(others.ends, round_.ends, goal)
    way, far = tuple(game.own.rule.way.tolist()), last.size - 1
    ends = ends_of_last_turns(game.entered, way, far, game.level, game.tie is Tie.LAST)
    stakes = _last_stakes(game, far)
    in_last = game.sums(stakes)
    play_at(stakes, (_in_last_turn(game, far), last[None], in_last))
    return _Played(
        mine,
        in_last,
        [
            off_of_counts(others.ends[:goal].T, begun),
            off_of_counts(_start(goal) + mine.ends[:goal], theirs),
            off_of_counts(up_to(goal, last), said["last_turns_begun"]),
            _off_of_ties(game, last @ ends.level, ties),
        ],
    )


def _start(goal: int) -> Array:
    """How often turns begin at the start, float64[banked, opponent]: half of all games in either seat."""
    start = np.zeros((goal, goal))
    start[0, 0] = 0.5
    return start


def _off_of_ties(game: _Game, level: Array, said: Array) -> float:
    """Error of the number of rounds after a tie: the number of last turns that are level, or none."""
    return abs((float(level) if game.tie is Tie.AGAIN else 0.0) - float(said[0]))


def _with_rounds(ends: Array, round_ends: Array, goal: int) -> Array:
    """How often last turns begin, float64[behind].

    Parameters
    ----------
    ends : float64[score, opponent], how often the first player hands over
    round_ends : float64[points, 1], how often it does in rounds after a tie
    goal : points to reach
    """
    behind = np.arange(goal, len(ends))[:, None] - np.arange(goal)
    out = np.zeros(max(len(ends), len(round_ends)))
    np.add.at(out, behind, ends[goal:])
    out[: len(round_ends)] += round_ends[:, 0]
    # Cut off numbers of points behind that never occur.
    return out[: 1 + int(np.flatnonzero(out).max(initial=0))]


def _last_stakes(game: _Game, far: int) -> Stakes:
    """The values of last turns' ends, by the points behind as columns."""
    turn, behind = game.entered, np.arange(far + 1)
    scores = np.arange(far + 1 + turn.longest_gain)[:, None]
    handed = np.where(scores > behind, 1.0, np.where(scores == behind, game.level, 0.0))
    return Stakes(turn, 1, handed, far + 1, behind + 1)


def _below_goal(game: _Game) -> _Does:
    """A rule below the goal; it holds at the goal."""
    rule = game.own.rule

    def takes(position: int, x: int, columns: Integers) -> Integers:
        return rule.takes(position, x, columns) if x < rule.goal else np.full((rule.goal, 1), HOLD)

    return _Does(takes)


def _after_tie(game: _Game) -> _Does:
    """A rule in the first turn after a tie, which it plays as at scores 0."""
    plan, goal = game.own.again.at(0, 0), game.goal

    def takes(position: int, x: int, columns: Integers) -> Integers:
        return np.array([[plan[x, position] if x < goal else HOLD]])

    return _Does(takes)


def _in_last_turn(game: _Game, far: int) -> _Does:
    """A rule in last turns: it rolls until it is ahead, or until level if it wins ties."""
    way, behind = game.own.rule.way, np.arange(far + 1)
    enough = np.maximum(1, behind if game.tie is Tie.LAST else behind + 1)

    def takes(position: int, x: int, columns: Integers) -> Integers:
        return np.where(x >= enough[columns], HOLD, way[position])[None]

    return _Does(takes)

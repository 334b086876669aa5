"""Outputs: how fair a game is. The first player's advantage, handicaps, and lotteries over handicaps."""

from solvers.outputs import declared

fair_handicap = declared.measure(
    "points",
    "fair_handicap",
    (
        "Average handicap that makes the game even: 3.4 means 3 with chance 0.6 and 4 with chance 0.4. "
        "The whole handicap where no average does."
    ),
)
fair_handicaps = declared.measure(
    "points",
    "fair_handicaps",
    "Average points of each seat at the start, if one of the listed handicaps is drawn.",
    long_name="fair seat handicaps",
    dims=("seat",),
)
first_player_advantage = declared.difference(
    "first_player_advantage",
    "Chance of the first player to win minus the second's.",
    long_name="first player's advantage",
)
handicap = declared.measure(
    "points",
    "handicap",
    (
        "Head start of the second player that brings the chance to win nearest to 1/2; below 0 it is the "
        "first player's."
    ),
    long_name="whole handicap",
)
handicap_by_coin = declared.measure(
    "points",
    "handicap_by_coin",
    (
        "Head start of the opponent that brings the chance to win nearest to 1/2 if a fair coin decides "
        "who moves first; below 0 it is the player's."
    ),
    long_name="whole coin-toss handicap",
)
fair_handicap_by_coin = declared.measure(
    "points",
    "fair_handicap_by_coin",
    "Average handicap that makes the game even if a fair coin decides who moves first.",
    long_name="fair coin-toss handicap",
)
handicap_win_probability = declared.chance(
    "handicap_win_probability",
    "Chance of the first player to win with that handicap, or of the player in each `seat`.",
    long_name="handicapped win probability",
)
handicap_by_coin_win_probability = declared.chance(
    "handicap_by_coin_win_probability",
    "Chance of the player to win with that handicap if a fair coin decides who moves first.",
    long_name="coin-toss handicapped probability",
)
handicaps = declared.measure(
    "points",
    "handicaps",
    (
        "Points of each seat at the start with which the largest difference from equal chances is least; "
        "the first seat has none."
    ),
    long_name="seat handicaps",
    dims=("seat",),
    dtype="int16",
)
lottery_points = declared.measure(
    "points",
    "lottery_points",
    "Points of each seat at the start with each handicap that may be drawn; -1 in unused entries.",
    long_name="option handicaps",
    dims=("option", "seat"),
    dtype="int16",
)
lottery_probability = declared.likelihood(
    "lottery_probability",
    "Chance that each of the handicaps is drawn; 0 in unused entries.",
    long_name="option probability",
    dims=("option",),
)
lottery_win_probability = declared.chance(
    "lottery_win_probability",
    (
        "Each seat's chance to win if one of the listed handicaps is drawn: equal chances, or the nearest"
        " to them that a lottery reaches."
    ),
    long_name="lottery win probability",
    dims=("seat",),
)

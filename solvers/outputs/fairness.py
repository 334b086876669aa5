"""What makes a game fair: the first player's advantage, handicaps, lotteries of them."""

from solvers.outputs import declared

fair_handicap = declared.measure(
    "points",
    "fair_handicap",
    (
        "The mean of two neighbouring handicaps that makes it even: 3.4 is 3 with chance 0.6 and 4 "
        "with chance 0.4; the whole handicap where no mean does."
    ),
)
fair_handicaps = declared.measure(
    "points",
    "fair_handicaps",
    "Points of each seat at the start on average, if one of the handicaps below is drawn.",
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
        "Points at the start for the second player with which the chance to win is nearest to a half; "
        "below 0 they are for the first player."
    ),
    long_name="whole handicap",
)
handicap_by_coin = declared.measure(
    "points",
    "handicap_by_coin",
    (
        "Points at the start for the opponent with which the chance to win is nearest to a half if a "
        "fair coin says who moves first; below 0 they are for the player."
    ),
    long_name="whole handicap",
)
fair_handicap_by_coin = declared.measure(
    "points",
    "fair_handicap_by_coin",
    "The mean of two neighbouring handicaps that makes it even if a fair coin says who moves first.",
    long_name="fair handicap",
)
handicap_win_probability = declared.chance(
    "handicap_win_probability",
    "Chance of the first player to win with that handicap, or along `seat` of the player in that seat.",
    long_name="handicapped win probability",
)
handicap_by_coin_win_probability = declared.chance(
    "handicap_by_coin_win_probability",
    "Chance of the player to win with that handicap if a fair coin says who moves first.",
    long_name="handicapped win probability",
)
handicaps = declared.measure(
    "points",
    "handicaps",
    (
        "Points of each seat at the start, none of the first, with which the largest difference from "
        "an equal chance is least."
    ),
    long_name="seat handicaps",
    dims=("seat",),
    dtype="int16",
)
lottery_points = declared.measure(
    "points",
    "lottery_points",
    "Points of each seat at the start with each handicap that may be drawn; -1 where there are fewer.",
    long_name="option handicaps",
    dims=("option", "seat"),
    dtype="int16",
)
lottery_probability = declared.likelihood(
    "lottery_probability",
    "How likely each of the handicaps is drawn, 0 where there are fewer.",
    long_name="option probability",
    dims=("option",),
)
lottery_win_probability = declared.chance(
    "lottery_win_probability",
    (
        "Each seat's chance to win if one of the handicaps below is drawn: equal ones, or else those "
        "of the lottery whose largest difference from them is least."
    ),
    long_name="lottery win probability",
    dims=("seat",),
)

"""The rules of a game that can be played, in a sentence or two, as its parameters are."""

from solvers.questions.parameter import Parameters

# Of the games in which each player in turn throws dice or coins. Fields are parameters, and what is thrown.
RULES = {
    "pig": (
        "Roll {one_die} as often as you like. A {bust_face} ends your turn with nothing; else hold, and bank"
        " the sum."
    ),
    "piglet": ("Toss {coin} as often as you like. Heads are a point each; tails end your turn with nothing."),
    "progressive_pig": (
        "Roll {one_die} as often as you like. A {bust_face} ends your turn with one point; else hold, and"
        " bank the sum."
    ),
    "two_dice_pig": (
        "Roll {two_dice} as often as you like. A 1 ends your turn with nothing, two 1s take your score as"
        " well; else hold, and bank the sum."
    ),
    "doubles_pig": (
        "Roll {two_dice} as often as you like. A 1 ends your turn with nothing, two 1s take your score as"
        " well. Other doubles must be rolled again, with the goal, too; else hold, and bank the sum."
    ),
    "big_pig": (
        "Roll {two_dice} as often as you like. A single 1 ends your turn with nothing; doubles count twice,"
        " two 1s are 25; hold to bank."
    ),
    "hog": (
        "Say how many {dice} you roll, once a turn. If none shows a {bust_face} you bank their sum, else"
        " nothing."
    ),
    "pass_the_pigs": (
        "Throw two pigs as often as you like. On different sides they end your turn with nothing; other ways"
        " to lie score. Hold to bank."
    ),
    "ten_thousand": (
        "Roll five dice. Ones (100), fives (50) and three of a kind score. Hold, or roll the dice that did"
        " not score, and, if you like, some that did; nothing new loses the turn. If all score, roll all"
        " anew."
    ),
    "farkle": (
        "Roll six dice. Set some that score aside (ones 100, fives 50, three of a kind and more) and hold, or"
        " roll the rest; nothing new loses the turn. If all are set aside, roll all anew."
    ),
}
TOGETHER = (
    " Both play their turns unseen, and show them at the end of the round; if both reach the goal, they share"
    " the win."
)


def spoken_rules(game: str, given: Parameters, point: int = 1) -> str:
    """The rules of a game of RULES.

    Parameters
    ----------
    game : its name
    given : all parameters
    point : what a unit of its scores is on paper

    Examples
    --------
    >>> print(spoken_rules("hog", {"sides": 10, "bust_face": 3}))
    Say how many dice of 10 sides you roll, once a turn. If none shows a 3 you bank their sum, else nothing.
    >>> print(spoken_rules("piglet", {"coins": 2, "heads": 0.3}).split(". ")[0])
    Toss 2 coins, which show heads with a chance of 0.3 and count only if all do, as often as you like
    """
    of_sides = f" of {given['sides']} sides" if given.get("sides", 6) != 6 else ""
    dice = {"one_die": f"one die{of_sides}", "two_dice": f"two dice{of_sides}", "dice": f"dice{of_sides}"}
    entry = int(given.get("entry", 0)) * point
    first = f" The first points that you bank are {entry} at least." if entry else ""
    return RULES[game].format(**dict(given), **dice, coin=_coin(given)) + first


def _coin(given: Parameters) -> str:
    """The coins of Piglet, and what is unusual about them."""
    coins, heads = given.get("coins", 1), given.get("heads", 0.5)
    unusual = []
    if heads != 0.5:
        unusual.append(f"show{'s' * (coins == 1)} heads with a chance of {heads:g}")
    if coins != 1:
        unusual.append("count only if all do" if unusual else "count only if all show heads")
    which = f", which {' and '.join(unusual)}," if unusual else ""
    return f"{'one coin' if coins == 1 else f'{coins} coins'}{which}"

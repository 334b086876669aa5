"""The rules of playable games in a sentence or two, with their parameters."""

from solvers.questions.parameter import Parameters

# Games in which players in turn throw dice or coins. Fields are parameters, and what is thrown.
RULES = {
    "pig": (
        "Roll {one_die} as often as you like, then hold to bank the sum. A {bust_face} ends your turn with"
        " nothing."
    ),
    "piglet": ("Toss {coin} as often as you like. Heads are a point each; tails end your turn with nothing."),
    "progressive_pig": (
        "Roll {one_die} as often as you like, then hold to bank the sum. A {bust_face} ends your turn with"
        " one point."
    ),
    "two_dice_pig": (
        "Roll {two_dice} as often as you like, then hold to bank the sum. A 1 ends your turn with nothing;"
        " two 1s also take your whole score."
    ),
    "doubles_pig": (
        "Roll {two_dice} as often as you like, then hold to bank the sum. A 1 ends your turn with nothing;"
        " two 1s also take your whole score. After other doubles you must roll again, even at the goal."
    ),
    "big_pig": (
        "Roll {two_dice} as often as you like, then hold to bank the points. A single 1 ends your turn with"
        " nothing. Doubles count twice; two 1s count 25."
    ),
    "hog": (
        "Choose how many {dice} to roll, once a turn. If none shows a {bust_face} you bank their sum,"
        " otherwise nothing."
    ),
    "pass_the_pigs": (
        "Throw two pigs as often as you like, then hold to bank the points. If they lie on different sides"
        " your turn ends with nothing; every other result scores."
    ),
    "ten_thousand": (
        "Roll five dice. Ones (100), fives (50) and three of a kind score. Then hold, or roll the dice that"
        " did not score, and some that did if you like. A roll that scores nothing loses the turn. If all"
        " dice score, you may roll all five again."
    ),
    "farkle": (
        "Roll six dice. Set aside some that score (ones 100, fives 50, three of a kind and more). Then hold,"
        " or roll the rest. A roll that scores nothing loses the turn. If all dice are set aside, you may"
        " roll all six again."
    ),
}
TOGETHER = (
    " Both players play their turns at the same time and show them at the end of the round. If both reach the"
    " goal, they share the win."
)


def spoken_rules(game: str, given: Parameters, point: int = 1) -> str:
    """Return the rules of a game of RULES.

    Parameters
    ----------
    game : name of the game
    given : all parameters
    point : value of a unit of its scores on paper

    Examples
    --------
    >>> print(spoken_rules("hog", {"sides": 10, "bust_face": 3}).split(". ")[0])
    Choose how many dice of 10 sides to roll, once a turn
    >>> print(spoken_rules("piglet", {"coins": 2, "heads": 0.3}).split(". ")[0])
    Toss 2 coins, which show heads with a chance of 0.3 and count only if all do, as often as you like
    """
    of_sides = f" of {given['sides']} sides" if given.get("sides", 6) != 6 else ""
    dice = {"one_die": f"one die{of_sides}", "two_dice": f"two dice{of_sides}", "dice": f"dice{of_sides}"}
    entry = int(given.get("entry", 0)) * point
    first = f" The first time you bank, it must be at least {entry} points." if entry else ""
    return RULES[game].format(**dict(given), **dice, coin=_coin(given)) + first


def _coin(given: Parameters) -> str:
    """Piglet's coins, and what is unusual about them."""
    coins, heads = given.get("coins", 1), given.get("heads", 0.5)
    unusual = []
    if heads != 0.5:
        unusual.append(f"show{'s' * (coins == 1)} heads with a chance of {heads:g}")
    if coins != 1:
        unusual.append("count only if all do" if unusual else "count only if all show heads")
    which = f", which {' and '.join(unusual)}," if unusual else ""
    return f"{'one coin' if coins == 1 else f'{coins} coins'}{which}"

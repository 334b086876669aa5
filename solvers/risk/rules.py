"""The numbers of dice in Risk."""

from dataclasses import dataclass

from solvers.errors import expected


@dataclass(frozen=True)
class BattleDice:
    """The most dice of each side.

    An attacker with a armies throws at most a - 1 dice, since one army must stay behind; a defender with d
    armies throws at most d. Both always throw as many as allowed.

    Parameters
    ----------
    attack_dice, defence_dice : most dice of a side
    sides : faces of a die

    Raises
    ------
    InvalidRules
        if one of them is less than 1
    """

    attack_dice: int = 3
    defence_dice: int = 2
    sides: int = 6

    def __post_init__(self) -> None:
        """Refuse numbers below 1."""
        for name, value in vars(self).items():
            if value < 1:
                raise expected(name, "1 or more", value)

"""Outputs: mixed strategies, their probabilities, and the number of states that have them."""

from solvers.outputs import declared

crossover_players = declared.count(
    "players",
    "crossover_players",
    "Least number of players from which on holding at the goal is an equilibrium.",
    dtype="int64",
)
freedom = declared.count(
    "dimensions",
    "freedom",
    "Dimension of the polytope of all equilibria; 0 if there is only one.",
    long_name="equilibrium dimension",
    dtype="int64",
)
greatest_probability = declared.mixture(
    "greatest_probability",
    (
        "Greatest chance to hold at this turn total over all equilibria; turn totals that are the same "
        "rule count as one."
    ),
    dims=("hold_at",),
)
hold_at_probability = declared.mixture(
    "hold_at_probability",
    (
        "Chance to hold at this turn total in the equilibrium; turn totals that are the same rule count "
        "as the least of them."
    ),
    long_name="hold-at probability",
    dims=("hold_at",),
)
hold_probability = declared.mixture(
    "hold_probability",
    (
        "Chance to hold at this turn total in the equilibrium; 1 at a turn total that it never reaches, 0"
        " before the first roll."
    ),
    dims=("turn_total",),
)
threshold_probability = declared.mixture(
    "threshold_probability",
    (
        "Chance to hold at this turn total in the equilibrium of players that may only choose turn totals"
        " to hold at; turn totals that are the same rule count as the least of them."
    ),
    dims=("hold_at",),
)
least_probability = declared.mixture(
    "least_probability",
    (
        "Least chance to hold at this turn total over all equilibria; turn totals that are the same rule "
        "count as one."
    ),
    dims=("hold_at",),
)
mixed = declared.count(
    "states",
    "mixed",
    "Number of states in which a player rolls again with a chance between 0 and 1.",
    long_name="mixed states",
)
mixed_states = declared.count(
    "states", "mixed_states", "Number of states in which a player mixes several turn totals."
)
not_thresholds = declared.count(
    "states",
    "not_thresholds",
    (
        "Number of states whose best rule rolls again at a turn total that it can reach, above one at "
        "which it holds."
    ),
    long_name="non-threshold states",
)
threshold_loss_states = declared.count(
    "states",
    "threshold_loss_states",
    (
        "Number of states in which every mixture of turn totals to hold at loses more than 1e-12 to "
        "the equilibrium over all rules."
    ),
    long_name="threshold loss states",
)
opening_probability = declared.mixture(
    "opening_probability",
    "Chance to hold at this turn total in the first turn.",
    long_name="first hold-at probability",
)
probability = declared.mixture(
    "probability",
    "Chance that the player draws each of the turn totals; 0 in unused entries.",
    long_name="mixture probability",
    dims=("banked", "opponent", "choice"),
)
restarted = declared.count(
    "states",
    "restarted",
    "Number of states for which the solver needed another start.",
    long_name="restarted states",
    dtype="int64",
)
share = declared.mixture(
    "share",
    (
        "Chance that the player with that score plays the bolder of two policies, which rolls on where "
        "the player is indifferent; 0 where it does not mix."
    ),
    long_name="bold share",
    dims=("cluster", "seat"),
)
strategy = declared.mixture(
    "strategy",
    (
        "Chance to hold at this turn total, or as soon as it is passed; turn totals that are the same "
        "rule count as the least of them."
    ),
    long_name="hold-at probability",
    dims=("state", "seat", "hold_at"),
)
strategy_probability = declared.mixture(
    "strategy_probability",
    "Chance that the strategy draws this turn total.",
    long_name="draw probability",
    dims=("banked", "opponent", "choice"),
)
support = declared.count(
    "turn totals",
    "support",
    "Number of turn totals that the player mixes.",
    long_name="mixture size",
    dims=("banked", "opponent"),
    dtype="int8",
)
throws_on = declared.mixture(
    "throws_on",
    (
        "Chance to roll again; at a turn total that play never reaches, what is best against the "
        "opponent's strategy, and 0 from the goal on."
    ),
    long_name="roll-again probability",
    dims=("banked", "opponent", "turn_total"),
)

"""How a strategy mixes: with which chances, and in how many states."""

from solvers.outputs import declared

crossover_players = declared.count(
    "players",
    "crossover_players",
    "Least number of players from which on it is an equilibrium that everybody holds at the goal.",
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
        "The greatest chance to hold at this turn total over all equilibria; rules that do the same "
        "count as one."
    ),
    dims=("hold_at",),
)
hold_at_probability = declared.mixture(
    "hold_at_probability",
    (
        "Chance to hold at this turn total in the equilibrium; of turn totals that are the same rule "
        "the least has it."
    ),
    long_name="hold-at probability",
    dims=("hold_at",),
)
hold_probability = declared.mixture(
    "hold_probability",
    (
        "Chance to hold at this turn total in the equilibrium; 1 where it never comes, 0 before the "
        "first throw."
    ),
    dims=("turn_total",),
)
threshold_probability = declared.mixture(
    "threshold_probability",
    (
        "Chance to hold at this turn total in the equilibrium of players who are confined to turn totals to "
        "hold at; of turn totals that are the same rule the least has it."
    ),
    dims=("hold_at",),
)
least_probability = declared.mixture(
    "least_probability",
    ("The least chance to hold at this turn total over all equilibria; rules that do the same count as one."),
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
        "Number of states whose best rule rolls again at a turn total that it can come to above one "
        "at which it holds."
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
    "How likely each of the turn totals is, 0 where it is not needed.",
    long_name="mixture probability",
    dims=("banked", "opponent", "choice"),
)
restarted = declared.count(
    "states",
    "restarted",
    "Number of states that needed another start.",
    long_name="restarted states",
    dtype="int64",
)
share = declared.mixture(
    "share",
    (
        "How likely the player with that score plays the bold policy, which goes on where it is "
        "indifferent; 0 where it does not mix."
    ),
    long_name="bold share",
    dims=("cluster", "seat"),
)
strategy = declared.mixture(
    "strategy",
    (
        "Chance to hold at this turn total, or to come past it first; of turn totals that are the "
        "same rule the least has it."
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
    "How many turn totals the player mixes.",
    long_name="mixture size",
    dims=("banked", "opponent"),
    dtype="int8",
)
throws_on = declared.mixture(
    "throws_on",
    (
        "Chance to roll again; where a turn total does not come up, what is best against the "
        "opponent's strategy, and 0 from the goal on."
    ),
    long_name="throw-again probability",
    dims=("banked", "opponent", "turn_total"),
)

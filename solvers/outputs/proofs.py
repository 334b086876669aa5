"""Outputs: certificates, and states without an equilibrium."""

from solvers.outputs import declared
from solvers.outputs.output import Role

cluster_equilibria = declared.Declared(
    Role.KIND,
    "",
    "cluster_equilibria",
    "Number of equilibria of a listed cluster, pure and mixed, given the values of greater scores.",
    dims=("cluster",),
    dtype="int16",
)
cluster_gain = declared.difference(
    "cluster_gain",
    "The most that a player about to move in a listed cluster gains by another policy for one turn.",
    long_name="gain left",
    dims=("cluster",),
)
cluster_scores = declared.Declared(
    Role.PLACE,
    "points",
    "cluster_scores",
    "Scores in a listed cluster, in the order of moving.",
    long_name="state's scores",
    dims=("cluster", "seat"),
    dtype="int16",
)
clusters_of_several = declared.count(
    "",
    "clusters_of_several",
    "Number of listed clusters that have more than one equilibrium.",
    long_name="ambiguous clusters",
)
cycling_clusters = declared.count(
    "", "cycling_clusters", "Number of clusters of states on which policy iteration does not end."
)
deviation_gain = declared.difference(
    "deviation_gain",
    "The most that a player about to move gains by another policy for one turn, at any state.",
)
lone_deviation_gain = declared.difference(
    "lone_deviation_gain",
    ("What one player gains above an equal share by the best other play, if all others hold at the goal."),
    long_name="gain by deviation",
    dims=("players",),
)
exploitability = declared.certificate(
    "exploitability",
    (
        "The most that a player gains by leaving the strategy, as a chance to win; 0 in an equilibrium. "
        "Computed by code that shares no kernel with the solver. The player may change one turn or its "
        "rest in a contest in turn, the rule in a showdown, and the whole game otherwise."
    ),
    long_name="strategy exploitability",
)
gap = declared.difference(
    "gap",
    (
        "What both players together could gain by changing their play in this turn, if the values of "
        "later turns stay as they are."
    ),
    long_name="duality gap",
    dims=("banked", "opponent"),
)
listed_clusters = declared.count(
    "",
    "listed_clusters",
    (
        "Number of clusters on which policy iteration does not end, or for which several equilibria were "
        "found."
    ),
)
mixed_clusters = declared.count("", "mixed_clusters", "Number of clusters of states in which a player mixes.")
nash_conv = declared.difference(
    "nash_conv",
    (
        "What the best responses of both sides win from these scores together, beyond what both can "
        "win; 0 in an equilibrium."
    ),
    long_name="both sides' gain",
    dims=("banked", "opponent"),
)
oscillation = declared.difference(
    "oscillation",
    "Largest change of a value from one round to the next where policy iteration does not end.",
    long_name="value oscillation",
)
residual = declared.certificate(
    "residual",
    (
        "Largest difference between the answer and what one turn or one sweep makes of it, or the gain of "
        "another turn if that is more. Computed by code that shares no kernel with the solver. In the unit "
        "of the answer; relative for numbers of turns and changes above 1."
    ),
    long_name="largest residual",
)
settled = declared.Declared(
    Role.KIND,
    "",
    "settled",
    "Whether the values here, and all that they depend on, are those of an equilibrium.",
    long_name="solution kind",
    dtype="int8",
)
unsettled_clusters = declared.count(
    "", "unsettled_clusters", "Number of clusters of states for which no equilibrium was found."
)
unsettled_scores = declared.Declared(
    Role.PLACE,
    "points",
    "unsettled_scores",
    "Scores in the clusters that have no policies in equilibrium, in the order of moving.",
    dims=("cluster", "seat"),
    dtype="int16",
)

"""How exact an answer is, and where it is no equilibrium."""

from solvers.outputs import declared
from solvers.outputs.output import Role

cluster_equilibria = declared.Declared(
    Role.KIND,
    "",
    "cluster_equilibria",
    "How many equilibria a cluster listed has, pure and mixed, the values further up being given.",
    dims=("cluster",),
    dtype="int16",
)
cluster_gain = declared.difference(
    "cluster_gain",
    "The most that a mover of a cluster listed gains by another policy for one turn.",
    long_name="gain left",
    dims=("cluster",),
)
cluster_scores = declared.Declared(
    Role.PLACE,
    "points",
    "cluster_scores",
    "Scores in a cluster listed, in the order of moving.",
    long_name="state's scores",
    dims=("cluster", "seat"),
    dtype="int16",
)
clusters_of_several = declared.count(
    "",
    "clusters_of_several",
    "Clusters listed that have more than one equilibrium.",
    long_name="ambiguous clusters",
)
cycling_clusters = declared.count(
    "", "cycling_clusters", "Clusters of states on which policy iteration does not end."
)
deviation_gain = declared.difference(
    "deviation_gain", "The most that a mover gains by another policy for one turn, at any state."
)
lone_deviation_gain = declared.difference(
    "lone_deviation_gain",
    (
        "How much more than an equal share the best deviation of one player wins, if all others hold at the "
        "goal."
    ),
    long_name="gain by deviation",
    dims=("players",),
)
exploitability = declared.certificate(
    "exploitability",
    (
        "The most that a deviation from the strategy gains, computed by a route that shares no kernel with "
        "the solver; 0 in an equilibrium. The deviation is of one turn or its rest in a contest in turn, to "
        "another allowed rule in a showdown, and of the whole game otherwise."
    ),
    long_name="strategy exploitability",
)
gap = declared.difference(
    "gap",
    (
        "What both players together could gain by deviating in this turn, with the values of later turns "
        "as they are."
    ),
    long_name="duality gap",
    dims=("banked", "opponent"),
)
listed_clusters = declared.count(
    "", "listed_clusters", "Clusters without an end of policy iteration, or seen to have several equilibria."
)
mixed_clusters = declared.count("", "mixed_clusters", "Clusters of states in which somebody mixes.")
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
    "Largest change of a value on the rounds of policy iteration that does not end.",
    long_name="value oscillation",
)
residual = declared.certificate(
    "residual",
    (
        "Largest difference between the answer and what a turn or a sweep makes of it, or what is gained "
        "by another turn if that is more, by a route that shares no kernel with the solver; of turns and "
        "changes above 1 the relative one."
    ),
    long_name="backup residual",
)
settled = declared.Declared(
    Role.KIND,
    "",
    "settled",
    "Whether the values are an equilibrium's, all the way up.",
    long_name="solution kind",
    dtype="int8",
)
unsettled_clusters = declared.count(
    "", "unsettled_clusters", "Clusters of states for which no equilibrium was found."
)
unsettled_scores = declared.Declared(
    Role.PLACE,
    "points",
    "unsettled_scores",
    "Scores in the clusters that have no policies in equilibrium, in the order of moving.",
    dims=("cluster", "seat"),
    dtype="int16",
)

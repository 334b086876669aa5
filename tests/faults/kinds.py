"""All kinds of faults that are tried."""

import signal

from tests.faults.faults import (
    EITHER,
    GOES_ON,
    KILLED,
    TELLS,
    Fault,
    cut,
    full,
    killed,
    launcher_itself,
    lossy,
    own_server,
    own_workers,
    protected,
    restarted,
    service,
    set_ahead,
    stopped,
    to_group,
    to_launcher,
    within_nannies,
)
from tests.faults.world import COPIES, FILES, STORE, TEMPORARY, Kind

CLUSTER, OWN_SERVER = Kind(cluster=True), Kind(server="own")
WORKERS = ("worker-0", "worker-1")

PROCESSES = [
    Fault("a worker is killed", killed(own_workers), GOES_ON),
    Fault("a worker is stopped for some seconds", stopped(own_workers), GOES_ON),
    Fault("a worker on a cluster is killed", killed(within_nannies), GOES_ON, CLUSTER, begun=True),
    Fault("a worker and its nanny are killed", restarted(WORKERS[0]), GOES_ON, CLUSTER, begun=True),
    Fault("a nanny is stopped for some seconds", stopped(service(WORKERS[0])), GOES_ON, CLUSTER, begun=True),
    Fault(
        "the scheduler is killed and started again",
        restarted("scheduler", *WORKERS),
        GOES_ON,
        CLUSTER,
        begun=True,
    ),
    Fault(
        "the scheduler is killed for good",
        restarted("scheduler", *WORKERS),
        TELLS,
        CLUSTER,
        begun=True,
        mended=False,
    ),
    Fault(
        "the scheduler is stopped for some seconds",
        stopped(service("scheduler")),
        GOES_ON,
        CLUSTER,
        begun=True,
    ),
    Fault("the launcher is killed", to_launcher(signal.SIGKILL), KILLED),
    Fault(
        "the launcher is killed, with a Prefect server of its own",
        to_launcher(signal.SIGKILL),
        KILLED,
        OWN_SERVER,
    ),
    Fault("the launcher is stopped for some seconds", stopped(launcher_itself), GOES_ON),
    Fault("Ctrl-C", to_group(signal.SIGINT), TELLS),
    Fault("SIGTERM", to_launcher(signal.SIGTERM), TELLS),
    Fault("the terminal is closed (SIGHUP)", to_group(signal.SIGHUP), TELLS),
]
PREFECT = [
    Fault("the run's own Prefect server is killed", killed(own_server), GOES_ON, OWN_SERVER),
    Fault(
        "the run's own Prefect server is stopped for some seconds", stopped(own_server), GOES_ON, OWN_SERVER
    ),
    # A run that has not reached it yet says that nobody answers.
    Fault("a Prefect server is killed and started again", restarted("prefect"), EITHER, begun=True),
    Fault("a Prefect server is killed for good", restarted("prefect"), EITHER, begun=True, mended=False),
    Fault(
        "PostgreSQL under a Prefect server is killed and started again",
        restarted("postgres"),
        EITHER,
        Kind(server="postgres"),
        begun=True,
    ),
]
OBJECTS = [
    Fault(
        "the object store is killed and started again",
        restarted("objects"),
        EITHER,
        Kind(bucket=True),
        begun=True,
    ),
    Fault(
        "the object store is killed for good",
        restarted("objects"),
        TELLS,
        Kind(bucket=True),
        begun=True,
        mended=False,
    ),
    Fault(
        "the object store is stopped for some seconds",
        stopped(service("objects")),
        GOES_ON,
        Kind(bucket=True),
        begun=True,
    ),
]
APART = Kind(cluster=True, apart=True)
NETWORK = [
    Fault("the line to the cluster is cut for some seconds", cut, GOES_ON, APART, begun=True),
    Fault("the line to the cluster is cut for good", cut, TELLS, APART, begun=True, mended=False),
    Fault(
        "the line to the cluster loses every fifth packet", lossy, GOES_ON, APART, begun=True, mended=False
    ),
]
CLOCK, CLOCK_OF_BUCKET = Kind(server="own", clock=True), Kind(server="own", clock=True, bucket=True)
CLOCKS = [
    Fault("the clock is set ahead by two hours", set_ahead(2), GOES_ON, CLOCK, mended=False),
    # No state of a store may be older than the one before.
    Fault("the clock is set back by two hours", set_ahead(-2), EITHER, CLOCK, mended=False),
    Fault(
        "the clock is two hours ahead of that of the object store",
        set_ahead(2),
        TELLS,
        CLOCK_OF_BUCKET,
        begun=True,
        mended=False,
    ),
]
DISKS = [
    fault
    for place, under in (
        (STORE, "the store"),
        (COPIES, "the copies"),
    )
    for fault in (
        Fault(f"the disk of {under} is full", full, EITHER, Kind(server="own", small=place), mended=False),
        Fault(
            f"the disk of {under} is read-only",
            protected,
            EITHER,
            Kind(server="own", small=place),
            mended=False,
        ),
    )
]
# Where files are open for writing all the time, a disk cannot become read-only.
DISKS += [
    Fault(f"the disk of {under} is full", full, EITHER, Kind(server="own", small=place), mended=False)
    for place, under in ((FILES, "Prefect's files"), (TEMPORARY, "temporary files"))
]
FAULTS = [*PROCESSES, *PREFECT, *OBJECTS, *NETWORK, *DISKS, *CLOCKS]

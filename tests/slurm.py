"""A Slurm of one node on loopback: daemons that a test starts and ends, with all files in one directory."""

import getpass
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.processes import Process, Program, free_port

# Debian's packages, and what each is needed for here.
PACKAGES = {
    "munge": ["munged"],
    "slurmctld": ["slurmctld"],
    "slurmd": ["slurmd"],
    "slurm-client": ["sbatch", "scancel", "sinfo", "squeue"],
}
# Not on everybody's path.
SYSTEM = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
CONFIGURATION = """
ClusterName=loopback
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthInfo=socket={home}/munge.socket
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/spool
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
NodeName=one NodeHostname=localhost NodeAddr=127.0.0.1 CPUs={cores} RealMemory={megabytes}
PartitionName=all Nodes=one Default=YES
"""


@dataclass(frozen=True)
class Slurm:
    """A running Slurm.

    Parameters
    ----------
    variables : by which its commands find it
    """

    variables: dict[str, str]

    def ask(self, *command: str) -> str:
        """What one of its commands prints."""
        asked = subprocess.run(command, env=self.variables, check=True, capture_output=True, text=True)
        return asked.stdout


def missing() -> list[str]:
    """The packages whose programs are not on this machine."""
    return [
        package
        for package, programs in PACKAGES.items()
        if not all(shutil.which(program, path=SYSTEM) for program in programs)
    ]


@contextmanager
def slurm(home: Path, variables: dict[str, str], cores: int = 2, megabytes: int = 8000) -> Iterator[Slurm]:
    """A Slurm with one idle node.

    Parameters
    ----------
    home : for all files of its own; a short path, as a socket is there
    variables : the environment of its daemons and commands
    cores, megabytes : of the node, whatever the machine has
    """
    named = {"controller": free_port(), "node": free_port(), "user": getpass.getuser(), "home": home}
    configuration = home / "slurm.conf"
    configuration.write_text(CONFIGURATION.format(cores=cores, megabytes=megabytes, **named))
    (home / "state").mkdir()
    key = home / "munge.key"
    key.touch(mode=0o600)
    key.write_bytes(secrets.token_bytes(1024))
    variables = {
        **variables,
        "PATH": f"{variables['PATH']}{os.pathsep}{SYSTEM}",
        "SLURM_CONF": str(configuration),
    }
    files = [f"--{name}-file={home}/munge.{name}" for name in ("key", "pid", "log", "seed")]
    running = Slurm(variables)
    with ExitStack() as daemons:

        def start(*command: str) -> Process:
            return daemons.enter_context(Program(command[0], command, home, variables).started())

        # Else it refuses a directory that others could write to, as all of /tmp.
        munged = start("munged", "--foreground", "--force", f"--socket={home}/munge.socket", *files)
        munged.wait((home / "munge.socket").exists)
        start("slurmctld", "-D", "-c")
        node = start("slurmd", "-D", "-N", "one")
        node.wait(lambda: _idle(running))
        yield running


def _idle(running: Slurm) -> bool:
    try:
        return running.ask("sinfo", "--noheader", "--format=%T").strip() == "idle"
    except subprocess.CalledProcessError:
        # The controller does not answer yet.
        return False

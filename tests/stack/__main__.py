"""`make stack`: the whole of docker-compose.yml without Docker, until Ctrl-C."""

import os
import re
import secrets
import shlex
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.compose_file import PROJECT, VARIABLE, expand, read_compose_file, texts
from tests.processes import ServiceFailed
from tests.stack.local import Local, published_ports
from tests.stack.stack import Stack, running

SETTING = re.compile(r"^(\w+)=(.*)$", re.MULTILINE)


def main() -> int:
    """Start, say where all is, wait, stop; give an exit code."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="jeopardice-stack-", ignore_cleanup_errors=True) as home:
        local = Local.read(Path(home), variables(), contents(), published=True)
        if taken := list(_taken(local)):
            print("\n".join(taken), file=sys.stderr)
            return 2
        print("Starting the services of docker-compose.yml. This takes about half a minute.", flush=True)
        try:
            with running(local, say=lambda text: print(f"  {text}", flush=True)) as stack:
                print(said(stack), flush=True)
                _watch(stack)
        except KeyboardInterrupt:
            print("Stopped.")
        except ServiceFailed as failed:
            print(failed, file=sys.stderr)
            return 1
    return 0


def variables() -> dict[str, str]:
    """What compose would put into the file: from the environment, else from .env."""
    own = PROJECT / ".env"
    written = dict(SETTING.findall(own.read_text())) if own.exists() else {}
    names = {match["name"] for text in texts(read_compose_file()) for match in VARIABLE.finditer(text)}
    return {name: os.environ.get(name) or written.get(name) or "" for name in names if name}


def contents() -> dict[str, str]:
    """Of the secrets of the file. Those of secrets/ that are not there are made up."""
    files = expand(read_compose_file()["secrets"], variables())
    paths = {name: PROJECT / file["file"] for name, file in files.items()}
    return {
        name: path.read_text().strip() if path.is_file() else secrets.token_hex(24)
        for name, path in paths.items()
        if path != Path(os.devnull)
    }


def said(stack: Stack) -> str:
    """Where all is, and how to use it."""
    local = stack.local
    path = local.home / "environment"
    path_of_commands = {"PATH": local.variables("launcher")["PATH"]}
    own = {**local.given("launcher"), **local.secrets("launcher"), **path_of_commands}
    # What somebody types finds their own home.
    del own["HOME"]
    path.touch(mode=0o600)
    path.write_text("".join(f"export {name}={shlex.quote(value)}\n" for name, value in own.items()))
    return f"""
All is there. In another terminal:

    source {path}
    jeopardice run pig/three_players --scheduler {local.text("tcp://dask-scheduler:8786")}

Prefect   {local.text("http://prefect-server:4200")}
Dask      {local.text("http://dask-scheduler:8787")}
Explorer  {local.text("http://explorer:5006")}
Logs      {local.home}/*/*.log

Ctrl-C stops them, and removes all that they have stored.
"""


def _taken(local: Local) -> Iterator[str]:
    for inner, port in published_ports(local.services).items():
        with socket.socket() as probe:
            # As servers do: a port is free at once when who listened there is gone.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                yield f"port {port}: expected a free port, got {error.strerror}. {_other(inner)}"


def _other(inner: int) -> str:
    published = [port for one in read_compose_file()["services"].values() for port in one.get("ports", [])]
    text = next(str(port) for port in published if str(port).endswith(f":{inner}"))
    name = next(match["name"] for match in VARIABLE.finditer(text) if match["name"].endswith("_PORT"))
    return f"Name another one: {name}=PORT make stack"


def _watch(stack: Stack) -> None:
    """Say which service was started again, for ever."""
    starts = {kept: kept.starts for several in stack.running.values() for kept in several}
    while True:
        time.sleep(0.5)
        for kept, before in starts.items():
            if kept.starts > before:
                print(f"{kept.program.name} ended, and was started again.", flush=True)
                starts[kept] = kept.starts


if __name__ == "__main__":
    sys.exit(main())

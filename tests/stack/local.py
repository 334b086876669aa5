"""What a service of docker-compose.yml is on this machine: its own command line, with local addresses in
place of those of containers.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from tests.compose_file import expand, read_compose_file
from tests.processes import environment, free_port

# What .env has, for tests.
SECRETS = {
    "POSTGRES_PASSWORD": "loopback-postgres",
    "OBJECT_STORE_ACCESS_KEY": "loopback-key",
    "OBJECT_STORE_SECRET_KEY": "loopback-secret",
}
TEMPORARY = re.compile(r"^/tmp(?=/|$)")
PUBLISHED = re.compile(r"[\d.]+:(\d+):(\d+)")


@dataclass(frozen=True)
class Local:
    """The services of the file, with local ports in place of those of containers.

    Parameters
    ----------
    home : for the files of the services, a directory each
    services : as the file has them, with variables put in
    ports : the local port of each port of a container
    """

    home: Path
    services: Mapping[str, Any]
    ports: Mapping[int, int]

    @classmethod
    def read(cls, home: Path, variables: Mapping[str, str], published: bool = False) -> "Local":
        """The file's services with what it leaves to variables.

        Parameters
        ----------
        home : for files
        variables : of .env
        published : whether ports are those that the file publishes; all others are free ones
        """
        services = expand(read_compose_file()["services"], variables)
        ports = {port: free_port() for service in services.values() for port in container_ports(service)}
        if published:
            ports |= published_ports(services)
        return cls(home, services, ports)

    def text(self, text: str, ports: Mapping[int, int] | None = None) -> str:
        """Text with local addresses; some ports may be others."""
        names = "|".join(self.services)
        text = re.sub(rf"(?<=://)({names})(?=:\d)", "127.0.0.1", text).replace("0.0.0.0", "127.0.0.1")
        if text in self.services:
            return "127.0.0.1"
        numbers = {**self.ports, **(ports or {})}
        return re.sub(
            r"(?<![\w.])\d{4,5}(?![\w.])", lambda match: str(numbers.get(int(match[0]), match[0])), text
        )

    def given(self, name: str) -> dict[str, str]:
        """The environment that the file gives a service, with a directory of its own for /tmp."""
        given = {key: self.text(value) for key, value in self.services[name].get("environment", {}).items()}
        return {key: TEMPORARY.sub(str(self.home / name), value) for key, value in given.items()}

    def variables(self, name: str) -> dict[str, str]:
        """The whole environment of a service."""
        return {**environment(self.home / name), **self.given(name)}

    def command(self, name: str, *arguments: str, ports: Mapping[int, int] | None = None) -> list[str]:
        """The command line of a service, its own arguments replaced by others if there are any."""
        service = self.services[name]
        own = [*service.get("entrypoint", []), *(arguments or service["command"])]
        return [self.text(part, ports) for part in own]

    def check(self, name: str, ports: Mapping[int, int] | None = None) -> list[str]:
        """The command that says whether a service is healthy."""
        return [self.text(part, ports) for part in self.services[name]["healthcheck"]["test"][1:]]

    def own_ports(self, name: str) -> dict[int, int]:
        """Ports for one more of a service that has several replicas."""
        return {port: free_port() for port in container_ports(self.services[name])}

    def replicas(self, name: str) -> int:
        """How many of a service there are to be."""
        return int(self.services[name].get("deploy", {}).get("replicas", 1))

    def ends(self, name: str) -> bool:
        """Whether a service does one thing and ends."""
        return str(self.services[name].get("restart")).startswith("on-failure")

    def order(self, *names: str) -> list[str]:
        """These services, all that are started by themselves if none is named, and what they depend on: each
        after what it depends on.
        """
        waits = {name: set(service.get("depends_on", {})) for name, service in self.services.items()}
        wanted = set(names) or {name for name, service in self.services.items() if "profiles" not in service}
        while new := {other for name in wanted for other in waits[name]} - wanted:
            wanted |= new
        return [name for name in TopologicalSorter(waits).static_order() if name in wanted]


def container_ports(service: Mapping[str, Any]) -> list[int]:
    """Where a service listens within its container."""
    return [
        int(str(port).rpartition(":")[2]) for port in [*service.get("ports", []), *service.get("expose", [])]
    ]


def published_ports(services: Mapping[str, Any]) -> dict[int, int]:
    """The port of this machine for each port of a container that has one."""
    published = (PUBLISHED.fullmatch(str(port)) for one in services.values() for port in one.get("ports", []))
    return {int(found[2]): int(found[1]) for found in published if found}
